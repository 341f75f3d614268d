import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The request log: calls with a known key, for a few days. A partition for each day, so that a day goes without leaving rows to be cleaned away;
 * the running program makes them, for a migration runs again when a backup of any age is restored. No foreign key: a batch must never fail as a
 * whole because of one program.
 */
export class CreateCallLog1763600011200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE call_log (
        at timestamptz NOT NULL,
        request_id uuid NOT NULL,
        program_id integer NOT NULL,
        key_prefix text NOT NULL,
        environment text NOT NULL,
        agent_code text,
        method text NOT NULL,
        route text NOT NULL,
        status smallint NOT NULL,
        error_code text,
        duration_ms real NOT NULL,
        repeats integer NOT NULL,
        address text,
        CONSTRAINT call_log_pkey PRIMARY KEY (at, request_id),
        CONSTRAINT call_log_environment_check CHECK (environment IN ('production', 'sandbox')),
        CONSTRAINT call_log_repeats_check CHECK (repeats > 0)
      ) PARTITION BY RANGE (at)`);
    await runner.query(`CREATE INDEX call_log_program_id_at_idx ON call_log (program_id, at)`);
    await runner.query(`CREATE INDEX call_log_request_id_idx ON call_log (request_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE call_log`);
  }
}
