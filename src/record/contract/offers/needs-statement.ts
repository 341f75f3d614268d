import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { getNeedState } from '../../../pricing/needs.js';
import type { Price } from '../../../pricing/price.js';
import type { Bundle, Need, Tariff } from '../../../pricing/tariff.js';
import type { PrintedBundleFit, PrintedNeeds } from '../../core/documents/rendering/documents.types.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';

export interface NeedAnswer {
  readonly code: string;
  readonly answer: string;
}

interface StatedNeeds {
  readonly tariff: Tariff;
  readonly price: Price;
  readonly needs: readonly NeedAnswer[] | null;
  readonly bundles: readonly string[];
  readonly riskKinds: readonly string[];
  readonly language: Language;
}

export function sortNeeds(answers: readonly NeedAnswer[] | null | undefined): NeedAnswer[] | null {
  if (!answers) return null;
  return answers.map(({ code, answer }) => ({ code, answer })).sort((one, other) => one.code.localeCompare(other.code));
}

export function assertNeeds(tariff: Tariff, answers: readonly NeedAnswer[] | null): void {
  if (answers === null) return;
  const known = tariff.needs.map(({ code }) => code);
  const given = answers.map(({ code }) => code);
  const wrong = given.filter((code, index) => !known.includes(code) || given.indexOf(code) !== index);
  const missing = known.filter((code) => !given.includes(code));
  assertNoViolations([
    ...wrong.map((code) => buildViolation(ErrorCode.INVALID, code)),
    ...missing.map((code) => buildViolation(ErrorCode.REQUIRED, code)),
  ]);
}

function buildViolation(code: Violation['code'], need: string): Violation {
  const text = {
    el: `Κάθε ερώτηση του τιμολογίου απαντάται μία φορά: ${need}.`,
    en: `Each question of the tariff is answered once: ${need}.`,
  };
  return { path: 'needs', code, text };
}

/** The offered bundles have the covers of the price (customer.8). */
export function toPrintedNeeds(stated: StatedNeeds): PrintedNeeds | null {
  const { tariff, needs, bundles, riskKinds, language } = stated;
  if (needs === null) return null;
  const wantedCodes = new Set(needs.filter(({ answer }) => answer === '1').map(({ code }) => code));
  const wanted = tariff.needs.filter(({ code }) => wantedCodes.has(code));
  const sold = [...tariff.bundles.values()].filter(({ code, active, offeredFor }) => {
    return bundles.includes(code) || (active && riskKinds.some((kind) => offeredFor.has(kind)));
  });
  const offered = sold.filter(({ code }) => bundles.includes(code));
  const others = sold.filter(({ code }) => !bundles.includes(code));
  return {
    wanted: wanted.map(({ title }) => title[language]),
    unwanted: tariff.needs.filter(({ code }) => !wantedCodes.has(code)).map(({ title }) => title[language]),
    bundles: [
      ...offered.map((bundle) => toFit(bundle, wanted, listCommonCovers(stated, bundle), stated, true)),
      ...others.map((bundle) => toFit(bundle, wanted, new Set(bundle.included), stated, false)),
    ],
  };
}

function listCommonCovers({ price, bundles }: StatedNeeds, { included }: Bundle): ReadonlySet<string> {
  // With several bundles the price does not say which object has which.
  if (bundles.length > 1) return new Set(included);
  const objects = new Set(price.lines.map(({ object }) => object));
  const isEverywhere = (code: string): boolean =>
    [...objects].every((number) => price.lines.some(({ object, cover }) => object === number && cover === code));
  return new Set(price.lines.map(({ cover }) => cover).filter(isEverywhere));
}

function toFit(
  bundle: Bundle,
  wanted: readonly Need[],
  covers: ReadonlySet<string>,
  { language }: StatedNeeds,
  isOffered: boolean,
): PrintedBundleFit {
  const listTitlesOf = (state: ReturnType<typeof getNeedState>): string[] =>
    wanted.filter((need) => getNeedState(need, covers, bundle.addable) === state).map(({ title }) => title[language]);
  return { title: formatItem('bundles', bundle)[language], isOffered, addable: listTitlesOf('ADDABLE'), missing: listTitlesOf('UNMET') };
}
