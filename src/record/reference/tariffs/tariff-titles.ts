import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../common/environment.js';
import type { Language, Text } from '../../../common/language.js';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import type { Tariff } from '../../../pricing/tariff.js';

const FILE = join(PACKAGE_ROOT, 'tariffs/titles/english.json');
export const TITLED = ['covers', 'bundles', 'discounts', 'taxClasses', 'levies'] as const;
export type Titled = (typeof TITLED)[number];

interface Title {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
}

/** Titles of the release are in a file, those of later tariffs in the tariff. */
export class TariffTitles {
  private readonly english = new Map<string, string>();
  private readonly byCode = new Map<string, Text>();

  constructor(released: Readonly<Record<Titled, readonly Title[]>>, tariffs: readonly Tariff[] = []) {
    for (const kind of TITLED) {
      this.add(kind, released[kind]);
      for (const tariff of tariffs) this.add(kind, tariff[kind].values());
    }
  }

  /** Returns Greek in both languages without an English title. */
  textOf(kind: Titled, { code, title }: Title): Text {
    return { el: title, en: this.english.get(getKey(kind, code, title)) ?? title };
  }

  find(kind: Titled, code: string): Text | undefined {
    return this.byCode.get(`${kind} ${code}`);
  }

  in(language: Language, kind: Titled, code: string, title: string): string {
    return language === 'el' ? title : this.textOf(kind, { code, title })[language];
  }

  missingIn(tariff: Tariff): string[] {
    return TITLED.flatMap((kind) =>
      [...tariff[kind].values()]
        .filter((item) => item.titleEn === undefined && !this.english.has(getKey(kind, item.code, item.title)))
        .map(({ code, title }) => `${kind} ${code} ${title}`),
    );
  }

  private add(kind: Titled, items: Iterable<Title>): void {
    for (const { code, title, titleEn } of items) {
      if (titleEn !== undefined) this.english.set(getKey(kind, code, title), titleEn);
      const byCode = `${kind} ${code}`;
      if (!this.byCode.has(byCode)) this.byCode.set(byCode, { el: title, en: titleEn ?? title });
    }
  }
}

function getKey(kind: Titled, code: string, title: string): string {
  return `${kind} ${code} ${title}`;
}

const released = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<Titled, readonly Title[]>>;

export const releasedTitles = new TariffTitles(released);

const loaded = new Map<Environment, TariffTitles>();

export interface TitleReader {
  readonly environment: Environment;
  readonly language: Language;
}

export function listTitles(environment: Environment): TariffTitles {
  return loaded.get(environment) ?? releasedTitles;
}

export function getTitle({ environment, language }: TitleReader, kind: Titled, code: string, title: string): string {
  return listTitles(environment).in(language, kind, code, title);
}

export function loadTitles(environment: Environment, tariffs: readonly Tariff[]): void {
  loaded.set(environment, new TariffTitles(released, tariffs));
}

export function formatItem(kind: Titled, item: Title): Text {
  return item.titleEn === undefined ? releasedTitles.textOf(kind, item) : { el: item.title, en: item.titleEn };
}
