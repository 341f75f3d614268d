import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { assertNoViolations, buildCatalogueViolation, DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toNumber } from '../../common/money.js';
import { isPlate, normalizePlate } from '../../common/plate.js';
import { deleteInvalidValues, type Checked, toStoredInput } from '../../common/validation/checked.js';
import type { Class } from '../../common/validation/dto.js';
import { inspectInput } from '../../common/validation/validate.js';
import { calculateMotorOffers, type BundleOffer } from '../../pricing/bundle-offers.js';
import { MOTOR_BRANCH } from '../../pricing/branch.js';
import { calculate } from '../../pricing/calculate.js';
import { buildMotorFactsByBundle, getMotorTerms } from '../../pricing/motor-facts.js';
import type { MotorReference } from '../../pricing/motor-risk.js';
import type { Tariff } from '../../pricing/tariff.js';
import { buildRuleMessages } from '../../record/core/applications/calculated-application.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { BonusMalusRegistry } from '../../record/reference/bonus-malus/bonus-malus-registry.js';
import { toDiscounts, toMessageResponse } from '../../record/core/lines/price.mapper.js';
import { getTitle } from '../../record/reference/tariffs/tariff-titles.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { buildNoBundle, buildUnpriced } from '../../record/contract/offers/unpriced.js';
import type { NeedAnswer } from '../../record/contract/offers/needs-statement.js';
import type { PricedQuote } from '../../record/contract/offers/quote-offer.service.js';
import { getPrintedWords } from '../../record/contract/issue/printed-words.js';
import { parseCodes } from '../../pricing/code-list.js';
import { buildMotorContract } from './motor-contract.js';
import { MOTOR_FORM } from './motor-form.js';
import { MotorCalculator } from './motor-calculator.js';
import { listRatingViolations } from './motor-consistency.js';
import { DATES } from './motor-input.js';
import { toPremium } from './motor-premium.mapper.js';
import {
  MotorQuoteOfferRequest,
  PricingParamRequest,
  type MotorBonusMalusResponse,
  type MotorBonusMalusQuery,
  type MotorBundleOfferResponse,
  type MotorOffersResponse,
} from './motor-quote.dto.js';
import { buildMotorReference, toMotorRisk } from './motor-risk.mapper.js';
import { listValueWarnings } from './value-warnings.js';

const DEFAULT_USAGE = '01';
const YEARLY = 12;
/** Stands for the parties, which a quote does not name. */
const NOBODY = { lastName: '', afm: '' } as MotorPerson;

const NEEDED = [
  'plateNo',
  'makeCode',
  'modelCode',
  'manufactureYear',
  'insuredValue',
  'bonusMalus',
  'regionPostcode',
  'driverBirthYear',
  'driverLicenceDate',
  'policyStartDate',
] as const;

type SentQuote = Checked<MotorQuestionnaire> & { readonly clientAfm?: string; readonly needs?: readonly NeedAnswer[] | null };
type Quote = Pick<MotorQuestionnaire, 'policyStartDate' | 'payFrequencyInMonths' | 'usageCode'> & Partial<MotorQuestionnaire>;

