import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { DomainError, type Fault } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { amountToNumber } from '../../common/money.js';
import { isMissing } from '../../common/validation/checks.js';
import { withoutFaulty, type Sound } from '../../common/validation/sound.js';
import { inspectInput } from '../../common/validation/validate.js';
import { offerFireBundles, type BundleOffer } from '../../pricing/bundle-offers.js';
import { ruleMessages } from '../../record/applications/calculated-application.js';
import { referenceLists } from '../../record/reference/reference-lists.js';
import { Tariffs } from '../../record/tariffs/tariffs.js';
import { toMessageEntity, toPricingEntity } from './fire-application.mapper.js';
import { fireReference } from './fire-calculator.js';
import { repeatedGroupFaults } from './fire-consistency.js';
import { type FireOfferEntity, type FireQuoteDto, FireQuotesRequest } from './fire-pricing.dto.js';

/** Prices of bundles without an application; nothing is stored (spec §4.8). */
@Injectable()
export class FirePricingService {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NO_TARIFF, and with every fault: those of the fields, UNKNOWN_BUNDLE, UNKNOWN_DISCOUNT, INVALID (a repeated group) */
  calculateBundles(caller: UserCaller, body: unknown): FireOfferEntity[] {
    const today = toLocalDate(this.clock.now());
    const { value, faults } = inspectInput(FireQuotesRequest, body);
    const tariff = this.tariffs.pick(caller.environment, 'FIRE', today);
    if (!tariff) throw new DomainError(ErrorCode.NO_TARIFF);
    const { bundles: quotes = [] } = withoutFaulty(value, faults);
    const [first, ...others] = [...faults, ...quotes.flatMap((quote, index) => quoteFaults(quote ?? {}, tariff, `bundles[${index}]`))];
    if (first) throw DomainError.ofFaults([first, ...others]);
    return value.bundles.flatMap((quote, index) =>
      offerFireBundles(toFireQuote(quote), tariff, fireReference, today).map((offer) => toOfferEntity(offer, index, caller)),
    );
  }
}

type KnownCodes = Record<'bundles' | 'discounts', { has(code: string): boolean }>;

function quoteFaults(
  { bundle_code: bundle, insured_values: values, discounts = [] }: Sound<FireQuoteDto>,
  tariff: KnownCodes,
  path: string,
): Fault[] {
  const fault = (place: string, code: ErrorCode): Fault => ({ path: `${path}.${place}`, code, text: ERROR_TEXTS[code] });
  return [
    ...(isMissing(bundle) || tariff.bundles.has(bundle) ? [] : [fault('bundle_code', ErrorCode.UNKNOWN_BUNDLE)]),
    ...repeatedGroupFaults(values ?? [], path),
    ...(discounts ?? []).flatMap((code, index) =>
      isMissing(code) || tariff.discounts.has(code) ? [] : [fault(`discounts[${index}]`, ErrorCode.UNKNOWN_DISCOUNT)],
    ),
  ];
}

function toFireQuote(quote: FireQuoteDto): Parameters<typeof offerFireBundles>[0] {
  return {
    kind: referenceLists.item('subkindsOfRisk', quote.subkind_of_risk)?.kindOfRiskCode ?? '',
    subkind: quote.subkind_of_risk,
    prefecture: quote.prefecture_code,
    buildingYear: quote.building_year,
    buildingYearPiping: quote.building_year_piping ?? quote.building_year,
    skeleton: quote.construction_of_skeleton,
    roof: quote.roof_construction,
    insuredValues: quote.insured_values.map((value) => ({ group: value.group_cover, amount: value.insured_value })),
    discounts: quote.discounts ?? [],
    bundleCode: quote.bundle_code ?? undefined,
  };
}

function toOfferEntity(offer: BundleOffer, index: number, caller: UserCaller): FireOfferEntity {
  return {
    index,
    bundle_code: offer.bundleCode,
    title: offer.title,
    status_code: offer.status,
    messages: ruleMessages(offer.messages).map((message) => toMessageEntity(message, caller)),
    covers: offer.covers.map(({ code, title, included, sumInsured, net }) => ({
      code,
      title,
      included,
      sum_insured: sumInsured === null ? null : amountToNumber(sumInsured),
      net: net === null ? null : amountToNumber(net),
    })),
    discounts: offer.discounts.map(({ code, title, rate, amount }) => ({
      code,
      title,
      rate: Number(rate),
      amount: amount === null ? null : amountToNumber(amount),
    })),
    pricing: offer.price && toPricingEntity(offer.price),
  };
}
