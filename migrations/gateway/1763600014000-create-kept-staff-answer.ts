import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers to writes of the insurer's people that came with an `Idempotency-Key`, for a day. They lie here whatever schema was written to, in the
 * transaction of that write. An erased one keeps key and fingerprint and nothing else.
 */
export class CreateKeptStaffAnswer1763600014000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_staff_answer (
        scope bytea NOT NULL,
        fingerprint bytea NOT NULL,
        upload_sha256 bytea,
        status smallint NOT NULL,
        headers json NOT NULL,
        body bytea NOT NULL,
        created_at timestamptz NOT NULL,
        environment text NOT NULL,
        path text NOT NULL,
        CONSTRAINT kept_staff_answer_pkey PRIMARY KEY (scope),
        CONSTRAINT kept_staff_answer_digest_check
          CHECK (octet_length(scope) = 32 AND octet_length(fingerprint) = 32 AND octet_length(upload_sha256) = 32),
        CONSTRAINT kept_staff_answer_environment_check CHECK (environment IN ('production', 'sandbox')),
        CONSTRAINT kept_staff_answer_status_check
          CHECK (status BETWEEN 200 AND 299 OR (status = 410 AND body = '' AND headers::text = '[]'))
      )`);
    await runner.query(`CREATE INDEX kept_staff_answer_created_at_idx ON kept_staff_answer (created_at)`);
    await runner.query(`CREATE INDEX kept_staff_answer_environment_idx ON kept_staff_answer (environment, scope)`);
    // As every environment has it.
    await runner.query(`
      CREATE FUNCTION demand(holds boolean, what text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF holds IS NOT TRUE THEN
          RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = what;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION demand(boolean, text)`);
    await runner.query(`DROP TABLE kept_staff_answer`);
  }
}
