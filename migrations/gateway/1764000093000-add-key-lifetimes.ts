import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the contact, the last use and the rotation of keys, and notices before they end (auth.18). The use is in another
 * table, because a change of `api_key` empties the caches of every node.
 */
export class AddKeyLifetimes1764000093000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE api_key_notice, api_key_use;
      ALTER TABLE api_key DROP COLUMN rotated_at, DROP COLUMN contact, DROP COLUMN idle_from;
      COMMENT ON COLUMN api_key.expires_at IS 'End of the overlap after a rotation; null while the key is the program''s current one.'`);
  }
}

const UP = `
  ALTER TABLE api_key ADD COLUMN rotated_at timestamptz;
  ALTER TABLE api_key ADD COLUMN contact text;
  ALTER TABLE api_key ADD COLUMN idle_from timestamptz NOT NULL DEFAULT now();
  COMMENT ON COLUMN api_key.expires_at IS 'End of the key; null: it does not expire. A rotation sets it to the end of the overlap.';
  COMMENT ON COLUMN api_key.rotated_at IS 'Time at which another key replaced it; null while it is current.';
  COMMENT ON COLUMN api_key.contact IS 'E-mail address for notices; null: that of the user who signed up, or the owner of the program.';
  COMMENT ON COLUMN api_key.idle_from IS 'Time from which the key counts as unused: its creation, when it was enabled, or when this was first recorded.';
  UPDATE api_key SET rotated_at = updated_at WHERE expires_at IS NOT NULL;
  CREATE INDEX api_key_expires_at_idx ON api_key (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE api_key_use (
    api_key_id integer NOT NULL,
    used_at timestamptz NOT NULL,
    CONSTRAINT api_key_use_pkey PRIMARY KEY (api_key_id),
    CONSTRAINT api_key_use_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE api_key_use IS 'The last hour in which a key was used. Written by: every node, once an hour for a key.';
  COMMENT ON COLUMN api_key_use.used_at IS 'Beginning of the hour.';

  CREATE TABLE api_key_notice (
    id bigint GENERATED ALWAYS AS IDENTITY,
    api_key_id integer NOT NULL,
    kind text NOT NULL,
    days smallint NOT NULL,
    refers_to timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    mail_due_at timestamptz,
    mailed_at timestamptz,
    CONSTRAINT api_key_notice_pkey PRIMARY KEY (id),
    CONSTRAINT api_key_notice_api_key_id_key UNIQUE (api_key_id, kind, days, refers_to),
    CONSTRAINT api_key_notice_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE,
    CONSTRAINT api_key_notice_kind_check CHECK (kind IN ('EXPIRY', 'UNUSED'))
  );
  COMMENT ON TABLE api_key_notice IS 'A notice that a key is about to end. Written by: the job that watches keys.';
  COMMENT ON COLUMN api_key_notice.kind IS 'EXPIRY: the key expires. UNUSED: it will be disabled because nobody uses it.';
  COMMENT ON COLUMN api_key_notice.days IS 'Days before the end at which the notice is due.';
  COMMENT ON COLUMN api_key_notice.refers_to IS 'EXPIRY: the end of the key. UNUSED: its last use.';
  COMMENT ON COLUMN api_key_notice.mail_due_at IS 'Time at which a node may send the mail, or end of the lease of the node that sends it; null once it is sent.';
  COMMENT ON COLUMN api_key_notice.mailed_at IS 'Time of the mail; null without an address.';
  CREATE INDEX api_key_notice_mail_due_at_idx ON api_key_notice (mail_due_at) WHERE mail_due_at IS NOT NULL;`;
