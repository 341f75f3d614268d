import type { Text } from '../../../common/language.js';
import { CodeLists } from '../../../common/validation/code-lists.js';
import { DATA_DIRECTORY, fileOf, readList, ReferenceDataError, type Row, type Rows } from './list-file.js';
import { FLAG, LIST_NAMES, REFERENCE_LISTS, type ItemOf, type ListDefinition, type ListName } from './registry.js';

/** Lists that are in force in place of their files. */
export type ListVersions = ReadonlyMap<ListName, Rows>;

/** A code of a list that a stored record carries, `list:code`. */
export type KeptCode = `${ListName}:${string}`;

export function keptCode(list: ListName, code: string | number): KeptCode {
  return `${list}:${code}`;
}

const LONGEST_PREFIX = 5;
const SHORTEST_PREFIX = 2;
const NOTHING_KEPT: ReadonlySet<KeptCode> = new Set();

/**
 * The reference lists of an application, in memory: read and checked as one, replaced as one.
 * @throws ReferenceDataError with every fault when they are not as the registry says
 */
export class ReferenceLists extends CodeLists {
  private loaded: Map<ListName, Rows>;
  private arrays = new Map<ListName, readonly Row[]>();
  private kept = NOTHING_KEPT;
  private current: object = {};

  /** The lists of the directory's files, but for those of which there is a version. */
  constructor(
    private readonly directory: string = DATA_DIRECTORY,
    private readonly versions: ListVersions = new Map(),
  ) {
    super();
    this.loaded = new Map(versions);
    this.checkReferences(LIST_NAMES.filter((list) => !definitionOf(list).lazy || versions.has(list)));
  }

  /** Another object after each change of the lists: what follows from them is remembered by it. */
  get edition(): object {
    return this.current;
  }

  /** Takes over other lists, all at once: between two statements, never within one. */
  adopt(lists: ReferenceLists): void {
    this.loaded = new Map(lists.loaded);
    this.arrays = new Map();
    this.current = {};
  }

  /** Reads and checks the lists that the constructor leaves for their first use, and lets go of them again: a start calls it once. */
  checkLazyLists(): void {
    const lazy = LIST_NAMES.filter((list) => definitionOf(list).lazy && !this.loaded.has(list));
    this.checkReferences(lazy);
    for (const list of lazy) this.loaded.delete(list);
  }

  /** Every key of a list, as text. */
  keys(list: ListName): Iterable<string> {
    return this.rows(list).keys();
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
    return row !== undefined && row[FLAG] !== false;
  }

  /** Whether an input may carry the code: it is active, or the record being changed carries it already (`keeping`). */
  isAcceptable(list: ListName, code: string | number): boolean {
    return this.isActive(list, code) || this.kept.has(keptCode(list, code));
  }

  /** The same lists for a change of a stored record: the codes that it carries stay acceptable although they were retired since. */
  keeping(codes: Iterable<KeptCode>): ReferenceLists {
    const view = Object.create(this) as ReferenceLists;
    view.kept = new Set(codes);
    return view;
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

  private rows(list: ListName): Rows {
    let rows = this.loaded.get(list);
    if (rows === undefined) {
      rows = readList(this.directory, definitionOf(list));
      this.loaded.set(list, rows);
    }
    return rows;
  }

  private checkReferences(lists: readonly ListName[]): void {
    const faults = lists.flatMap((list) => this.lostReferences(list));
    if (faults.length > 0) throw new ReferenceDataError(faults);
  }

  private lostReferences(list: ListName): string[] {
    const { references = {} } = definitionOf(list);
    const rows = [...this.rows(list).values()];
    return Object.entries(references).flatMap(([field, target]) => {
      const known = this.rows(target as ListName);
      return rows.flatMap((row, index) => {
        const lost = codesIn(row[field]).find((code) => !known.has(code));
        if (lost === undefined) return [];
        return [`${this.placeOf(list)}, row ${index + 1}: ${field} ${lost} is not in ${this.placeOf(target as ListName)}`];
      });
    });
  }

  private placeOf(list: ListName): string {
    return this.versions.has(list) ? list : fileOf(definitionOf(list));
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
