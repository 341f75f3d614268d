import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates addresses of programs that events are sent to, what is to be sent to each, and every attempt. */
export class CreateWebhooks1764000024000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE webhook_attempt, webhook_delivery, webhook`);
  }
}

const UP = `
  CREATE TABLE webhook (
    id bigint GENERATED ALWAYS AS IDENTITY,
    program_id integer NOT NULL,
    agent_code text NOT NULL,
    user_id bigint NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL DEFAULT '{}',
    description text,
    status text NOT NULL DEFAULT 'enabled',
    disabled_reason text,
    secret bytea NOT NULL,
    former_secret bytea,
    former_secret_until timestamptz,
    failing_since timestamptz,
    last_success_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    tested_at timestamptz[] NOT NULL DEFAULT '{}',
    resent_at timestamptz[] NOT NULL DEFAULT '{}',
    deleted_at timestamptz,
    notice_due_at timestamptz,
    CONSTRAINT webhook_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_agent_code_fkey FOREIGN KEY (agent_code) REFERENCES agent (code),
    CONSTRAINT webhook_status_check CHECK (status IN ('enabled', 'disabled')),
    CONSTRAINT webhook_disabled_reason_check CHECK (disabled_reason IN ('OWNER', 'GONE', 'FAILING', 'SECRET_UNREADABLE')),
    CONSTRAINT webhook_disabled_check CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
    CONSTRAINT webhook_former_secret_check CHECK ((former_secret IS NULL) = (former_secret_until IS NULL))
  );
  COMMENT ON TABLE webhook IS
    'An address of a program that an agent''s events are sent to. Written by: administration of webhooks, and their delivery, which disables failing ones and deletes the rest of deleted ones.';
  COMMENT ON COLUMN webhook.user_id IS 'User who created it and gets a mail when it is disabled.';
  COMMENT ON COLUMN webhook.types IS 'Empty for all types.';
  COMMENT ON COLUMN webhook.secret IS 'Encrypted with SECRETS_KEY, which is in no table.';
  COMMENT ON COLUMN webhook.former_secret IS 'Previous secret, valid for a time after a rotation.';
  COMMENT ON COLUMN webhook.failing_since IS 'First failure after the last success.';
  COMMENT ON COLUMN webhook.notice_due_at IS 'Time from which the owner gets a mail that it is disabled; null without such a mail.';
  COMMENT ON COLUMN webhook.tested_at IS 'Tests of the last hour; the next test removes older ones.';
  COMMENT ON COLUMN webhook.resent_at IS 'Requests of the last hour to send again; the next one removes older ones.';
  COMMENT ON COLUMN webhook.deleted_at IS 'Deleted for its owner since then; the row is deleted after its deliveries.';
  CREATE INDEX webhook_agent_code_idx ON webhook (agent_code, program_id, id);

  CREATE TABLE webhook_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY,
    webhook_id bigint NOT NULL,
    event_id bigint,
    status text NOT NULL DEFAULT 'pending',
    attempts smallint NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    leased_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_delivery_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
    CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook (id) ON DELETE CASCADE,
    CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES event (id) ON DELETE CASCADE,
    CONSTRAINT webhook_delivery_status_check CHECK (status IN ('pending', 'delivered', 'failed')),
    CONSTRAINT webhook_delivery_pending_check CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (ended_at IS NULL)),
    CONSTRAINT webhook_delivery_lease_check CHECK (leased_until IS NULL OR status = 'pending')
  );
  COMMENT ON TABLE webhook_delivery IS
    'An event on its way to a webhook. Written by: the publisher of events, and the sender, which leases it.';
  COMMENT ON COLUMN webhook_delivery.event_id IS 'Null for a test.';
  COMMENT ON COLUMN webhook_delivery.leased_until IS 'End of the lease of the node that sends it.';
  CREATE INDEX webhook_delivery_next_attempt_at_idx ON webhook_delivery (webhook_id, next_attempt_at, id) WHERE status = 'pending';
  CREATE INDEX webhook_delivery_leased_until_idx ON webhook_delivery (webhook_id) WHERE leased_until IS NOT NULL;
  CREATE INDEX webhook_delivery_event_id_idx ON webhook_delivery (event_id);
  CREATE INDEX webhook_delivery_webhook_id_id_idx ON webhook_delivery (webhook_id, id);
  CREATE INDEX webhook_delivery_ended_at_idx ON webhook_delivery (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE webhook_attempt (
    id bigint GENERATED ALWAYS AS IDENTITY,
    delivery_id bigint NOT NULL,
    at timestamptz NOT NULL,
    status smallint,
    failure text,
    duration_ms integer NOT NULL,
    CONSTRAINT webhook_attempt_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery (id) ON DELETE CASCADE,
    CONSTRAINT webhook_attempt_outcome_check CHECK (num_nonnulls(status, failure) >= 1),
    CONSTRAINT webhook_attempt_duration_ms_check CHECK (duration_ms >= 0)
  );
  COMMENT ON TABLE webhook_attempt IS
    'An attempt to deliver an event, with the status of the receiver or the failure. Written by: the sender of webhooks.';
  CREATE INDEX webhook_attempt_delivery_id_idx ON webhook_attempt (delivery_id, id);`;
