import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { assertNoFaults, DomainError, type Fault } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toNumber } from '../../common/money.js';
import { mapInTurns } from '../../common/turns.js';
import { isMissing, isRecord } from '../../common/validation/checks.js';
import { deleteFaultyValues, type Checked } from '../../common/validation/checked.js';
import { inspectInput } from '../../common/validation/validate.js';
import { calculateFireOffers, type BundleOffer, type FireQuote } from '../../pricing/bundle-offers.js';
import { buildRuleMessages } from '../../record/core/applications/calculated-application.js';
import type { FireObject } from '../../record/reference/products/fire-questionnaire.js';
import { toDiscounts, toMessageResponse } from '../../record/core/lines/price.mapper.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { getTitle } from '../../record/reference/tariffs/tariff-titles.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { toPricingResponse } from './fire-application.mapper.js';
import { buildFireReference } from './fire-calculator.js';
import { listObjectFaults } from './fire-consistency.js';
import { readObjectInput, toStoredFire } from './fire-input.js';
import { type FireOfferResponse, type FireQuoteRequest, FireQuotesRequest, MAX_OPEN_QUOTES } from './fire-pricing.dto.js';
import { toRiskObject } from './fire-risk.mapper.js';

/** Prices bundles without storing anything (fire.10). */
@Injectable()
export class FirePricingService {
  constructor(
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
  ) {}

  /** @throws DomainError NO_TARIFF, or all faults of the fields, UNKNOWN_BUNDLE, UNKNOWN_DISCOUNT, INVALID */
  async calculateBundles(caller: UserCaller, body: unknown): Promise<FireOfferResponse[]> {
    const today = toLocalDate(caller.at);
    const { value, faults } = inspectInput(FireQuotesRequest, readQuotes(body, this.lists), this.lists);
    const tariff = this.tariffs.pick(caller.environment, 'FIRE', today);
    if (!tariff) throw new DomainError(ErrorCode.NO_TARIFF);
    const { bundles: quotes = [] } = toStoredFire(deleteFaultyValues(value, faults)) as Checked<FireQuotesRequest>;
    const consistency = quotes.flatMap((quote, index) =>
      listObjectFaults((quote ?? {}) as Checked<FireObject>, tariff, { today, lists: this.lists }, `bundles[${index}]`),
    );
    assertNoFaults([...faults, ...consistency, ...openQuoteFaults(quotes)]);
    const offers = await mapInTurns(quotes as readonly FireQuoteRequest[], (quote, index) =>
      calculateFireOffers(toFireQuote(quote, this.lists), tariff, buildFireReference(this.lists), today).map((offer) =>
        toOfferResponse(offer, index, caller),
      ),
    );
    return offers.flat();
  }
}

/** Converts alternative spellings, as for the objects of an application. */
function readQuotes(body: unknown, lists: ReferenceLists): unknown {
  return isRecord(body) && Array.isArray(body['bundles'])
    ? { ...body, bundles: body['bundles'].map((quote) => readObjectInput(quote, undefined, lists)) }
    : body;
}

/** Limits the size of the response, which has all bundles for each of these risks. */
function openQuoteFaults(quotes: readonly Checked<FireQuoteRequest | undefined>[]): Fault[] {
  const open = quotes.filter((quote) => isMissing(quote?.bundle_code)).length;
  return open > MAX_OPEN_QUOTES ? [{ path: 'bundles', code: ErrorCode.INVALID, text: TOO_MANY_OPEN }] : [];
}

const TOO_MANY_OPEN = {
  el: `Έως ${MAX_OPEN_QUOTES} κίνδυνοι χωρίς bundle_code.`,
  en: `At most ${MAX_OPEN_QUOTES} risks without bundle_code.`,
};

function toFireQuote(quote: FireQuoteRequest, lists: ReferenceLists): FireQuote {
  const object = toRiskObject({
    ...quote,
    kind_of_risk: lists.item('subkindsOfRisk', quote.subkind_of_risk)?.kindOfRiskCode ?? '',
    post_code: '',
    bundle_code: '',
    building_year_piping: quote.building_year_piping ?? quote.building_year,
  });
  return { ...object, prefecture: quote.prefecture_code, bundleCode: quote.bundle_code };
}

function toOfferResponse(offer: BundleOffer, index: number, caller: UserCaller): FireOfferResponse {
  return {
    index,
    bundle_code: offer.bundleCode,
    title: getTitle(caller, 'bundles', offer.bundleCode, offer.title),
    status_code: offer.status,
    messages: buildRuleMessages(offer.messages).map((message) => toMessageResponse(message, caller.language)),
    covers: offer.covers.map(({ code, title, included, sumInsured, net }) => ({
      code,
      title: getTitle(caller, 'covers', code, title),
      included,
      sum_insured: sumInsured === null ? null : toNumber(sumInsured),
      net: net === null ? null : toNumber(net),
    })),
    discounts: toDiscounts(offer.discounts, caller),
    pricing: offer.price && toPricingResponse(offer.price, caller),
  };
}
