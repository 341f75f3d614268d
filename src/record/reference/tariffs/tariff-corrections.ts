import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Text } from '../../../common/language.js';
import { PACKAGE_ROOT } from '../../../common/package-root.js';

interface TariffContent {
  readonly tariffCode: string;
  readonly version: number;
  readonly covers: readonly { readonly code: string }[];
  readonly bundles: readonly { readonly code: string }[];
  readonly rules: readonly { readonly code: string; readonly message: Text }[];
}

interface ProductInformation {
  readonly common: object;
  readonly bundles: Readonly<Record<string, object>>;
}

interface Corrections {
  readonly covers?: Readonly<Record<string, { readonly title: string }>>;
  readonly rules?: Readonly<Record<string, Text>>;
  readonly requiredDocuments?: Readonly<Record<string, number>>;
  readonly addedRules?: readonly object[];
  readonly fleetFactor?: string;
  readonly suspension?: object;
  readonly catastropheCovers?: readonly string[];
}

const CORRECTIONS = readTexts<Corrections>('corrections.json');
const PRODUCT_INFORMATION = readTexts<ProductInformation>('ipid.json');
const NEEDS = readTexts<readonly object[]>('needs.json');

function readTexts<T>(file: string): Readonly<Record<string, T>> {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tariffs/titles', file), 'utf8')) as Readonly<Record<string, T>>;
}

/** Adds what a released tariff does not have: product information, needs, wording and rules (rating.12). */
export function completeTariff(stored: unknown): unknown {
  return addProductInformation(correctWording(stored));
}

export function addProductInformation(stored: unknown): unknown {
  const content = stored as TariffContent | null;
  const name = `${content?.tariffCode} ${content?.version}`;
  const [information, needs] = [PRODUCT_INFORMATION[name], NEEDS[name]];
  if (information === undefined || content?.bundles === undefined) return stored;
  const bundles = content.bundles.map((bundle) => ({ ...bundle, ipid: information.bundles[bundle.code] }));
  return { ...content, ipid: information.common, bundles, ...(needs !== undefined && { needs }) };
}

/** Rates and conditions stay (rating.12). */
export function correctWording(stored: unknown): unknown {
  const content = stored as TariffContent;
  const corrections = CORRECTIONS[`${content.tariffCode} ${content.version}`];
  if (corrections === undefined) return stored;
  return {
    ...content,
    covers: content.covers.map((cover) => ({ ...cover, ...corrections.covers?.[cover.code] })),
    ...(corrections.fleetFactor !== undefined && { fleetFactor: corrections.fleetFactor }),
    ...(corrections.catastropheCovers !== undefined && { catastropheCovers: corrections.catastropheCovers }),
    ...(corrections.suspension !== undefined && { suspension: corrections.suspension }),
    rules: [
      ...content.rules.map((rule) => ({
        ...rule,
        message: corrections.rules?.[rule.code] ?? rule.message,
        ...(corrections.requiredDocuments?.[rule.code] !== undefined && { requiredDocument: corrections.requiredDocuments[rule.code] }),
      })),
      ...(corrections.addedRules ?? []),
    ],
  };
}
