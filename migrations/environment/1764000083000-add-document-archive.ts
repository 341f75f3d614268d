import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds objects of documents, and lets the bytes of a document go once its object is stored. */
export class AddDocumentArchive1764000083000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  /** Fails while documents are archived, because their bytes are not in the database. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE document_content ALTER COLUMN content SET NOT NULL;
      DROP FUNCTION refuse_document_change, refuse_content_change, delete_document_object CASCADE;
      DROP TRIGGER document_content_keep_all ON document_content;
      DROP TABLE document_object;
      DROP INDEX document_unarchived_idx;
      ALTER TABLE document DROP COLUMN archived_at;
      DELETE FROM setting WHERE key = 'documentArchiveDays'`);
  }
}

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('documentArchiveDays', '0', now());

  ALTER TABLE document ADD COLUMN archived_at timestamptz;
  COMMENT ON COLUMN document.archived_at IS 'Time at which the bytes became an object of the object storage; null while they are in the database.';
  CREATE INDEX document_unarchived_idx ON document (created_at, id) WHERE archived_at IS NULL AND scan = 'clean';

  -- The row is written before the object and deleted after it. It has no foreign key, because it outlives the document.
  CREATE TABLE document_object (
    document_id bigint NOT NULL,
    sha256 bytea NOT NULL,
    state text NOT NULL,
    leased_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    fault text,
    CONSTRAINT document_object_pkey PRIMARY KEY (document_id),
    CONSTRAINT document_object_sha256_check CHECK (octet_length(sha256) = 32),
    CONSTRAINT document_object_state_check CHECK (state IN ('storing', 'stored', 'deleting'))
  );
  COMMENT ON TABLE document_object IS
    'An object of the object storage that has the bytes of a document, or had those of a deleted one. Written by: the archiving of documents, a trigger.';
  COMMENT ON COLUMN document_object.leased_until IS 'End of the lease of the node that works on the object, or time of the next attempt.';
  COMMENT ON COLUMN document_object.failures IS 'Failed attempts since the last success.';
  CREATE INDEX document_object_deleting_idx ON document_object (leased_until NULLS FIRST, document_id) WHERE state = 'deleting';
  CREATE INDEX document_object_failures_idx ON document_object (document_id) WHERE failures > 0;

  ALTER TABLE document_content ALTER COLUMN content DROP NOT NULL;
  COMMENT ON TABLE document_content IS
    'The bytes of a document, null for an archived one; an infected one has no row. Written by: uploads, the printing of documents, the virus scan, the archiving of documents.';

  -- What identifies a document and its bytes never changes. It is archived once.
  CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER document_keep_identity BEFORE UPDATE ON document FOR EACH ROW
    WHEN ((OLD.id, OLD.application_id, OLD.mime_type, OLD.size, OLD.sha256, OLD.is_system, OLD.created_by, OLD.created_at, OLD.system_key)
        IS DISTINCT FROM (NEW.id, NEW.application_id, NEW.mime_type, NEW.size, NEW.sha256, NEW.is_system, NEW.created_by, NEW.created_at, NEW.system_key)
      OR (OLD.archived_at IS NOT NULL AND OLD.archived_at IS DISTINCT FROM NEW.archived_at))
    EXECUTE FUNCTION refuse_document_change();

  -- The only change of bytes: they go, after the object was read back and the document marked.
  CREATE FUNCTION refuse_content_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF OLD.content IS NOT NULL AND NEW.content IS NULL AND NEW.document_id = OLD.document_id AND NEW.english::text IS NOT DISTINCT FROM OLD.english::text
      AND EXISTS (
        SELECT FROM document d JOIN document_object o ON o.document_id = d.id AND o.sha256 = d.sha256 AND o.state = 'storing'
        WHERE d.id = OLD.document_id AND d.archived_at IS NOT NULL)
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'Table document_content is append-only: UPDATE refused' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER document_content_keep_bytes BEFORE UPDATE ON document_content FOR EACH ROW EXECUTE FUNCTION refuse_content_change();
  CREATE TRIGGER document_content_keep_all BEFORE TRUNCATE ON document_content FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- Whatever deletes a document has its object deleted too.
  CREATE FUNCTION delete_document_object() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE document_object o SET state = 'deleting', failures = 0, fault = NULL FROM deleted d WHERE o.document_id = d.document_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER document_content_delete_object AFTER DELETE ON document_content
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_document_object();`;
