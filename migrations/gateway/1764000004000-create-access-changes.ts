import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates a row for each statement that changed keys, tokens or their owners, written by triggers so that no writer can
 * forget it. Nodes look for new rows instead of looking up every key and token again. The number of the transaction
 * tells which rows may have been hidden from the last look.
 */
export class CreateAccessChanges1764000004000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_access_change CASCADE;
      DROP TABLE access_change`);
  }
}

const UP = `
  CREATE TABLE access_change (
    id bigint GENERATED ALWAYS AS IDENTITY,
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT access_change_pkey PRIMARY KEY (id)
  );
  COMMENT ON TABLE access_change IS
    'A change of keys, users or user-keys. Every node reads the new ones and empties its cache of access. Written by: triggers of the tables of access.';
  CREATE INDEX access_change_transaction_id_idx ON access_change (transaction_id);

  CREATE FUNCTION note_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO gateway.access_change DEFAULT VALUES;
    RETURN NULL;
  END $$;

  -- What can withdraw or extend what a key or a token may do. A new key, user-key or token does not: unknown ones are not remembered.
  CREATE TRIGGER api_key_access_change AFTER UPDATE OR DELETE OR TRUNCATE ON api_key
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();
  CREATE TRIGGER token_access_change AFTER UPDATE OR DELETE OR TRUNCATE ON token
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();
  CREATE TRIGGER user_key_access_change AFTER UPDATE OR DELETE OR TRUNCATE ON user_key
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();
  CREATE TRIGGER delegation_access_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delegation
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();
  CREATE TRIGGER app_user_access_change AFTER UPDATE OF name, role, status, agent_code OR DELETE OR TRUNCATE ON app_user
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();

  -- Services remember sessions in cookies; the back office looks bearer sessions up on every call.
  CREATE TRIGGER staff_session_access_change AFTER DELETE ON staff_session
    FOR EACH ROW WHEN (OLD.kind = 'cookie') EXECUTE FUNCTION note_access_change();`;
