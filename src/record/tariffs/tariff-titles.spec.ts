import { readFileSync } from 'node:fs';
import { parseTariff } from '../../pricing/tariff.js';
import { TariffTitles, tariffTitles, TITLED } from './tariff-titles.js';

interface File {
  readonly bundles: { code: string; title: string; titleEn?: string }[];
}
const fileOf = (name: string): File => JSON.parse(readFileSync(`tariffs/${name}.json`, 'utf8')) as File;
const NOTHING = { covers: [], bundles: [], discounts: [], taxClasses: [], levies: [] };

it.each(['fire-sample-1', 'motor-sample-1'])('every cover, bundle, discount, tax class and levy of %s has an English title', (name) => {
  const tariff = parseTariff(fileOf(name));
  expect(tariffTitles.missingIn(tariff)).toEqual([]);
  for (const kind of TITLED)
    for (const item of tariff[kind].values()) expect(tariffTitles.textOf(kind, item).en).toMatch(/^[\x20-\x7e]+$/);
});

it('names what a tariff has without one, and takes what it brings', () => {
  const file = fileOf('fire-sample-1');
  file.bundles[0] = { ...file.bundles[0]!, titleEn: 'First' };
  const tariff = parseTariff(file);
  const titles = new TariffTitles(NOTHING);
  expect(titles.missingIn(tariff)).toContain('bundles 102 Κλασικό');
  expect(titles.missingIn(tariff)).not.toContain('bundles 101 Βασικό');
  expect(titles.in('en', 'bundles', '101', 'Βασικό')).toBe('Βασικό');
  titles.learn(tariff);
  expect(titles.in('en', 'bundles', '101', 'Βασικό')).toBe('First');
  expect(titles.in('el', 'bundles', '101', 'Βασικό')).toBe('Βασικό');
  expect(titles.in('en', 'bundles', '101', 'Άλλο')).toBe('Άλλο');
});
