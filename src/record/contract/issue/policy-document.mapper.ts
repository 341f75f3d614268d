import { getStartOfDay, toLocalDate, toLocalDateTime } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Language, Text } from '../../../common/language.js';
import { sum, toAmount } from '../../../common/money.js';
import { calculateDiscountAmounts } from '../../../pricing/discount-amounts.js';
import type { Price, PriceLine, PayFrequencyMonths } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Agent } from '../../money/agents/agent.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import type {
  PrintedApprovalTerms,
  ConsolidatedDocument,
  PolicyDocument,
  PrintedCover,
  PrintedDiscount,
  PrintedExclusions,
  PrintedHours,
  PrintedInstalment,
  PrintedTotals,
} from '../../core/documents/rendering/documents.types.js';
import { formatRate } from '../../../common/formats.js';
import { KIND_TITLES, type Amendment } from '../../core/amendments/amendment.js';
import type { NewReceipt, Receipt } from '../../core/applications/receipt.js';
import { getLineRow } from '../../reference/products/line-table.js';
import type { Insurer } from '../../reference/settings/settings.service.js';
import type { LegalTexts } from '../../reference/settings/legal-texts.js';
import { formatItem, listTitles } from '../../reference/tariffs/tariff-titles.js';
import type { Terms } from '../../core/applications/approval.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import type { Contract } from '../../core/lines/line.js';
import { toLegalTexts } from './legal-texts.mapper.js';

export const FREQUENCY_TITLES: Readonly<Record<PayFrequencyMonths, Text>> = {
  3: { el: 'Τριμηνιαία', en: 'Quarterly' },
  6: { el: 'Εξαμηνιαία', en: 'Half-yearly' },
  12: { el: 'Ετήσια', en: 'Yearly' },
};

export interface PrintedFacts {
  readonly application: ApplicationRecord;
  readonly contract: Contract;
  readonly insurer: Insurer;
  readonly legalTexts: LegalTexts;
  readonly agent: Agent | null;
  readonly issuedAt: Date;
  readonly environment: Environment;
  readonly language: Language;
}

export interface ContractFacts extends PrintedFacts {
  readonly tariff: Tariff | undefined;
  readonly terms: Terms | null;
  readonly discounts: readonly (readonly string[])[];
  readonly bundles: readonly string[];
}

export type PriceFacts = Pick<ContractFacts, 'contract' | 'discounts' | 'environment' | 'language' | 'tariff'>;

export function toPolicyDocument(facts: ContractFacts, receipts: readonly NewReceipt[]): PolicyDocument {
  const { id, price, policyNo } = facts.application;
  if (!price || policyNo === null) throw new Error(`Application ${id} has no price or no policy number for its issue.`);
  return {
    ...toContract(facts),
    policyNo,
    hours: toHours(facts, receipts),
    exclusions: toExclusions(facts),
    legal: toLegalTexts(facts, policyNo),
    totals: toPrintedTotals(price, facts),
    instalments: receipts.map((receipt, index) => ({
      no: receipt.instalmentNo,
      from: receipt.periodFrom,
      to: receipt.periodTo,
      due: receipt.dueDate,
      gross: receipt.gross,
      status: index === 0 ? 'PAID' : 'PENDING',
    })),
  };
}

/** Cover begins on the start date or at a later issue, and ends when the end date begins (documents.17). */
function toHours({ application: { line, startDate, endDate }, issuedAt }: PrintedFacts, [first]: readonly NewReceipt[]): PrintedHours {
  const start = new Date(Math.max(getStartOfDay(startDate).getTime(), issuedAt.getTime()));
  const paidTo = first && first.periodTo < endDate ? first.periodTo : null;
  const hours = { start: toMinutes(start), end: toMinutes(getStartOfDay(endDate)) };
  if (paidTo === null || !getLineRow(line).isSuspendedUnpaid) return { ...hours, paidEnd: null, paidTo };
  return { ...hours, paidEnd: toMinutes(getStartOfDay(paidTo)), paidTo: null };
}

function toMinutes(at: Date): string {
  return toLocalDateTime(at).slice(0, 16);
}

export interface ContractDay extends Pick<ConsolidatedDocument, 'on' | 'asOf' | 'stretch' | 'paidUntil'> {
  readonly acts: readonly Amendment[];
  readonly receipts: readonly Receipt[];
}

export function toConsolidatedDocument(facts: ContractFacts, { acts, receipts, ...day }: ContractDay): ConsolidatedDocument {
  const { id, price, policyNo } = facts.application;
  if (!price || policyNo === null) throw new Error(`Policy ${id} has no price or no number.`);
  return {
    ...toContract(facts),
    ...day,
    policyNo,
    acts: acts.map(({ amendmentNo: no, kind, effectiveDate: effectiveOn, issuedAt }) => {
      const issuedOn = issuedAt === null ? effectiveOn : toLocalDate(issuedAt);
      return { no, kind: KIND_TITLES[kind][facts.language], effectiveOn, issuedOn };
    }),
    totals: toPrintedTotals(price, facts),
    instalments: toPresentInstalments(receipts),
  };
}

function toPresentInstalments(receipts: readonly Receipt[]): PrintedInstalment[] {
  const premiums = receipts.filter(({ kind }) => kind !== 'REFUND' && kind !== 'EARNED');
  return premiums
    .filter(({ kind }) => kind !== 'ENDORSEMENT')
    .map(({ instalmentNo: no, periodFrom: from, periodTo: to, dueDate: due, status }) => {
      const gross = toAmount(sum(premiums.filter(({ instalmentNo }) => instalmentNo === no).map((receipt) => receipt.gross)));
      return { no, from, to, due, gross, status };
    })
    .sort((a, b) => a.no - b.no);
}

