import { toDecimal, type Decimal } from '../common/money.js';
import { GROUP_FACT } from './facts.js';
import type { LookupTable, RangeTable, Rate, Table } from './tariff-model.js';
import type { TariffNode } from './tariff-node.js';

/** Refuses unknown facts as keys, which would never match a row. */
export function readTables(node: TariffNode, facts: readonly string[]): Map<string, Table> {
  const keys = new Set([...facts, GROUP_FACT]);
  return new Map(node.entries().map(([name, table]) => [name, readTable(name, table, keys)]));
}

function readTable(name: string, node: TariffNode, facts: ReadonlySet<string>): Table {
  const type = node.at('type').oneOf(['lookup', 'range']);
  return type === 'lookup' ? readLookup(name, node, facts) : readRange(name, node, facts);
}

function readLookup(name: string, node: TariffNode, facts: ReadonlySet<string>): LookupTable {
  const key = node.at('key').readList((item) => factName(item, facts));
  if (key.length === 0) node.at('key').fail('must name a fact');
  const rows = node.at('rows').readMap((rate) => rate.rate());
  for (const code of rows.keys()) if (code.split('|').length !== key.length) node.at('rows').fail(`${code} must have ${key.length} parts`);
  return { type: 'lookup', name, key, rows, missing: node.nullable('missing')?.rate() ?? null };
}

function readRange(name: string, node: TariffNode, facts: ReadonlySet<string>): RangeTable {
  const key = factName(node.at('key'), facts);
  const rows: { to: Decimal | null; rate: Rate }[] = [];
  for (const item of node.at('rows').items()) {
    const row = { to: readBound(item, 'to'), rate: item.at('value').rate() };
    checkOrder(item, row.to, rows.at(-1));
    rows.push(row);
  }
  if (rows.length === 0) node.at('rows').fail('must have a row');
  return { type: 'range', name, key: [key], rows, missing: node.nullable('missing')?.rate() ?? null };
}

/** Look-ups ignore `from`, so it must agree with the order of the rows. */
function checkOrder(node: TariffNode, to: Decimal | null, previous: { readonly to: Decimal | null } | undefined): void {
  const from = readBound(node, 'from');
  if (from !== null && to !== null && from.gt(to)) node.fail('ends before it begins');
  if (previous === undefined) return;
  if (previous.to === null) node.fail('is never reached: the row before it is open');
  if (from === null || from.lte(previous.to)) node.fail('overlaps the row before it');
}

function readBound(row: TariffNode, key: 'from' | 'to'): Decimal | null {
  const bound = row.nullable(key);
  if (bound === null) return null;
  const value = bound.raw();
  return typeof value === 'number' && Number.isSafeInteger(value) ? toDecimal(value) : bound.decimal();
}

function factName(node: TariffNode, facts: ReadonlySet<string>): string {
  const name = node.text();
  return facts.has(name) ? name : node.fail(`${name} is not a fact`);
}
