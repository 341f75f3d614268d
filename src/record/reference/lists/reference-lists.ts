import type { Text } from '../../../common/language.js';
import { CodeLists } from '../../../common/validation/code-lists.js';
import { DATA_DIRECTORY, getListFile, readList, ReferenceDataError, type Row, type Rows } from './list-file.js';
import { FLAG, LIST_NAMES, REFERENCE_LISTS, type ItemOf, type ListDefinition, type ListName } from './registry.js';
import { type Class, formatCodes } from '../../../common/validation/dto.js';

export type ListVersions = ReadonlyMap<ListName, Rows>;

export type KeptCode = `${ListName}:${string}`;

export function toKeptCode(list: ListName, code: string | number): KeptCode {
  return `${list}:${code}`;
}

const LONGEST_PREFIX = 5;
const SHORTEST_PREFIX = 2;
const NOTHING_KEPT: ReadonlySet<KeptCode> = new Set();

/** @throws ReferenceDataError with every violation */
export class ReferenceLists extends CodeLists {
  private loaded: Readonly<Record<ListName, Rows>>;
  private arrays = new Map<ListName, readonly Row[]>();
  private kept = NOTHING_KEPT;
  private current: object = {};

  constructor(
    directory: string = DATA_DIRECTORY,
    private readonly versions: ListVersions = new Map(),
  ) {
    super();
    const loaded = LIST_NAMES.map((list) => [list, versions.get(list) ?? readList(directory, REFERENCE_LISTS[list])]);
    this.loaded = Object.fromEntries(loaded) as Record<ListName, Rows>;
    const violations = LIST_NAMES.flatMap((list) => this.findLostReferences(list));
    if (violations.length > 0) throw new ReferenceDataError(violations);
  }

  /** Key for caches of what follows from the lists: another object after each change. */
  get edition(): object {
    return this.current;
  }

  adopt(lists: ReferenceLists): void {
    this.loaded = lists.loaded;
    this.arrays = new Map();
    this.current = {};
  }

  keys(list: ListName): Iterable<string> {
    return this.loaded[list].keys();
  }

  item<List extends ListName>(list: List, code: string | number): ItemOf<List> | undefined {
    return this.loaded[list].get(String(code)) as ItemOf<List> | undefined;
  }

  all<List extends ListName>(list: List): readonly ItemOf<List>[] {
    let array = this.arrays.get(list);
    if (array === undefined) {
      array = Object.freeze([...this.loaded[list].values()]);
      this.arrays.set(list, array);
    }
    return array as readonly unknown[] as readonly ItemOf<List>[];
  }

  isActive(list: ListName, code: string | number): boolean {
    const row = this.loaded[list].get(String(code));
    return row !== undefined && row[FLAG] !== false;
  }

  isAcceptable(list: ListName, code: string | number): boolean {
    return this.isActive(list, code) || this.kept.has(toKeptCode(list, code));
  }

  /** Returns a view that accepts these codes although they are retired. */
  keeping(codes: Iterable<KeptCode>): ReferenceLists {
    const view = Object.create(this) as ReferenceLists;
    view.kept = new Set(codes);
    return view;
  }

  belongsTo<List extends ListName>(list: List, code: string | number, parents: Readonly<Record<string, string | number>>): boolean {
    const row = this.loaded[list].get(String(code));
    return row !== undefined && Object.entries(parents).every(([field, parent]) => holds(row[field], parent));
  }

  title(list: ListName, code: string | number): Text | undefined {
    const row = this.loaded[list].get(String(code));
    const el = row?.['title'] ?? row?.['description'];
    const en = row?.['titleEn'] ?? row?.['descriptionEn'] ?? el;
    return typeof el === 'string' && typeof en === 'string' ? { el, en } : undefined;
  }

  prefectureOf(postcode: string): string | undefined {
    if (!/^\d{5}$/.test(postcode)) return undefined;
    for (let length = LONGEST_PREFIX; length >= SHORTEST_PREFIX; length--) {
      const row = this.item('postcodePrefixes', postcode.slice(0, length));
      if (row) return row.prefectureCode;
    }
    return undefined;
  }

  private findLostReferences(list: ListName): string[] {
    const { references = {} }: ListDefinition = REFERENCE_LISTS[list];
    const rows = [...this.loaded[list].values()];
    return Object.entries(references).flatMap(([field, target]) => {
      const known = this.loaded[target as ListName];
      return rows.flatMap((row, index) => {
        const lost = codesIn(row[field]).find((code) => !known.has(code));
        if (lost === undefined) return [];
        return [`${this.getPlace(list)}, row ${index + 1}: ${field} ${lost} is not in ${this.getPlace(target as ListName)}`];
      });
    });
  }

  private getPlace(list: ListName): string {
    return this.versions.has(list) ? list : getListFile(REFERENCE_LISTS[list]);
  }
}

function codesIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
}

function holds(value: unknown, parent: string | number): boolean {
  return Array.isArray(value) ? value.includes(parent) : String(value) === String(parent);
}

/** Lists codes that an update accepts although they are retired (input.8). */
export function listStoredCodes(type: Class, stored: object): KeptCode[] {
  return formatCodes(type, stored as Readonly<Record<string, unknown>>).map(({ list, code }) => toKeptCode(list as ListName, code));
}
