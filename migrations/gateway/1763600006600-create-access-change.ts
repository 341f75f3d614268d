import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What can withdraw or extend what a key or a token may do. A new key, user-key or token does not: unknown ones are not remembered. */
const CHANGES = [
  ['api_key', 'UPDATE OR DELETE OR TRUNCATE'],
  ['token', 'UPDATE OR DELETE OR TRUNCATE'],
  ['user_key', 'UPDATE OR DELETE OR TRUNCATE'],
  ['delegation', 'INSERT OR UPDATE OR DELETE OR TRUNCATE'],
  ['app_user', 'UPDATE OF name, role, status, agent_code OR DELETE OR TRUNCATE'],
] as const;

/**
 * A row for each statement that changed keys, tokens or their owners, written by the database so that nobody can forget it: nodes look for new
 * rows instead of looking up every key and token again. The transaction's number tells a node which rows may have been hidden from its last look.
 */
export class CreateAccessChange1763600006600 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access_change (
        id bigint GENERATED ALWAYS AS IDENTITY,
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT access_change_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`CREATE INDEX access_change_transaction_id_idx ON access_change (transaction_id)`);
    await runner.query(`
      CREATE FUNCTION note_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO gateway.access_change DEFAULT VALUES;
        RETURN NULL;
      END $$`);
    for (const [table, events] of CHANGES)
      await runner.query(`
        CREATE TRIGGER ${table}_access_change AFTER ${events} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION note_access_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of CHANGES) await runner.query(`DROP TRIGGER ${table}_access_change ON ${table}`);
    await runner.query(`DROP FUNCTION note_access_change`);
    await runner.query(`DROP TABLE access_change`);
  }
}
