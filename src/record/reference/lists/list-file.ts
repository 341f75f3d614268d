import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import { FLAG, type ListDefinition } from './registry.js';
import { OperatorError } from '../../../common/operator-error.js';

const MAX_VIOLATIONS_SHOWN = 50;

export class ReferenceDataError extends OperatorError {
  constructor(readonly violations: readonly string[]) {
    const more = violations.length - MAX_VIOLATIONS_SHOWN;
    super([...violations.slice(0, MAX_VIOLATIONS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    this.name = 'ReferenceDataError';
  }
}

export type Row = Readonly<Record<string, unknown>>;
export type Rows = ReadonlyMap<string, Row>;

export const DATA_DIRECTORY = join(PACKAGE_ROOT, 'data');

export function getListFile({ file }: ListDefinition): string {
  return `data/${file}`;
}

export function readList(directory: string, definition: ListDefinition): Rows {
  return validateRows(readContent(directory, definition), definition, getListFile(definition));
}

export function validateRows(content: unknown, definition: ListDefinition, place: string): Rows {
  if (!Array.isArray(content)) throw new ReferenceDataError([`${place}: must be an array`]);
  if (content.length === 0) throw new ReferenceDataError([`${place}: the list is empty`]);
  const checks = listChecks(definition.fields);
  const rows = new Map<string, Row>();
  const violations: string[] = [];
  for (const [index, value] of content.entries()) {
    const found = listRowViolations(value, checks);
    if (found.length === 0) {
      const row = value as Record<string, unknown>;
      const key = String(row[definition.key]);
      if (rows.has(key)) found.push(`${definition.key} ${key} appears twice`);
      row[FLAG] ??= true;
      rows.set(key, Object.freeze(row));
    }
    for (const violation of found) violations.push(`${place}, row ${index + 1}: ${violation}`);
  }
  if (violations.length > 0) throw new ReferenceDataError(violations);
  return rows;
}

function readContent(directory: string, definition: ListDefinition): unknown {
  try {
    return JSON.parse(readFileSync(join(directory, definition.file), 'utf8'));
  } catch (error) {
    throw new ReferenceDataError([`${getListFile(definition)}: cannot be read: ${(error as Error).message}`]);
  }
}

interface FieldCheck {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

function listChecks(fields: ListDefinition['fields']): readonly FieldCheck[] {
  const own = Object.entries(fields).map(([name, spec]) => ({ name, type: spec.replace('?', ''), optional: spec.endsWith('?') }));
  return [...own, { name: FLAG, type: 'boolean', optional: true }];
}

function listRowViolations(value: unknown, checks: readonly FieldCheck[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['must be an object'];
  const row = value as Record<string, unknown>;
  const violations: string[] = [];
  let present = 0;
  for (const { name, type, optional } of checks) {
    const field = row[name];
    if (field !== undefined) present++;
    else if (optional) continue;
    const violation = findViolation(field, type);
    if (violation !== null) violations.push(`${name} ${violation}`);
    else if (Array.isArray(field)) Object.freeze(field);
  }
  if (Object.keys(row).length > present)
    for (const name of Object.keys(row))
      if (checks.every((check) => check.name !== name)) violations.push(`the registry does not know the field ${name}`);
  return violations;
}

function findViolation(value: unknown, type: string): string | null {
  if (type === 'strings') {
    if (!Array.isArray(value)) return 'must be an array of texts';
    return value.map((item) => findViolation(item, 'string')).find((violation) => violation !== null) ?? null;
  }
  if (typeof value !== type) return value === undefined ? 'is missing' : `must be a ${type}`;
  return typeof value === 'string' && !isClean(value) ? 'must be a text in NFC, neither empty nor with blanks around it' : null;
}

const PRINTABLE_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

function isClean(text: string): boolean {
  return PRINTABLE_ASCII.test(text) || (text !== '' && text === text.trim() && text === text.normalize('NFC'));
}