@Injectable()
export class MotorQuoteService {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
    private readonly registry: BonusMalusRegistry,
  ) {}

  async price(caller: UserCaller, body: unknown): Promise<MotorOffersResponse> {
    const { quote, tariff, reference } = await this.read(caller, body);
    const offers = calculateMotorOffers({ ...toMotorRisk(quote), bundleCode: quote.bundleCode }, tariff, reference, toLocalDate(caller.at));
    return { bundles: offers.map((offer) => toOffer(offer, caller)), ...this.findWarnings(caller, quote) };
  }

  async priceQuote(caller: UserCaller, body: unknown): Promise<PricedQuote> {
    const { sent, quote, tariff, reference, needs } = await this.read(caller, body, MotorQuoteOfferRequest);
    assertNoViolations(quote.bundleCode === undefined ? [buildNoBundle('bundleCode')] : []);
    const [offer] = calculateMotorOffers(
      { ...toMotorRisk(quote), bundleCode: quote.bundleCode },
      tariff,
      reference,
      toLocalDate(caller.at),
    );
    const { bundleCode, price, status, messages } = offer as BundleOffer;
    if (price === null) throw buildUnpriced(buildRuleMessages(messages));
    const { policyStartDate: start, payFrequencyInMonths: payFrequencyMonths } = quote;
    return {
      ...{ line: 'motor', tariff, price, bundleCode, payFrequencyMonths, needs },
      riskKinds: [quote.usageCode],
      discounts: parseCodes(quote.discountCodes),
      needsApproval: status === '25',
      messages: buildRuleMessages(messages),
      period: { start, end: addMonths(start, YEARLY) },
      missing: this.listMissing(sent, quote, tariff, reference).map((field) => MOTOR_FORM.fields[field].label),
      describe: (language) => buildMotorContract({ ...quote, client: NOBODY }, getPrintedWords(this.calculator.lists, language), tariff),
    };
  }

  private findWarnings({ language }: UserCaller, quote: Quote): Pick<MotorOffersResponse, 'warnings'> {
    const warnings = listValueWarnings(quote, this.calculator.lists);
    return warnings.length === 0 ? {} : { warnings: warnings.map((warning) => toMessageResponse(warning, language)) };
  }

  private listMissing(sent: Checked<MotorQuestionnaire>, quote: Quote, tariff: Tariff, reference: MotorReference) {
    return [...NEEDED.filter((field) => sent[field] === undefined), ...missingMeasure(quote, tariff, reference)];
  }

  async validate(caller: UserCaller, body: unknown): Promise<MotorOffersResponse> {
    const { sent, quote, tariff, reference } = await this.read(caller, body);
    const bundles = [...tariff.bundles.values()].filter(({ code, active, offeredFor }) =>
      quote.bundleCode === undefined ? active && offeredFor.has(quote.usageCode) : code === quote.bundleCode,
    );
    const factsWith = buildMotorFactsByBundle(toMotorRisk(quote), tariff, reference, toLocalDate(caller.at));
    const offers = bundles.map((bundle): MotorBundleOfferResponse => {
      const { code } = bundle;
      const { status, messages } = calculate(factsWith(code), tariff);
      const shown = buildRuleMessages(messages).map((message) => toMessageResponse(message, caller.language));
      const title = getTitle(caller, 'bundles', code, bundle.title);
      return { bundleCode: code, bundleTitle: title, statusCode: status, messages: shown, covers: [], discounts: [], premium: null };
    });
    return {
      bundles: offers,
      missing: this.listMissing(sent, quote, tariff, reference),
      ...this.findWarnings(caller, quote),
    };
  }

  async bonusMalus({ environment, user }: UserCaller, query: MotorBonusMalusQuery): Promise<MotorBonusMalusResponse> {
    const plateNo = normalizePlate(query.plateNo);
    if (!isPlate(plateNo)) throw DomainError.ofViolations([buildCatalogueViolation('plateNo', ErrorCode.BAD_PLATE)]);
    const entry = await this.registry.find({ environment, agentCode: user.agentCode }, plateNo, query.clientAfm ?? null);
    if (!entry) throw new DomainError(ErrorCode.NO_BONUS_MALUS);
    const { bonusMalus, claimsLast5Years, source, asOf } = entry;
    return { plateNo, bonusMalus, claimsLast5Years, source, asOf };
  }

  private async read(caller: UserCaller, body: unknown, type: Class<PricingParamRequest> = PricingParamRequest) {
    const { environment, user } = caller;
    const { value, violations } = inspectInput(type, body, this.calculator.lists);
    const { needs = null, ...sent } = toStoredInput(deleteInvalidValues(value, violations), DATES) as SentQuote;
    const start = sent.policyStartDate ?? toLocalDate(caller.at);
    const tariff = this.calculator.findTariff(caller, { policyStartDate: start });
    assertNoViolations([
      ...violations,
      ...listRatingViolations(sent, this.tariffs.knownCodes(environment, MOTOR_BRANCH.code), this.calculator.lists, tariff),
    ]);
    if (!tariff) throw new DomainError(ErrorCode.NO_TARIFF);
    const { plateNo, clientAfm } = sent;
    const isNamed = plateNo !== undefined && clientAfm !== undefined;
    const place = { environment, agentCode: user.agentCode };
    const entry = isNamed ? await this.registry.find(place, plateNo, clientAfm) : undefined;
    const quote = { payFrequencyInMonths: YEARLY, usageCode: DEFAULT_USAGE, ...(sent as object), policyStartDate: start } as Quote;
    return {
      sent: sent as Checked<MotorQuestionnaire>,
      needs,
      quote,
      tariff,
      reference: buildMotorReference(quote, { registryBonusMalus: entry && entry.bonusMalus }, this.calculator.lists),
    };
  }
}

function missingMeasure(quote: Quote, tariff: Tariff, { model }: MotorReference): ('grossWeight' | 'powerInKw' | 'engineCc')[] {
  const terms = getMotorTerms(tariff);
  const isElectric = terms.electricFuelTypes.has(quote.fuelType ?? model?.fuelType ?? '');
  const isByWeight = terms.usages.get(quote.usageCode)?.measure === 'grossWeight';
  const measure = isByWeight ? 'grossWeight' : isElectric ? 'powerInKw' : 'engineCc';
  return (quote[measure] ?? model?.[measure] ?? 0) > 0 ? [] : [measure];
}

function toOffer(offer: BundleOffer, caller: UserCaller): MotorBundleOfferResponse {
  return {
    bundleCode: offer.bundleCode,
    bundleTitle: getTitle(caller, 'bundles', offer.bundleCode, offer.title),
    statusCode: offer.status,
    messages: buildRuleMessages(offer.messages).map((message) => toMessageResponse(message, caller.language)),
    covers: offer.covers.map(({ code, title, sumInsured, net }) => ({
      code,
      title: getTitle(caller, 'covers', code, title),
      sumInsured: sumInsured === null ? null : toNumber(sumInsured),
      premium: net === null ? null : toNumber(net),
    })),
    discounts: toDiscounts(offer.discounts, caller),
    premium: offer.price && toPremium(offer.price, caller),
  };
}
