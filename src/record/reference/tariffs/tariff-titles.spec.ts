import { readFileSync } from 'node:fs';
import type { Environment } from '../../../common/environment.js';
import { parseTariff, type Tariff } from '../../../pricing/tariff.js';
import { completeTariff } from './tariff-corrections.js';
import { loadTitles, releasedTitles, TariffTitles, formatItem, TITLED, listTitles } from './tariff-titles.js';

interface File {
  readonly bundles: { code: string; title: string; titleEn?: string }[];
}
const getFile = (name: string): File => JSON.parse(readFileSync(`tariffs/${name}.json`, 'utf8')) as File;
const toPlain = (value: unknown): unknown => (value instanceof Map || value instanceof Set ? [...value] : value);
const NOT_PRICED = ['ipid', 'needs', 'title', 'titleEn', 'message', 'requiredDocument', 'fleetFactor', 'suspension', 'catastropheCovers'];
const NOTHING = { covers: [], bundles: [], discounts: [], taxClasses: [], levies: [] };

it.each(['fire-sample-1', 'motor-sample-1'])('every cover, bundle, discount, tax class and levy of %s has an English title', (name) => {
  const tariff = parseTariff(getFile(name));
  expect(releasedTitles.missingIn(tariff)).toEqual([]);
  for (const kind of TITLED)
    for (const item of tariff[kind].values()) expect(releasedTitles.textOf(kind, item).en).toMatch(/^[\x20-\x7e’]+$/);
});

it.each(['fire-sample-1', 'motor-sample-1'])('a correction changes only the wording of %s, and adds rules (rating.12)', (name) => {
  const file = getFile(name);
  const [stored, corrected] = [parseTariff(file), parseTariff(completeTariff(file))];
  const withoutWording = (tariff: Tariff): string =>
    JSON.stringify(tariff, (key, value: unknown) => (NOT_PRICED.includes(key) ? undefined : toPlain(value)));
  const codes = new Set([...stored.rules.application, ...stored.rules.object].map(({ code }) => code));
  const ofStored = { ...corrected, rules: { ...corrected.rules, object: corrected.rules.object.filter(({ code }) => codes.has(code)) } };
  expect(withoutWording(ofStored)).toBe(withoutWording(stored));
  const messages = ({ rules }: Tariff): string[] => [...rules.application, ...rules.object].map(({ message }) => message.el);
  expect(messages(corrected)).not.toEqual(messages(stored));
  expect(releasedTitles.missingIn(corrected)).toEqual([]);
  expect(completeTariff({ ...file, version: 2 })).toEqual({ ...file, version: 2 });
});

it('the check of titles reports tariff items without a title, and accepts titles in the tariff itself', () => {
  const file = getFile('fire-sample-1');
  file.bundles[0] = { ...file.bundles[0]!, titleEn: 'First' };
  const tariff = parseTariff(file);
  const titles = new TariffTitles(NOTHING);
  expect(titles.missingIn(tariff)).toContain('bundles 102 Κλασικό');
  expect(titles.missingIn(tariff)).not.toContain('bundles 101 Βασικό');
  expect(titles.in('en', 'bundles', '101', 'Βασικό')).toBe('Βασικό');
  const brought = new TariffTitles(NOTHING, [tariff]);
  expect(brought.in('en', 'bundles', '101', 'Βασικό')).toBe('First');
  expect(brought.in('el', 'bundles', '101', 'Βασικό')).toBe('Βασικό');
  expect(brought.in('en', 'bundles', '101', 'Άλλο')).toBe('Άλλο');
});

it('a title that is loaded in one environment does not appear in the other', () => {
  const file = getFile('fire-sample-1');
  file.bundles[0] = { ...file.bundles[0]!, titleEn: 'Tried in the sandbox' };
  const tariff = parseTariff(file);
  loadTitles('sandbox', [tariff]);
  try {
    const titleIn = (environment: Environment): string => listTitles(environment).in('en', 'bundles', '101', 'Βασικό');
    expect(titleIn('sandbox')).toBe('Tried in the sandbox');
    expect(titleIn('production')).toBe(releasedTitles.in('en', 'bundles', '101', 'Βασικό'));
    expect(formatItem('bundles', tariff.bundles.get('101')!).en).toBe('Tried in the sandbox');
  } finally {
    loadTitles('sandbox', []);
  }
});