export function toPrintedHead({ application, insurer, agent, issuedAt, environment, language }: PrintedFacts) {
  return {
    language,
    insurer: toInsurerDetails(insurer, language),
    issuedAt,
    currency: 'EUR',
    sandbox: environment === 'sandbox',
    agent: { code: application.agentCode, name: agent?.name ?? '', licenceNo: agent?.licenceNo },
  };
}

export function toContract(facts: ContractFacts) {
  const { application, contract, terms, language } = facts;
  const { price } = application;
  return {
    ...toPrintedHead(facts),
    line: contract.line,
    applicationNo: application.applicationNo,
    client: contract.client,
    insured: contract.insured,
    period: { start: application.startDate, end: application.endDate },
    paymentFrequency: FREQUENCY_TITLES[application.payFrequencyMonths][language],
    facts: contract.facts,
    objects: contract.objects,
    covers: (price?.lines ?? []).map((line) => toPrintedCover(line, facts)),
    discounts: price ? toPrintedDiscounts(price, facts) : [],
    terms: terms && toPrintedTerms(terms, facts),
  };
}

export function toPrintedCover(line: PriceLine, facts: PriceFacts): PrintedCover {
  const { contract, language } = facts;
  return {
    group: toObjectHeading(contract, line.object - 1),
    code: line.cover,
    title: listTitles(facts.environment).in(language, 'covers', line.cover, line.title),
    insured: line.group === null ? null : contract.groupTitle?.(line.group),
    sumInsured: line.sumInsured,
    deductible: findDeductible(line.cover, facts),
    net: line.net,
  };
}

export function toObjectHeading({ objects }: Contract, index: number): string | null {
  const object = objects[index];
  return object && objects.length > 1 ? `${index + 1}. ${object.title}` : null;
}

const DEDUCTIBLE_BASES: ReadonlyMap<string, Text> = new Map([
  ['percentOfSumInsured', { el: ' του ασφαλιζόμενου κεφαλαίου', en: ' of the sum insured' }],
  ['percentOfLoss', { el: ' της ζημιάς', en: ' of the loss' }],
]);

function findDeductible(code: string, { tariff, contract, language }: PriceFacts): string | null {
  const deductible = tariff?.covers.get(code)?.deductible;
  if (!deductible) return contract.deductibleOf?.(code) ?? null;
  return `${formatRate(deductible.value, language)}${DEDUCTIBLE_BASES.get(deductible.type)?.[language] ?? ''}`;
}

export function toPrintedDiscounts(price: Price, { tariff, discounts, language }: PriceFacts): PrintedDiscount[] {
  if (tariff === undefined) return [];
  const amounts = discounts.flatMap((codes, index) => {
    const lines = price.lines.filter(({ object }) => object === index + 1);
    return calculateDiscountAmounts(codes, { ...price, lines }, tariff);
  });
  return [...tariff.discounts.values()].flatMap((discount) => {
    const total = sum(amounts.filter(({ code }) => code === discount.code).map(({ amount }) => amount ?? '0'));
    if (total.eq(0)) return [];
    const title = formatItem('discounts', discount)[language];
    return [{ code: discount.code, title, rate: discount.rate.text, amount: toAmount(total) }];
  });
}

export function toExclusions({ tariff, bundles, language }: Pick<ContractFacts, 'bundles' | 'language' | 'tariff'>): PrintedExclusions[] {
  return bundles.flatMap((code) => {
    const bundle = tariff?.bundles.get(code);
    if (!bundle?.ipid) return [];
    const { notInsured, restrictions } = bundle.ipid;
    return [{ title: formatItem('bundles', bundle)[language], items: [...notInsured, ...restrictions].map((text) => text[language]) }];
  });
}

export function toPrintedTotals(
  { net, fee, taxes, levies, gross }: Pick<NewReceipt, 'net' | 'fee' | 'taxes' | 'levies' | 'gross'>,
  facts: Pick<ContractFacts, 'language' | 'tariff'>,
): PrintedTotals {
  return {
    net,
    fee,
    taxes: taxes.map(({ taxClass, rate, tax }) => ({ title: getChargeTitle(facts, 'taxClasses', taxClass), rate, amount: tax })),
    levies: levies.map(({ code, rate, amount }) => ({ title: getChargeTitle(facts, 'levies', code), rate, amount })),
    gross,
  };
}

function getChargeTitle(
  { tariff, language }: Pick<ContractFacts, 'language' | 'tariff'>,
  kind: 'taxClasses' | 'levies',
  code: string,
): string {
  const charge = tariff?.[kind].find((one) => one.code === code);
  return charge ? formatItem(kind, charge)[language] : code;
}

export function toPrintedTerms(
  { loadingPercent, deductible, note, excludedCovers = [] }: Terms,
  { tariff, language }: Pick<ContractFacts, 'tariff' | 'language'>,
): PrintedApprovalTerms {
  return {
    loadingPercent,
    deductible,
    note,
    excludedCovers: excludedCovers.map((code) => {
      const cover = tariff?.covers.get(code);
      return { code, title: cover ? formatItem('covers', cover)[language] : code };
    }),
  };
}
