import { GROUP_FACT, factText, isSet, type FactValue, type FactValues } from './facts.js';
import type { RangeTable, Rate, Table } from './tariff-model.js';

/** `rate` is null where the tariff has no price: no row for the key, and no value for a missing one. */
export interface LookUp {
  readonly key: string;
  readonly rate: Rate | null;
}

/** The row of a table for the facts of an object and the group of a line. */
export function lookUp(table: Table, facts: FactValues, group: string | null): LookUp {
  const values = table.key.map((name) => valueOf(name, facts, group));
  const key = values.length === 1 ? factText(values[0]) : values.map(factText).join('|');
  if (values.includes(undefined)) return { key, rate: table.missing };
  const row = table.type === 'lookup' ? table.rows.get(key) : firstRow(table, values[0]);
  return { key, rate: row ?? table.missing };
}

/** Whether the table has no price for what is known. A fact that stands in `facts` is known, if only to be missing; of others nothing is said. */
export function lacksRow(table: Table, facts: FactValues, group: string | null): boolean {
  const isKnown = (name: string) => (name === GROUP_FACT ? group !== null : Object.hasOwn(facts, name));
  return table.key.every(isKnown) && lookUp(table, facts, group).rate === null;
}

function valueOf(name: string, facts: FactValues, group: string | null): FactValue | undefined {
  return name === GROUP_FACT ? (group ?? undefined) : facts[name];
}

function firstRow(table: RangeTable, value: FactValue | undefined): Rate | undefined {
  // Only a quantity stands in a range; a code has no order.
  if (value === undefined || typeof value === 'string' || isSet(value)) return undefined;
  return table.rows.find((row) => row.to === null || row.to.gte(value))?.rate;
}
