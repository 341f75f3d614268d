import type { QueryRunner } from 'typeorm';

/** A check of the form `column IN ('A', 'B')`. */
interface ValuesCheck {
  readonly table: string;
  readonly column: string;
  readonly constraint: string;
}

/** Allows further values in a check, whatever values other migrations have allowed. */
export async function allowValues(runner: QueryRunner, check: ValuesCheck, values: readonly string[]): Promise<void> {
  await setValues(runner, check, [...(await listValues(runner, check)), ...values]);
}

export async function disallowValues(runner: QueryRunner, check: ValuesCheck, values: readonly string[]): Promise<void> {
  const allowed = await listValues(runner, check);
  await setValues(
    runner,
    check,
    allowed.filter((value) => !values.includes(value)),
  );
}

/** Gives rows with these values another condition, in front of the present one. */
export async function exemptFromCheck(
  runner: QueryRunner,
  { table, column, constraint }: ValuesCheck,
  values: readonly string[],
  condition: string,
): Promise<void> {
  const list = values.map((value) => `'${value}'`).join(', ');
  const previous = (await findDefinition(runner, { table, constraint })).replace(/^CHECK /, '');
  await runner.query(`
    ALTER TABLE ${table} DROP CONSTRAINT ${constraint};
    ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (CASE WHEN ${column} IN (${list}) THEN ${condition} ELSE ${previous} END)`);
}

/** Restores the condition that stood before `exemptFromCheck`. */
export async function restoreCheck(runner: QueryRunner, { table, constraint }: ValuesCheck): Promise<void> {
  const definition = (await findDefinition(runner, { table, constraint })).replaceAll(/\s+/g, ' ');
  const [, previous] = /^CHECK \(+ ?CASE WHEN .*? THEN .*? ELSE (.*) END\)+$/.exec(definition) ?? [];
  if (previous === undefined) throw new Error(`The check ${constraint} has no exemption: ${definition}`);
  await runner.query(`
    ALTER TABLE ${table} DROP CONSTRAINT ${constraint};
    ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${previous})`);
}

async function findDefinition(runner: QueryRunner, { table, constraint }: Omit<ValuesCheck, 'column'>): Promise<string> {
  const [row] = (await runner.query(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2`,
    [table, constraint],
  )) as { definition: string }[];
  if (!row) throw new Error(`The table ${table} has no check ${constraint}.`);
  return row.definition;
}

async function listValues(runner: QueryRunner, check: ValuesCheck): Promise<string[]> {
  return Array.from((await findDefinition(runner, check)).matchAll(/'([^']+)'::text/g), ([, value = '']) => value);
}

async function setValues(runner: QueryRunner, { table, column, constraint }: ValuesCheck, values: readonly string[]): Promise<void> {
  const list = [...new Set(values)].map((value) => `'${value}'`).join(', ');
  await runner.query(`
    ALTER TABLE ${table} DROP CONSTRAINT ${constraint};
    ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${column} IN (${list}))`);
}
