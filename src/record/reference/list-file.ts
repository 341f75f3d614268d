import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../common/package-root.js';
import type { ListDefinition } from './registry.js';

/** A file of `data/` that cannot be used; the message names the file, the row (from 1) and what is wrong. It stops the start. */
export class ReferenceDataError extends Error {
  constructor(file: string, row: number | null, what: string) {
    super(row === null ? `data/${file}: ${what}` : `data/${file}, row ${row}: ${what}`);
    this.name = 'ReferenceDataError';
  }
}

export type Row = Readonly<Record<string, unknown>>;

export const DATA_DIRECTORY = join(PACKAGE_ROOT, 'data');

/** The rows of a list, checked field by field, frozen, in the order of the file, under their key as text. */
export function readList(directory: string, definition: ListDefinition): ReadonlyMap<string, Row> {
  const { file, key: keyField } = definition;
  const checks = checksOf(definition.fields);
  const rows = new Map<string, Row>();
  for (const [index, value] of readArray(directory, file).entries()) {
    const refuse = (what: string): never => {
      throw new ReferenceDataError(file, index + 1, what);
    };
    const row = checkRow(value, checks, refuse);
    const key = String(row[keyField]);
    if (rows.has(key)) refuse(`${keyField} ${key} stands twice`);
    rows.set(key, row);
  }
  if (rows.size === 0) throw new ReferenceDataError(file, null, 'the list is empty');
  return rows;
}

function readArray(directory: string, file: string): readonly unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(join(directory, file), 'utf8'));
  } catch (error) {
    throw new ReferenceDataError(file, null, `cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(content)) throw new ReferenceDataError(file, null, 'must be an array');
  return content;
}

/** A field of the registry as the check of every row wants it. */
interface FieldCheck {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

function checksOf(fields: ListDefinition['fields']): readonly FieldCheck[] {
  return Object.entries(fields).map(([name, spec]) => ({ name, type: spec.replace('?', ''), optional: spec.endsWith('?') }));
}

function checkRow(value: unknown, checks: readonly FieldCheck[], refuse: (what: string) => never): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object');
  const row = value as Record<string, unknown>;
  let present = 0;
  for (const { name, type, optional } of checks) {
    const field = row[name];
    if (field === undefined && optional) continue;
    const fault = faultOf(field, type);
    if (fault !== null) refuse(`${name} ${fault}`);
    if (Array.isArray(field)) Object.freeze(field);
    present++;
  }
  if (Object.keys(row).length > present) {
    const unknown = Object.keys(row).find((name) => checks.every((check) => check.name !== name));
    refuse(`the registry does not know the field ${unknown}`);
  }
  return Object.freeze(row);
}

function faultOf(value: unknown, type: string): string | null {
  if (type === 'strings') {
    if (!Array.isArray(value)) return 'must be an array of texts';
    return value.map((item) => faultOf(item, 'string')).find((fault) => fault !== null) ?? null;
  }
  if (typeof value !== type) return value === undefined ? 'is missing' : `must be a ${type}`;
  return typeof value === 'string' && !isClean(value) ? 'must be a text in NFC, neither empty nor with blanks around it' : null;
}

const PRINTABLE_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

function isClean(text: string): boolean {
  return PRINTABLE_ASCII.test(text) || (text !== '' && text === text.trim() && text === text.normalize('NFC'));
}
