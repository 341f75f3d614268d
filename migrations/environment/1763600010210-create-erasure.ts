import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The erasure of a person as work that is done in parts. While it runs the row holds the AFM and what the person was called and reached by; when it
 * is done nothing of that stays. `party_id` is the id that the person had in the register.
 */
export class CreateErasure1763600010210 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erasure (
        party_id bigint NOT NULL,
        state text NOT NULL DEFAULT 'running',
        afm text,
        plan jsonb,
        actor jsonb,
        requested_by text NOT NULL,
        step integer NOT NULL DEFAULT 0,
        steps integer NOT NULL,
        after jsonb,
        size integer NOT NULL,
        rows_done bigint NOT NULL DEFAULT 0,
        rows_total bigint NOT NULL,
        counts jsonb NOT NULL,
        omitted jsonb NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        fault text,
        retry_at timestamptz NOT NULL,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        CONSTRAINT erasure_pkey PRIMARY KEY (party_id),
        CONSTRAINT erasure_state_check CHECK (state IN ('running', 'done')),
        CONSTRAINT erasure_done_check CHECK ((state = 'done') = (finished_at IS NOT NULL)),
        CONSTRAINT erasure_forgotten_check CHECK (
          (state = 'running') = (afm IS NOT NULL) AND (state = 'running') = (plan IS NOT NULL) AND (state = 'running') = (actor IS NOT NULL))
      )`);
    await runner.query(`CREATE INDEX erasure_running_idx ON erasure (retry_at, party_id) WHERE state = 'running'`);
    // The applications that named the person when the work began, in the version that they had then.
    await runner.query(`
      CREATE TABLE erasure_application (
        party_id bigint NOT NULL,
        application_id bigint NOT NULL,
        agent_code text NOT NULL,
        version integer NOT NULL,
        is_own boolean NOT NULL,
        is_named boolean NOT NULL,
        CONSTRAINT erasure_application_pkey PRIMARY KEY (party_id, application_id),
        CONSTRAINT erasure_application_party_id_fkey FOREIGN KEY (party_id) REFERENCES erasure (party_id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE erasure_application, erasure`);
  }
}
