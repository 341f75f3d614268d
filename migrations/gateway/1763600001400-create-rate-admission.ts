import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Calls counted by the rate limit, so that the counts survive a restart: one row per program and batch (about a second), the calls as
 * millisecond offsets from `first_ms` (Unix time). The batch number makes a repeated write harmless. No foreign key: these are counters
 * that live for one window, and a batch must never fail as a whole because of one program.
 */
export class CreateRateAdmission1763600001400 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rate_admission (
        batch_id uuid NOT NULL,
        program_id integer NOT NULL,
        first_ms bigint NOT NULL,
        last_ms bigint NOT NULL,
        offsets_ms integer[] NOT NULL,
        CONSTRAINT rate_admission_pkey PRIMARY KEY (batch_id, program_id),
        CONSTRAINT rate_admission_last_ms_check CHECK (last_ms >= first_ms)
      )`);
    await runner.query(`CREATE INDEX rate_admission_last_ms_idx ON rate_admission (last_ms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rate_admission`);
  }
}
