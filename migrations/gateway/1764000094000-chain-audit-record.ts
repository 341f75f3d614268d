import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives audit entries a hash, and adds the chain of these hashes and the cursor of the export. */
export class ChainAuditRecord1764000094000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_export, audit_link;
      ALTER TABLE audit_entry DROP COLUMN sha256, DROP COLUMN erasable_sha256;
      DROP FUNCTION hash_audit_entry, hash_erasable_details`);
  }
}

const UP = `
  -- What the erasure of a person removes has a separate hash, so that the rest can still be verified.
  CREATE FUNCTION hash_erasable_details(details jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN details ?| ARRAY['reason', 'messages', 'terms']
      THEN sha256(convert_to(jsonb_build_array(details -> 'reason', details -> 'messages', details -> 'terms')::text, 'UTF8')) END $$;
  CREATE FUNCTION hash_audit_entry(at timestamptz, actor_id integer, actor text, action text, subject_type text, subject_id text, environment text,
    address text, request_id uuid, details jsonb, role text, erasable_sha256 bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(jsonb_build_array(extract(epoch FROM at), actor_id, actor, action, subject_type, subject_id, environment, address, request_id,
      details - ARRAY['reason', 'messages', 'terms'], role, encode(erasable_sha256, 'hex'))::text, 'UTF8')) $$;

  ALTER TABLE audit_entry ADD COLUMN erasable_sha256 bytea, ADD COLUMN sha256 bytea;
  COMMENT ON COLUMN audit_entry.erasable_sha256 IS 'Hash of the details that an erasure removes; null without any.';
  COMMENT ON COLUMN audit_entry.sha256 IS 'Hash of the entry. Null if the program did not write it.';
  ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_refuse_change;
  UPDATE audit_entry SET erasable_sha256 = hash_erasable_details(details);
  UPDATE audit_entry SET sha256 = hash_audit_entry(at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details, role,
    erasable_sha256);
  ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_refuse_change;

  CREATE TABLE audit_link (
    position bigint NOT NULL,
    entry_id bigint NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    hash bytea NOT NULL,
    CONSTRAINT audit_link_pkey PRIMARY KEY (position),
    CONSTRAINT audit_link_entry_id_key UNIQUE (entry_id)
  );
  COMMENT ON TABLE audit_link IS
    'Place of an audit entry in the chain. No foreign key: the chain shows that an entry was removed. Written by: the job that chains the audit record.';
  COMMENT ON COLUMN audit_link.hash IS 'SHA-256 of the previous link''s hash, the id of the entry (8 bytes) and its hash.';
  CREATE TRIGGER audit_link_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE audit_export (
    target text NOT NULL,
    position bigint NOT NULL,
    leased_until timestamptz,
    CONSTRAINT audit_export_pkey PRIMARY KEY (target)
  );
  COMMENT ON TABLE audit_export IS 'Last position of the audit record that a receiver has. Written by: the export of the audit record.';
  COMMENT ON COLUMN audit_export.target IS 'Address in AUDIT_EXPORT, without password.';`;
