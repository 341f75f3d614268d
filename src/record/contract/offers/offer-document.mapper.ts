import type { LocalDate } from '../../../common/athens.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { PayFrequencyMonths, Price } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Terms } from '../../core/applications/approval.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import type { AgentDetails, OfferDocument, PrintedPeriod } from '../../core/documents/rendering/documents.types.js';
import { getDueDate } from '../../money/ledger/receipt-plan.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import { findLineTexts, type LegalTexts } from '../../reference/settings/legal-texts.js';
import type { Insurer } from '../../reference/settings/settings.service.js';
import {
  FREQUENCY_TITLES,
  toExclusions,
  toPrintedCover,
  toPrintedDiscounts,
  toPrintedTerms,
  toPrintedTotals,
  type PriceFacts,
} from '../issue/policy-document.mapper.js';
import { toPrintedNeeds, type NeedAnswer } from './needs-statement.js';

export interface OfferFacts extends PriceFacts {
  readonly tariff: Tariff;
  readonly price: Price;
  readonly insurer: Insurer;
  readonly legalTexts: LegalTexts;
  readonly agent: AgentDetails;
  readonly issuedAt: Date;
  readonly line: LineCode;
  readonly offerNo: string;
  readonly applicationNo: string | null;
  readonly validUntil: LocalDate;
  readonly period: PrintedPeriod;
  readonly payFrequencyMonths: PayFrequencyMonths;
  readonly terms: Terms | null;
  readonly bundles: readonly string[];
  readonly riskKinds: readonly string[];
  readonly needs: readonly NeedAnswer[] | null;
  readonly missing: readonly Text[];
  readonly notes: readonly Text[];
}

export function toOfferDocument(facts: OfferFacts): OfferDocument {
  const { language, insurer, legalTexts, contract, price, environment, terms, line, applicationNo } = facts;
  const row = getLineRow(line);
  const conditions = findLineTexts(legalTexts, line)?.generalConditions;
  return {
    language,
    insurer: toInsurerDetails(insurer, language),
    issuedAt: facts.issuedAt,
    currency: facts.tariff.currency,
    sandbox: environment === 'sandbox',
    offerNo: facts.offerNo,
    line: contract.line,
    applicationNo,
    client: applicationNo === null ? null : contract.client,
    insured: applicationNo === null ? null : contract.insured,
    agent: facts.agent,
    validUntil: facts.validUntil,
    period: facts.period,
    paymentFrequency: FREQUENCY_TITLES[facts.payFrequencyMonths][language],
    facts: contract.facts,
    objects: contract.objects,
    covers: price.lines.map((one) => toPrintedCover(one, facts)),
    discounts: toPrintedDiscounts(price, facts),
    terms: terms && toPrintedTerms(terms, facts),
    totals: toPrintedTotals(price, facts),
    instalments: price.instalments.map(({ no, from, to, gross }, index) => {
      return { no, from, to, due: index === 0 ? facts.validUntil : getDueDate(from, row), gross, status: 'PENDING' };
    }),
    exclusions: toExclusions(facts),
    needs: toPrintedNeeds(facts),
    missing: facts.missing.map((text) => text[language]),
    notes: facts.notes.map((text) => text[language]),
    conditions: conditions ? { ...conditions, title: conditions.title[language] } : null,
  };
}

export const ACCEPTANCE: Text = {
  el: 'Η αποδοχή της προσφοράς και η υπογραφή της αίτησης από τον λήπτη της ασφάλισης.',
  en: 'Acceptance of the offer and signature of the application by the policyholder.',
};
export const APPLICATION_NOTE: Text = {
  el: 'Η υποβολή αίτησης με τα πλήρη στοιχεία του λήπτη της ασφάλισης και του αντικειμένου. Από αυτά ενδέχεται να προκύψει άλλο ασφάλιστρο.',
  en: 'An application with all details of the policyholder and of the insured property, from which another premium may result.',
};
export const APPROVAL: Text = {
  el: 'Η έγκριση της εταιρείας (Ανάληψη Κινδύνων).',
  en: 'The insurer’s approval (underwriting).',
};
export const ISSUE: Text = { el: 'Η έκδοση του ασφαλιστηρίου.', en: 'The issue of the policy.' };

export function buildPaymentNote({ instalments, gross }: Price): Text {
  const { el, en } = formatEuro(instalments[0]?.gross ?? gross);
  return { el: `Η πληρωμή της πρώτης δόσης (${el}).`, en: `Payment of the first instalment (${en}).` };
}

export function buildAnswer(lastDay: LocalDate): Text {
  const day = formatDate(lastDay);
  return {
    el: `Η απάντηση του λήπτη της ασφάλισης έως και ${day}, και η υπογραφή της αίτησης.`,
    en: `The policyholder’s answer until ${day}, and the signature of the application.`,
  };
}

export function buildMissingFields(labels: readonly Text[]): Text {
  return {
    el: `Στοιχεία που λείπουν: ${labels.map(({ el }) => el).join(', ')}.`,
    en: `Missing details: ${labels.map(({ en }) => en).join(', ')}.`,
  };
}
