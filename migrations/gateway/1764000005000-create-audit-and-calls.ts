import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the audit record, the request log, the counts of the rate limit, cached responses of staff, and nodes. */
export class CreateAuditAndCalls1764000005000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE node, kept_staff_answer, rate_admission, call_log, audit_entry`);
  }
}

const UP = `
  -- Written in the transaction of the action. No signed-in user acts in a sign-up or on the command line: actor_id is null.
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
    role text,
    CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
    CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES app_user (id),
    CONSTRAINT audit_entry_environment_check CHECK (environment IN ('production', 'sandbox'))
  );
  COMMENT ON TABLE audit_entry IS 'One recorded action of a user; never changed. Written by: every change made in the back office.';
  COMMENT ON COLUMN audit_entry.role IS 'Null if nobody was signed in.';
  CREATE INDEX audit_entry_subject_type_subject_id_id_idx ON audit_entry (subject_type, subject_id, id);
  CREATE INDEX audit_entry_actor_id_id_idx ON audit_entry (actor_id, id);
  CREATE INDEX audit_entry_at_idx ON audit_entry (at);
  CREATE INDEX audit_entry_role_id_idx ON audit_entry (role, id);
  CREATE INDEX audit_entry_actor_idx ON audit_entry (actor, id);
  CREATE TRIGGER audit_entry_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- A partition for each day, which the running program creates and drops: a day goes without rows to vacuum. No foreign key: a batch must never fail
  -- as a whole because of one program.
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
  ) PARTITION BY RANGE (at);
  COMMENT ON TABLE call_log IS
    'A call with a known key, or several refusals alike. Partitioned by UTC day of at; a day''s partition is dropped after a week, and no dump contains one. Written by: the request log.';
  COMMENT ON COLUMN call_log.at IS 'Time of the call, with which the request id begins.';
  COMMENT ON COLUMN call_log.agent_code IS 'Agent of the token; null without a valid token.';
  COMMENT ON COLUMN call_log.route IS 'Template of the route, without ids and query.';
  COMMENT ON COLUMN call_log.status IS '499 if the caller disconnected before the response was sent.';
  COMMENT ON COLUMN call_log.repeats IS 'Number of calls that the row stands for, of which it is the first.';
  CREATE INDEX call_log_program_id_at_idx ON call_log (program_id, at);

  -- Counts survive a restart: a row for each program, service and batch (about a second), with the calls as offsets from first_ms (Unix time). The number
  -- of the batch makes a repeated write harmless. A row lives until its last call counts nowhere any more. No foreign key, as above.
  CREATE TABLE rate_admission (
    batch_id uuid NOT NULL,
    program_id integer NOT NULL,
    first_ms bigint NOT NULL,
    last_ms bigint NOT NULL,
    offsets_ms integer[] NOT NULL,
    service text NOT NULL,
    expires_ms bigint NOT NULL,
    CONSTRAINT rate_admission_pkey PRIMARY KEY (batch_id, program_id, service),
    CONSTRAINT rate_admission_last_ms_check CHECK (last_ms >= first_ms),
    CONSTRAINT rate_admission_expires_ms_check CHECK (expires_ms >= last_ms)
  );
  COMMENT ON TABLE rate_admission IS 'Calls of one program to one service counted by the rate limit in one batch. Written by: the rate limit.';
  CREATE INDEX rate_admission_expires_ms_idx ON rate_admission (expires_ms);

  -- Stored for a day in the transaction of the write, whatever schema that was to. An erased one keeps key and fingerprint alone.
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
    resources text[] NOT NULL DEFAULT '{}',
    CONSTRAINT kept_staff_answer_pkey PRIMARY KEY (scope),
    CONSTRAINT kept_staff_answer_digest_check
      CHECK (octet_length(scope) = 32 AND octet_length(fingerprint) = 32 AND octet_length(upload_sha256) = 32),
    CONSTRAINT kept_staff_answer_environment_check CHECK (environment IN ('production', 'sandbox')),
    CONSTRAINT kept_staff_answer_status_check
      CHECK (status BETWEEN 200 AND 299 OR (status = 410 AND body = '' AND headers::text = '[]'))
  );
  COMMENT ON TABLE kept_staff_answer IS
    'The response to a write of staff with an idempotency key, for the next call with that key. Written by: every such write, in any schema.';
  COMMENT ON COLUMN kept_staff_answer.scope IS 'SHA-256 of the user and the key.';
  COMMENT ON COLUMN kept_staff_answer.fingerprint IS 'SHA-256 of the request.';
  COMMENT ON COLUMN kept_staff_answer.resources IS 'Resources that the call wrote, as collection and id: applications/12.';
  CREATE INDEX kept_staff_answer_created_at_idx ON kept_staff_answer (created_at);
  CREATE INDEX kept_staff_answer_resources_idx ON kept_staff_answer USING gin (resources) WITH (fastupdate = off);

  CREATE TABLE node (
    id uuid NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    CONSTRAINT node_pkey PRIMARY KEY (id)
  );
  COMMENT ON TABLE node IS
    'A process that serves this database, by the clock of the database. Written by: each process for itself; others delete one that has stopped.';`;
