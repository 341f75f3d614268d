import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of responses to writes with an idempotency key. Only a digest of the key is stored. */
export class CreateCachedResponses1764000022000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE kept_answer`);
  }
}

const UP = `
  -- An erased response keeps only its key and fingerprint.
  CREATE TABLE kept_answer (
    scope bytea NOT NULL,
    fingerprint bytea NOT NULL,
    upload_sha256 bytea,
    status smallint NOT NULL,
    headers json NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL,
    agent_code text,
    path text,
    resources text[] NOT NULL DEFAULT '{}',
    CONSTRAINT kept_answer_pkey PRIMARY KEY (scope),
    CONSTRAINT kept_answer_digest_check CHECK (octet_length(scope) = 32 AND octet_length(fingerprint) = 32 AND octet_length(upload_sha256) = 32),
    CONSTRAINT kept_answer_status_check CHECK (status BETWEEN 200 AND 299 OR (status = 410 AND body = '' AND headers::text = '[]'))
  );
  COMMENT ON TABLE kept_answer IS
    'The response to a write with an idempotency key, for the next call with that key. Written by: every write with an idempotency key.';
  COMMENT ON COLUMN kept_answer.scope IS 'SHA-256 of the caller and the key.';
  COMMENT ON COLUMN kept_answer.fingerprint IS 'SHA-256 of the request.';
  COMMENT ON COLUMN kept_answer.resources IS 'Resources that the call wrote, as collection and id: applications/12.';
  CREATE INDEX kept_answer_created_at_idx ON kept_answer (created_at);
  CREATE INDEX kept_answer_agent_code_idx ON kept_answer (agent_code, scope);
  CREATE INDEX kept_answer_resources_idx ON kept_answer USING gin (resources) WITH (fastupdate = off);`;
