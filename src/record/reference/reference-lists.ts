import type { Text } from '../../common/language.js';
import { DATA_DIRECTORY, readList, ReferenceDataError, type Row } from './list-file.js';
import { LIST_NAMES, REFERENCE_LISTS, type ItemOf, type ListDefinition, type ListName } from './registry.js';

type Rows = ReadonlyMap<string, Row>;

/** A code of a list that a stored record carries, `list:code`. */
export type KeptCode = `${ListName}:${string}`;

export function keptCode(list: ListName, code: string | number): KeptCode {
  return `${list}:${code}`;
}

const LONGEST_PREFIX = 5;
const SHORTEST_PREFIX = 2;
const NOTHING_KEPT: ReadonlySet<KeptCode> = new Set();

/**
 * The reference lists in memory: read and checked once, never changed. Plain, so that validation decorators can ask it; the process
 * shares `referenceLists`. Throws ReferenceDataError when a file of the directory is not as the registry says.
 */
export class ReferenceLists {
  private readonly loaded = new Map<ListName, Rows>();
  private readonly arrays = new Map<ListName, readonly Row[]>();
  private kept = NOTHING_KEPT;

  constructor(private readonly directory: string = DATA_DIRECTORY) {
    for (const list of LIST_NAMES) if (!definitionOf(list).lazy) this.checkReferences(list);
  }

  /** Reads and checks the lists that the constructor leaves for their first use, and lets go of them again: a start calls it once. */
  checkLazyLists(): void {
    const lazy = LIST_NAMES.filter((list) => definitionOf(list).lazy && !this.loaded.has(list));
    for (const list of lazy) this.checkReferences(list);
    for (const list of lazy) this.loaded.delete(list);
  }

  /** The row of a code, retired ones too; ids are looked up as numbers or as text. */
  item<List extends ListName>(list: List, code: string | number): ItemOf<List> | undefined {
    return this.rows(list).get(String(code)) as ItemOf<List> | undefined;
  }

  /** Every row, retired ones too, in the order of the file. */
  all<List extends ListName>(list: List): readonly ItemOf<List>[] {
    let array = this.arrays.get(list);
    if (array === undefined) {
      array = Object.freeze([...this.rows(list).values()]);
      this.arrays.set(list, array);
    }
    return array as readonly unknown[] as readonly ItemOf<List>[];
  }

  /** Whether the code exists and is not retired. */
  isActive(list: ListName, code: string | number): boolean {
    const row = this.rows(list).get(String(code));
    return row !== undefined && row['active'] !== false;
  }

  /** Whether an input may carry the code: it is active, or the record being changed carries it already (`withKept`). */
  isAcceptable(list: ListName, code: string | number): boolean {
    return this.isActive(list, code) || this.kept.has(keptCode(list, code));
  }

  /**
   * Whether the row belongs to each parent given by the row's own field: a subkind of risk to `{ kindOfRiskCode: '04' }`, a vehicle model to
   * `{ makeCode: '012', usageCodes: '01' }`, a consent to `{ masterId: 2 }`. False for a code that is not in the list.
   */
  belongsTo<List extends ListName>(list: List, code: string | number, parents: Readonly<Record<string, string | number>>): boolean {
    const row = this.rows(list).get(String(code));
    return row !== undefined && Object.entries(parents).every(([field, parent]) => holds(row[field], parent));
  }

  /** The title of a code in both languages, Greek for both where the list has no English one; undefined for an unknown code. */
  title(list: ListName, code: string | number): Text | undefined {
    const row = this.rows(list).get(String(code));
    const el = row?.['title'] ?? row?.['description'];
    const en = row?.['titleEn'] ?? row?.['descriptionEn'] ?? el;
    return typeof el === 'string' && typeof en === 'string' ? { el, en } : undefined;
  }

  /** The prefecture of a postcode of 5 digits by the longest known prefix; undefined for one that is not in use in Greece. */
  prefectureOf(postcode: string): string | undefined {
    if (!/^\d{5}$/.test(postcode)) return undefined;
    for (let length = LONGEST_PREFIX; length >= SHORTEST_PREFIX; length--) {
      const row = this.item('postcodePrefixes', postcode.slice(0, length));
      if (row) return row.prefectureCode;
    }
    return undefined;
  }

  /** The competent tax office of a postcode; undefined where the lists do not know it. */
  taxOfficeOf(postcode: string): string | undefined {
    return this.item('postcodes', postcode)?.doyCode;
  }

  /**
   * Runs a validation in which the codes of a stored record stay acceptable although they were retired since. Synchronous on purpose: the
   * scope ends with the call, so one request can never lend its codes to another.
   */
  withKept<T>(codes: Iterable<KeptCode>, work: () => T): T {
    const before = this.kept;
    this.kept = new Set([...before, ...codes]);
    try {
      const result = work();
      if (result instanceof Promise) throw new Error('withKept takes synchronous work only');
      return result;
    } finally {
      this.kept = before;
    }
  }

  private rows(list: ListName): Rows {
    let rows = this.loaded.get(list);
    if (rows === undefined) {
      rows = readList(this.directory, definitionOf(list));
      this.loaded.set(list, rows);
    }
    return rows;
  }

  private checkReferences(list: ListName): void {
    const { file, references = {} } = definitionOf(list);
    this.rows(list);
    for (const [field, target] of Object.entries(references)) {
      const known = this.rows(target as ListName);
      for (const [index, row] of [...this.rows(list).values()].entries()) {
        const lost = codesIn(row[field]).find((code) => !known.has(code));
        if (lost === undefined) continue;
        throw new ReferenceDataError(file, index + 1, `${field} ${lost} is not in data/${definitionOf(target as ListName).file}`);
      }
    }
  }
}

function codesIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
}

function definitionOf(list: ListName): ListDefinition {
  return REFERENCE_LISTS[list];
}

function holds(value: unknown, parent: string | number): boolean {
  return Array.isArray(value) ? value.includes(parent) : String(value) === String(parent);
}

export const referenceLists = new ReferenceLists();
