import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who did what to which key, program, user or agent: written in the transaction that does it, never changed or deleted. `actor_id` is null
 * where nobody had signed in (signup, command line); the actor's address stands beside it as it was then.
 */
export class CreateAuditEntry1763600004300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entry (
        id bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz NOT NULL,
        actor_id integer,
        actor text NOT NULL,
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        environment text,
        address text,
        request_id uuid,
        details jsonb NOT NULL,
        CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
        CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES app_user (id),
        CONSTRAINT audit_entry_environment_check CHECK (environment IN ('production', 'sandbox'))
      )`);
    await runner.query(`CREATE INDEX audit_entry_subject_type_subject_id_id_idx ON audit_entry (subject_type, subject_id, id)`);
    await runner.query(`CREATE INDEX audit_entry_actor_id_id_idx ON audit_entry (actor_id, id)`);
    await runner.query(`CREATE INDEX audit_entry_at_idx ON audit_entry (at)`);
    await runner.query(`
      CREATE TRIGGER audit_entry_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE audit_entry`);
  }
}
