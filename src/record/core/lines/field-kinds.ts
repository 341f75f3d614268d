import { isDeepStrictEqual } from 'node:util';
import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ChangeKind } from './change.js';

/** A field without a kind never changes. */
export type FieldKinds<T> = { readonly [Field in keyof T]-?: readonly ChangeKind[] };

export const NEVER: readonly ChangeKind[] = [];
export const COVER: readonly ChangeKind[] = ['CHANGE'];
export const IDENTITY: readonly ChangeKind[] = ['CORRECTION', 'SUCCESSION'];
export const CONTACT: readonly ChangeKind[] = ['CHANGE', 'CORRECTION', 'SUCCESSION'];

export function listForbiddenFields<T extends object>(
  before: Partial<T> | undefined,
  after: Partial<T> | undefined,
  table: FieldKinds<T>,
  kind: ChangeKind,
  path: string,
): Violation[] {
  const fields = Object.entries(table) as [keyof T & string, readonly ChangeKind[]][];
  return fields
    .filter(([field, kinds]) => !kinds.includes(kind) && !isDeepStrictEqual(before?.[field], after?.[field]))
    .map(([field, kinds]) => buildForbiddenViolation(`${path}.${field}`, kind, kinds));
}

export function listChangeableFields<T extends object>(table: FieldKinds<T>, kind: ChangeKind, path = ''): string[] {
  const fields = Object.entries<readonly ChangeKind[]>(table);
  return fields.filter(([, kinds]) => kinds.includes(kind)).map(([field]) => (path === '' ? field : `${path}.${field}`));
}

export function buildForbiddenViolation(path: string, kind: ChangeKind, kinds: readonly ChangeKind[]): Violation {
  const others = kinds.join(', ');
  const text =
    others === ''
      ? { el: 'Το πεδίο δεν αλλάζει με πρόσθετη πράξη.', en: 'An amendment cannot change this field.' }
      : {
          el: `Η αλλαγή δεν επιτρέπεται με πράξη είδους ${kind}. Επιτρεπόμενα είδη: ${others}.`,
          en: `An amendment of kind ${kind} cannot make this change. Kinds that can: ${others}.`,
        };
  return { path, code: ErrorCode.INVALID, text };
}
