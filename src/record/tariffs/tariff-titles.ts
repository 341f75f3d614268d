import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, Text } from '../../common/language.js';
import { PACKAGE_ROOT } from '../../common/package-root.js';
import type { Tariff } from '../../pricing/tariff.js';

const FILE = join(PACKAGE_ROOT, 'tariffs/titles/english.json');
export const TITLED = ['covers', 'bundles', 'discounts', 'taxClasses', 'levies'] as const;
export type Titled = (typeof TITLED)[number];

interface Title {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
}

/**
 * The English titles of covers, bundles, discounts, tax classes and levies. What is stored, tariffs, prices and receipts, keeps the Greek title that it was made with;
 * the English one is found by code and Greek title when it is returned, so it reaches what was stored before, and a title that changes has another.
 * Those of the tariffs of the release stand in a file beside them, since a tariff that is loaded never changes; a later tariff brings its own.
 */
export class TariffTitles {
  private readonly english = new Map<string, string>();

  constructor(released: Readonly<Record<Titled, readonly Title[]>>) {
    for (const kind of TITLED) this.add(kind, released[kind]);
  }

  /** Takes the English titles that a tariff brings. */
  learn(tariff: Tariff): void {
    for (const kind of TITLED) this.add(kind, tariff[kind].values());
  }

  /** Greek in both languages where there is no English title. */
  textOf(kind: Titled, { code, title }: Title): Text {
    return { el: title, en: this.english.get(keyOf(kind, code, title)) ?? title };
  }

  in(language: Language, kind: Titled, code: string, title: string): string {
    return language === 'el' ? title : this.textOf(kind, { code, title })[language];
  }

  /** `bundles 105 Νέο`: what a tariff has without an English title. */
  missingIn(tariff: Tariff): string[] {
    return TITLED.flatMap((kind) =>
      [...tariff[kind].values()]
        .filter((item) => item.titleEn === undefined && !this.english.has(keyOf(kind, item.code, item.title)))
        .map(({ code, title }) => `${kind} ${code} ${title}`),
    );
  }

  private add(kind: Titled, items: Iterable<Title>): void {
    for (const { code, title, titleEn } of items) if (titleEn !== undefined) this.english.set(keyOf(kind, code, title), titleEn);
  }
}

function keyOf(kind: Titled, code: string, title: string): string {
  return `${kind} ${code} ${title}`;
}

export const tariffTitles = new TariffTitles(JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<Titled, readonly Title[]>>);
