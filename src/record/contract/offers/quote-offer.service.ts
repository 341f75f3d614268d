import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate } from '../../../common/athens.js';
import { getHolder, type UserCaller } from '../../../common/caller.js';
import type { Language, Text } from '../../../common/language.js';
import type { PayFrequencyMonths, Price } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import { Store } from '../../../store/store.js';
import type { RecordMessage } from '../../core/applications/application.js';
import type { PrintedPeriod } from '../../core/documents/rendering/documents.types.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import type { Contract } from '../../core/lines/line.js';
import { AgentService } from '../../money/agents/agent.service.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { APPLICATION_NOTE, APPROVAL, buildMissingFields, buildPaymentNote, ISSUE, toOfferDocument } from './offer-document.mapper.js';
import { assertNeeds, sortNeeds, type NeedAnswer } from './needs-statement.js';
import { OfferRepository, type Offer } from './offer.repository.js';
import { findEarliest, hashFile } from './offer.service.js';

export interface PricedQuote {
  readonly line: LineCode;
  readonly tariff: Tariff;
  readonly price: Price;
  readonly bundleCode: string;
  readonly discounts: readonly string[];
  readonly needsApproval: boolean;
  readonly messages: readonly RecordMessage[];
  readonly period: PrintedPeriod;
  readonly payFrequencyMonths: PayFrequencyMonths;
  readonly missing: readonly Text[];
  readonly riskKinds: readonly string[];
  readonly needs: readonly NeedAnswer[] | null;
  describe(language: Language): Contract;
}

export interface PrintedQuoteOffer {
  readonly offerNo: string;
  readonly content: Buffer;
}

/** Only number and hash are stored (customer.4). */
@Injectable()
export class QuoteOfferService {
  constructor(
    private readonly agents: AgentService,
    private readonly offers: OfferRepository,
    private readonly renderer: PdfRenderer,
    private readonly settings: SettingsService,
    private readonly store: Store,
  ) {}

  async print(caller: UserCaller, quote: PricedQuote): Promise<PrintedQuoteOffer> {
    const { environment, at, language, user } = caller;
    const { tariff, price, line } = quote;
    const needs = sortNeeds(quote.needs);
    assertNeeds(tariff, needs);
    const offerNo = await this.offers.claimNumber(caller);
    const [{ insurer, legalTexts }, agent] = await Promise.all([this.settings.get(caller), this.agents.find(caller, user.agentCode)]);
    const validUntil = findEarliest(addDays(toLocalDate(at), tariff.quoteValidityDays), quote.period.start);
    const fields = quote.missing.length > 0 ? [buildMissingFields(quote.missing)] : [];
    const data = toOfferDocument({
      ...quote,
      ...{ environment, language, insurer, legalTexts, offerNo, validUntil, needs },
      contract: quote.describe(language),
      agent: { code: user.agentCode, name: agent?.name ?? '', licenceNo: agent?.licenceNo },
      issuedAt: at,
      applicationNo: null,
      terms: null,
      bundles: [quote.bundleCode],
      discounts: [quote.discounts],
      missing: [APPLICATION_NOTE, ...fields, ...(quote.needsApproval ? [APPROVAL] : []), buildPaymentNote(price), ISSUE],
      notes: quote.messages.map(({ text }) => text),
    });
    const content = await this.renderer.render(getHolder(caller), { kind: 'offer', data });
    const offer: Offer = {
      ...{ offerNo, line, validUntil, needs },
      agentCode: user.agentCode,
      applicationId: null,
      applicationVersion: null,
      documentId: null,
      tariffCode: tariff.code,
      tariffVersion: tariff.version,
      gross: price.gross,
      sha256: hashFile(content),
      madeBy: user.name,
      madeAt: at,
    };
    await this.store.transaction(caller, (tx) => this.offers.insert(tx, offer));
    return { offerNo, content };
  }
}
