import type { LocalDate } from '../common/athens.js';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { sum, toAmount, type Amount } from '../common/money.js';
import { calculate } from './calculate.js';
import { parseCodes } from './code-list.js';
import { calculateDiscountAmounts, type DiscountAmount } from './discount-amounts.js';
import type { Facts } from './facts.js';
import { buildFireFactsByBundle } from './fire-facts.js';
import type { FireReference, FireRiskObject } from './fire-risk.js';
import { buildMotorFactsByBundle, getMotorTerms } from './motor-facts.js';
import type { MotorReference, MotorRisk } from './motor-risk.js';
import type { PricedStatus, Price, RuleMessage } from './price.js';
import { listLineGroups } from './selection.js';
import type { Bundle, Cover, Tariff } from './tariff-model.js';

const YEARLY = 12;

export interface BundleOffer {
  readonly bundleCode: string;
  readonly title: string;
  readonly status: PricedStatus;
  readonly messages: readonly RuleMessage[];
  readonly covers: readonly OfferedCover[];
  readonly discounts: readonly DiscountAmount[];
  readonly price: Price | null;
}

export interface OfferedCover {
  readonly code: string;
  readonly title: string;
  readonly included: boolean;
  readonly sumInsured: Amount | null;
  readonly net: Amount | null;
}

/** Without a bundle code all bundles of the kind are offered (fire.10). */
export type FireQuote = Pick<FireRiskObject, 'kind' | 'subkind' | 'skeleton' | 'roof' | 'insuredValues' | 'discounts'> &
  Required<Pick<FireRiskObject, 'prefecture'>> &
  Partial<Omit<FireRiskObject, 'postcode' | 'bundleCode'>> & { readonly bundleCode?: string };

const NEUTRAL = { insuranceFloors: [], alarms: [], hasFireProtection: false, claims: [], extraCovers: [] };

export function calculateFireOffers(quote: FireQuote, tariff: Tariff, reference: FireReference, today: LocalDate): BundleOffer[] {
  const bundles = listBundles(quote.kind, tariff, quote.bundleCode);
  const risk = { startDate: today, payFrequencyInMonths: YEARLY, objects: [{ ...NEUTRAL, bundleCode: '', ...quote } as FireRiskObject] };
  const factsWith = buildFireFactsByBundle(risk, tariff, reference, today, { isQuotation: true });
  return bundles.map((bundle) =>
    offer(
      bundle,
      factsWith(() => bundle.code),
      tariff,
      quote.discounts,
    ),
  );
}

/** Without a bundle code all bundles of the usage are offered. */
export type MotorQuote = Omit<MotorRisk, 'policyStartDate' | 'payFrequencyInMonths' | 'bundleCode'> &
  Partial<Pick<MotorRisk, 'policyStartDate' | 'payFrequencyInMonths' | 'bundleCode'>>;

export function calculateMotorOffers(quote: MotorQuote, tariff: Tariff, reference: MotorReference, today: LocalDate): BundleOffer[] {
  const bundles = listBundles(quote.usageCode, tariff, quote.bundleCode);
  const risk = {
    ...quote,
    policyStartDate: quote.policyStartDate ?? today,
    payFrequencyInMonths: quote.payFrequencyInMonths ?? YEARLY,
    bonusMalus: quote.bonusMalus ?? reference.registryBonusMalus ?? getMotorTerms(tariff).bonusMalus.entry,
  };
  const factsWith = buildMotorFactsByBundle(risk, tariff, reference, today, { isQuotation: true });
  const discounts = parseCodes(quote.discountCodes);
  return bundles.map((bundle) => offer(bundle, factsWith(bundle.code), tariff, discounts));
}

function listBundles(offeredFor: string, tariff: Tariff, bundleCode: string | undefined): Bundle[] {
  if (bundleCode === undefined) return [...tariff.bundles.values()].filter((bundle) => bundle.active && bundle.offeredFor.has(offeredFor));
  const bundle = tariff.bundles.get(bundleCode);
  if (!bundle) throw new DomainError(ErrorCode.UNKNOWN_BUNDLE);
  return [bundle];
}

function offer(bundle: Bundle, facts: Facts, tariff: Tariff, discounts: readonly string[]): BundleOffer {
  const { status, messages, price } = calculate(facts, tariff);
  return {
    bundleCode: bundle.code,
    title: bundle.title,
    status,
    messages,
    covers: listOfferedCovers(bundle, facts, tariff, price),
    discounts: calculateDiscountAmounts(discounts, price, tariff),
    price,
  };
}

function listOfferedCovers(bundle: Bundle, facts: Facts, tariff: Tariff, price: Price | null): OfferedCover[] {
  const isSelected = (cover: Cover) => facts.objects.some(({ selection, sums }) => listLineGroups(cover, selection, sums).length > 0);
  return [...tariff.covers.values()].filter(isSelected).map(({ code, title }) => {
    const lines = price?.lines.filter((line) => line.cover === code) ?? [];
    const sums = lines.flatMap(({ sumInsured }) => sumInsured ?? []);
    return {
      code,
      title,
      included: bundle.included.includes(code),
      sumInsured: sums.length === 0 ? null : total(sums),
      net: price && total(lines.map(({ net }) => net)),
    };
  });
}

function total(amounts: readonly Amount[]): Amount {
  const [only] = amounts;
  return only !== undefined && amounts.length === 1 ? only : toAmount(sum(amounts));
}
