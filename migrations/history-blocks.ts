import type { QueryRunner } from 'typeorm';

/** Tables of the history of applications. Each is divided into blocks by the id of the application (ADR-29). */
export const HISTORY_TABLES = ['application_version', 'status_transition'] as const;
export type HistoryTable = (typeof HISTORY_TABLES)[number];

export function nameBoundCheck(table: HistoryTable): string {
  return `${table}_block_check`;
}

interface TriggerRow {
  readonly name: string;
  readonly definition: string;
}

const LIST_TRIGGERS = `
  SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY tgname`;
const LIST_INDEXES = `SELECT relname AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = $1::regclass`;
const FIND_COMMENT = `SELECT obj_description($1::regclass, 'pg_class') AS text`;

/**
 * Makes a table the first block of a new partitioned table with its name, without copying or reading rows. `define` is
 * the SQL of keys and indexes, equal to those of the table, which the first block then keeps.
 */
export async function turnIntoBlocks(runner: QueryRunner, table: HistoryTable, end: number, define: string): Promise<void> {
  const block = nameBlock(table, end);
  const triggers = (await runner.query(LIST_TRIGGERS, [table])) as TriggerRow[];
  const indexes = (await runner.query(LIST_INDEXES, [table])) as { name: string }[];
  const [comment] = (await runner.query(FIND_COMMENT, [table])) as { text: string }[];
  await runner.query(`ALTER TABLE ${table} RENAME TO ${block}`);
  for (const { name } of indexes) await runner.query(`ALTER INDEX ${name} RENAME TO ${name.replace(table, block)}`);
  for (const { name } of triggers)
    await runner.query(
      name === `${table}_append_only`
        ? `ALTER TRIGGER ${name} ON ${block} RENAME TO ${block}_append_only`
        : `DROP TRIGGER ${name} ON ${block}`,
    );
  await runner.query(`
    CREATE TABLE ${table} (LIKE ${block} INCLUDING DEFAULTS INCLUDING COMMENTS INCLUDING STORAGE) PARTITION BY RANGE (application_id);
    COMMENT ON TABLE ${table} IS '${comment?.text.replaceAll("'", "''")}';
    ${define}
    ALTER TABLE ${table} ATTACH PARTITION ${block} FOR VALUES FROM (MINVALUE) TO (${end});
    ALTER TABLE ${block} DROP CONSTRAINT ${nameBoundCheck(table)}`);
  for (const { definition } of triggers) await runner.query(definition);
}

/** Puts the rows of all blocks back into one table. */
export async function turnIntoTable(runner: QueryRunner, table: HistoryTable, finish: string): Promise<void> {
  const triggers = (await runner.query(LIST_TRIGGERS, [table])) as TriggerRow[];
  const [comment] = (await runner.query(FIND_COMMENT, [table])) as { text: string }[];
  const [first] = (await runner.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY inhrelid LIMIT 1`,
    [table],
  )) as { name: string }[];
  if (first === undefined) throw new Error(`The table ${table} has no blocks.`);
  const block = first.name;
  await runner.query(`
    ALTER TABLE ${table} DETACH PARTITION ${block};
    INSERT INTO ${block} SELECT * FROM ${table};
    DROP TABLE ${table};
    DROP TRIGGER ${block}_append_only ON ${block};
    ALTER TABLE ${block} RENAME TO ${table};
    COMMENT ON TABLE ${table} IS '${comment?.text.replaceAll("'", "''")}'`);
  for (const { name } of (await runner.query(LIST_INDEXES, [table])) as { name: string }[])
    await runner.query(`ALTER INDEX ${name} RENAME TO ${name.replace(block, table)}`);
  const left = ((await runner.query(LIST_TRIGGERS, [table])) as TriggerRow[]).map(({ name }) => name);
  for (const { name, definition } of triggers) if (!left.includes(name)) await runner.query(definition);
  await runner.query(finish);
}

/** Names a block by its last application, in millions. */
function nameBlock(table: HistoryTable, end: number): string {
  return `${table}_${(end - 1) / 1_000_000}m`;
}
