import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language } from '../../../common/language.js';
import type { Row } from './list-file.js';
import { ReferenceLists } from './reference-lists.js';
import type { ItemOf, ListName } from './registry.js';

interface WrittenList {
  readonly body: Buffer;
  readonly digest: string;
}

export class SerialisedList {
  private readonly written = new Map<Language, WrittenList>();

  constructor(private readonly items: readonly unknown[]) {}

  in(language: Language): WrittenList {
    let list = this.written.get(language);
    if (list === undefined) {
      const body = Buffer.from(JSON.stringify(this.itemsIn(language)));
      list = { body, digest: createHash('sha256').update(body).digest('base64url').slice(0, 22) };
      this.written.set(language, list);
    }
    return list;
  }

  itemsIn(language: Language): readonly unknown[] {
    return language === 'en' ? this.items.map(inEnglish) : this.items;
  }
}

const ENGLISH = 'En';

function inEnglish(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const english = Object.entries(item as Row).flatMap(([name, text]) => {
    const plain = name.slice(0, -ENGLISH.length);
    return name.endsWith(ENGLISH) && plain in (item as Row) ? [[plain, text] as const] : [];
  });
  const lists = Object.entries(item as Row).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list.map(inEnglish)] as const] : []));
  return english.length + lists.length === 0 ? item : { ...(item as Row), ...Object.fromEntries([...english, ...lists]) };
}

export const EMPTY_LIST = new SerialisedList([]);

/** Caches as long as the tariff or the edition of the lists lives. */
export class CachedLists {
  private readonly cached = new WeakMap<object, Map<string, SerialisedList>>();

  /** Caches no empty list, so that unknown codes cannot fill the memory. */
  of(owner: object, key: string, items: () => readonly unknown[]): SerialisedList {
    const lists = this.cached.get(owner) ?? new Map<string, SerialisedList>();
    this.cached.set(owner, lists);
    const known = lists.get(key);
    if (known) return known;
    const found = items();
    if (found.length === 0) return EMPTY_LIST;
    const list = new SerialisedList(found);
    lists.set(key, list);
    return list;
  }
}

interface ListSelection<List extends ListName> {
  readonly code?: string;
  readonly where?: { readonly [Field in keyof ItemOf<List>]?: string | number | boolean };
}

@Injectable()
export class SerialisedListsService {
  private readonly remembered = new CachedLists();

  constructor(private readonly lists: ReferenceLists) {}

  select<List extends ListName>(list: List, { code, where = {} }: ListSelection<List> = {}): SerialisedList {
    const conditions = Object.entries(where).filter(([, value]) => value !== undefined);
    return this.remembered.of(this.lists.edition, JSON.stringify([list, code, conditions]), () => {
      const one = code === undefined ? undefined : this.lists.item(list, code);
      const candidates = code === undefined ? this.lists.all(list) : one ? [one] : [];
      return candidates.filter((item) => conditions.every(([field, value]) => hasValue(item as Row, field, value)));
    });
  }
}

function hasValue(row: Row, field: string, expected: unknown): boolean {
  const value = row[field];
  return Array.isArray(value) ? value.includes(expected) : value === expected;
}
