import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a salt to the hash of audited texts that an erasure removes, so that the hash does not tell them afterwards. */
export class SaltErasableTexts1764000096000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER audit_entry_erase_salt ON audit_entry;
      DROP FUNCTION erase_audit_salt;
      DROP FUNCTION hash_erasable_details(jsonb, bytea);
      ALTER TABLE audit_entry DROP COLUMN erasable_salt`);
  }
}

const UP = `
  ALTER TABLE audit_entry ADD COLUMN erasable_salt bytea;
  COMMENT ON COLUMN audit_entry.erasable_salt IS
    'Random prefix of what erasable_sha256 covers. Erased with it; null also for entries of an earlier version.';

  -- Equal to the function without a salt where that is null.
  CREATE FUNCTION hash_erasable_details(details jsonb, salt bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN details ?| ARRAY['reason', 'messages', 'terms']
      THEN sha256(coalesce(salt, '') || convert_to(jsonb_build_array(details -> 'reason', details -> 'messages', details -> 'terms')::text, 'UTF8')) END $$;

  CREATE FUNCTION erase_audit_salt() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.erasable_salt := NULL;
    RETURN NEW;
  END $$;
  CREATE TRIGGER audit_entry_erase_salt BEFORE UPDATE ON audit_entry FOR EACH ROW
    WHEN (OLD.erasable_salt IS NOT NULL AND NOT NEW.details ?| ARRAY['reason', 'messages', 'terms'])
    EXECUTE FUNCTION erase_audit_salt();`;
