import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDate, type LocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { assertNoViolations, DomainError, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toNumber } from '../../common/money.js';
import { mapInTurns } from '../../common/turns.js';
import { isMissing, isRecord } from '../../common/validation/checks.js';
import { deleteInvalidValues, type Checked } from '../../common/validation/checked.js';
import type { Class } from '../../common/validation/dto.js';
import { inspectInput } from '../../common/validation/validate.js';
import { calculateFireOffers, type BundleOffer, type FireQuote } from '../../pricing/bundle-offers.js';
import { buildRuleMessages } from '../../record/core/applications/calculated-application.js';
import type { FireClient, FireObject } from '../../record/reference/products/fire-questionnaire.js';
import { toDiscounts, toMessageResponse } from '../../record/core/lines/price.mapper.js';
import { buildNoBundle, buildUnpriced } from '../../record/contract/offers/unpriced.js';
import type { NeedAnswer } from '../../record/contract/offers/needs-statement.js';
import type { PricedQuote } from '../../record/contract/offers/quote-offer.service.js';
import { getPrintedWords } from '../../record/contract/issue/printed-words.js';
import type { Tariff } from '../../pricing/tariff.js';
import { buildFireContract, type PrintedFireObject } from './fire-contract.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { getTitle } from '../../record/reference/tariffs/tariff-titles.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { toPricingResponse } from './fire-application.mapper.js';
import { buildFireReference } from './fire-calculator.js';
import { listObjectViolations } from './fire-consistency.js';
import { readObjectInput, toStoredFire } from './fire-input.js';
import {
  type FireOfferResponse,
  FireQuoteOfferRequest,
  type FireQuoteRequest,
  FireQuotesRequest,
  MAX_OPEN_QUOTES,
} from './fire-pricing.dto.js';
import { toRiskObject } from './fire-risk.mapper.js';

@Injectable()
export class FirePricingService {
  constructor(
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
  ) {}

  async calculateBundles(caller: UserCaller, body: unknown): Promise<FireOfferResponse[]> {
    const { quotes, tariff, today } = this.read(caller, body);
    const offers = await mapInTurns(quotes, (quote, index) =>
      this.calculate(quote, tariff, today).map((offer) => toOfferResponse(offer, index, caller)),
    );
    return offers.flat();
  }

  priceQuote(caller: UserCaller, body: unknown): PricedQuote {
    const { quotes, tariff, today, needs } = this.read(caller, body, FireQuoteOfferRequest);
    const [quote] = quotes;
    if (quote === undefined || quotes.length > 1)
      throw DomainError.ofViolations([{ path: 'bundles', code: ErrorCode.INVALID, text: ONE_RISK }]);
    assertNoViolations(isMissing(quote.bundle_code) ? [buildNoBundle('bundles[0].bundle_code')] : []);
    const [offer] = this.calculate(quote, tariff, today);
    const { bundleCode, price, status, messages } = offer as BundleOffer;
    if (price === null) throw buildUnpriced(buildRuleMessages(messages));
    return {
      ...{ line: 'fire', tariff, price, bundleCode },
      discounts: quote.discounts ?? [],
      needsApproval: status === '25',
      messages: buildRuleMessages(messages),
      period: { start: today, end: addMonths(today, YEARLY) },
      payFrequencyMonths: YEARLY,
      missing: [],
      riskKinds: [this.lists.item('subkindsOfRisk', quote.subkind_of_risk)?.kindOfRiskCode ?? ''],
      needs,
      describe: (language) =>
        buildFireContract(
          { ...NO_PARTIES, objects_insured: [toPrintedObject(quote, this.lists)] },
          getPrintedWords(this.lists, language),
          tariff,
        ),
    };
  }

  private calculate(quote: FireQuoteRequest, tariff: Tariff, today: LocalDate): BundleOffer[] {
    return calculateFireOffers(toFireQuote(quote, this.lists), tariff, buildFireReference(this.lists), today);
  }

  private read(caller: UserCaller, body: unknown, type: Class<FireQuotesRequest> = FireQuotesRequest) {
    const today = toLocalDate(caller.at);
    const { value, violations } = inspectInput(type, readQuotes(body, this.lists), this.lists);
    const tariff = this.tariffs.pick(caller.environment, 'FIRE', today);
    if (!tariff) throw new DomainError(ErrorCode.NO_TARIFF);
    const { bundles: quotes = [], needs = null } = toStoredFire(deleteInvalidValues(value, violations)) as Checked<FireQuoteOfferRequest>;
    const consistency = quotes.flatMap((quote, index) =>
      listObjectViolations((quote ?? {}) as Checked<FireObject>, tariff, { today, lists: this.lists }, `bundles[${index}]`),
    );
    assertNoViolations([...violations, ...consistency, ...openQuoteViolations(quotes)]);
    return { quotes: quotes as readonly FireQuoteRequest[], tariff, today, needs: needs as readonly NeedAnswer[] | null };
  }
}

function readQuotes(body: unknown, lists: ReferenceLists): unknown {
  return isRecord(body) && Array.isArray(body['bundles'])
    ? { ...body, bundles: body['bundles'].map((quote) => readObjectInput(quote, undefined, lists)) }
    : body;
}

/** Limits the response, which has all bundles for each of these risks. */
function openQuoteViolations(quotes: readonly Checked<FireQuoteRequest | undefined>[]): Violation[] {
  const open = quotes.filter((quote) => isMissing(quote?.bundle_code)).length;
  return open > MAX_OPEN_QUOTES ? [{ path: 'bundles', code: ErrorCode.INVALID, text: TOO_MANY_OPEN }] : [];
}

const TOO_MANY_OPEN = {
  el: `Έως ${MAX_OPEN_QUOTES} κίνδυνοι χωρίς bundle_code.`,
  en: `At most ${MAX_OPEN_QUOTES} risks without bundle_code.`,
};

const YEARLY = 12;
const ONE_RISK = {
  el: 'Μία προσφορά έχει έναν κίνδυνο.',
  en: 'An offer has one risk.',
};
const NOBODY = { last_name: '', afm: '', address: '', post_code: '', city: '' };
const NO_PARTIES = { client: NOBODY as FireClient, insured: NOBODY as FireClient };

function toPrintedObject(quote: FireQuoteRequest, lists: ReferenceLists): PrintedFireObject {
  const { bundle_code: code = '', building_year_piping: piping = quote.building_year } = quote;
  const kind = lists.item('subkindsOfRisk', quote.subkind_of_risk)?.kindOfRiskCode ?? '';
  return { ...(quote as unknown as FireObject), bundle_code: code, building_year_piping: piping, kind_of_risk: kind };
}

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
