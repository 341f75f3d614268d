import { GROUP_FACT, formatFact, isSet, type FactValue, type FactValues } from './facts.js';
import type { RangeTable, Rate, Table } from './tariff-model.js';

/** `rate` is null if the table has neither a row nor a value for missing keys. */
export interface LookUp {
  readonly key: string;
  readonly rate: Rate | null;
}

export function findRate(table: Table, facts: FactValues, group: string | null): LookUp {
  const values = table.key.map((name) => findValue(name, facts, group));
  const key = values.length === 1 ? formatFact(values[0]) : values.map(formatFact).join('|');
  if (values.includes(undefined)) return { key, rate: table.missing };
  const row = table.type === 'lookup' ? table.rows.get(key) : findFirstRow(table, values[0]);
  return { key, rate: row ?? table.missing };
}

/** Whether all facts of the key are known (present in `facts`, even if missing) and the table has no rate for them. */
export function isRowMissing(table: Table, facts: FactValues, group: string | null): boolean {
  const isKnown = (name: string) => (name === GROUP_FACT ? group !== null : Object.hasOwn(facts, name));
  return table.key.every(isKnown) && findRate(table, facts, group).rate === null;
}

function findValue(name: string, facts: FactValues, group: string | null): FactValue | undefined {
  return name === GROUP_FACT ? (group ?? undefined) : facts[name];
}

function findFirstRow(table: RangeTable, value: FactValue | undefined): Rate | undefined {
  // Only quantities are in ranges; codes have no order.
  if (value === undefined || typeof value === 'string' || isSet(value)) return undefined;
  return table.rows.find((row) => row.to === null || row.to.gte(value))?.rate;
}
