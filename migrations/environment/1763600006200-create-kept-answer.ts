import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of writes that came with an `Idempotency-Key`, for a day. They hold personal data; the key itself is in the digest only. */
export class CreateKeptAnswer1763600006200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_answer (
        scope bytea NOT NULL,
        fingerprint bytea NOT NULL,
        upload_sha256 bytea,
        status smallint NOT NULL,
        headers json NOT NULL,
        body bytea NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT kept_answer_pkey PRIMARY KEY (scope),
        CONSTRAINT kept_answer_digest_check CHECK (octet_length(scope) = 32 AND octet_length(fingerprint) = 32 AND octet_length(upload_sha256) = 32),
        CONSTRAINT kept_answer_status_check CHECK (status BETWEEN 200 AND 299)
      )`);
    await runner.query(`CREATE INDEX kept_answer_created_at_idx ON kept_answer (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE kept_answer`);
  }
}
