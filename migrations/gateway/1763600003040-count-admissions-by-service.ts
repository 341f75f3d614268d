import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Limits per service and per day: calls are counted by the service they went to, and a row lives until its last call counts nowhere any more
 * (`expires_ms`, Unix time): a window later, or a day under a limit per day.
 */
export class CountAdmissionsByService1763600003040 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rate_admission ADD COLUMN service text NOT NULL DEFAULT '', ADD COLUMN expires_ms bigint`);
    await runner.query(`UPDATE rate_admission SET expires_ms = last_ms + 3600000`);
    await runner.query(`
      ALTER TABLE rate_admission
        ALTER COLUMN service DROP DEFAULT,
        ALTER COLUMN expires_ms SET NOT NULL,
        DROP CONSTRAINT rate_admission_pkey,
        ADD CONSTRAINT rate_admission_pkey PRIMARY KEY (batch_id, program_id, service),
        ADD CONSTRAINT rate_admission_expires_ms_check CHECK (expires_ms >= last_ms)`);
    await runner.query(`DROP INDEX rate_admission_last_ms_idx`);
    await runner.query(`CREATE INDEX rate_admission_expires_ms_idx ON rate_admission (expires_ms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM rate_admission`);
    await runner.query(`DROP INDEX rate_admission_expires_ms_idx`);
    await runner.query(`
      ALTER TABLE rate_admission
        DROP CONSTRAINT rate_admission_pkey,
        DROP COLUMN service,
        DROP COLUMN expires_ms,
        ADD CONSTRAINT rate_admission_pkey PRIMARY KEY (batch_id, program_id)`);
    await runner.query(`CREATE INDEX rate_admission_last_ms_idx ON rate_admission (last_ms)`);
  }
}
