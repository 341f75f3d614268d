import { toLocalDate, type LocalDate } from '../../common/athens.js';
import { decimal, sum, toAmount } from '../../common/money.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { Agent } from '../agents/agent.js';
import type { ApplicationRecord } from '../applications/application.js';
import type { PayFrequencyMonths } from '../lines/pay-frequency.js';
import type {
  ApprovalTerms,
  InsurerDetails,
  LabelValue,
  ApplicationDocument,
  PolicyDocument,
  PrintedCover,
  PrintedDiscount,
  PrintedTotals,
} from '../documents/rendering/documents.types.js';
import { formatRate } from '../documents/rendering/formats.js';
import type { NewReceipt } from '../ledger/receipt.js';
import type { Insurer } from '../settings/settings.service.js';
import { Status, STATUSES } from '../applications/status.js';
import type { Terms } from '../applications/approval.js';
import type { Contract } from './contract-description.js';

const FREQUENCY_TITLES: Readonly<Record<PayFrequencyMonths, string>> = { 3: 'Τριμηνιαία', 6: 'Εξαμηνιαία', 12: 'Ετήσια' };

/** Whose document it is, and when it is made. */
export interface PrintedFacts {
  readonly application: ApplicationRecord;
  readonly contract: Contract;
  readonly insurer: Insurer;
  readonly agent: Agent | null;
  readonly issuedAt: Date;
  readonly isSandbox: boolean;
}

export interface ContractFacts extends PrintedFacts {
  /** The tariff that priced it, for the titles of its classes. */
  readonly tariff: Tariff | undefined;
  /** Terms of the approval that counts for the risk. */
  readonly terms: Terms | null;
}

/** The policy as printed at its issue: the first receipt is paid. */
export function toPolicyDocument(facts: ContractFacts, receipts: readonly NewReceipt[]): PolicyDocument {
  const { id, price, policyNo } = facts.application;
  if (!price || policyNo === null) throw new Error(`application ${id} is issued without price or number`);
  return {
    ...toContract(facts),
    policyNo,
    totals: toPrintedTotals(price, facts.tariff),
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

/** The application as the customer signs it: what it costs, nothing of it paid, the first instalment to be paid by the day of its payment code. */
export function toApplicationDocument(facts: ContractFacts, payBy: LocalDate): ApplicationDocument {
  const { application, tariff } = facts;
  const { price, policyNo } = application;
  return {
    ...toContract(facts),
    policyNo,
    applicationDate: toLocalDate(application.createdAt),
    status: STATUSES[Status.PREPAY].title.el,
    totals: price && toPrintedTotals(price, tariff),
    instalments: (price?.instalments ?? []).map(({ no, from, to, gross }, index) => {
      return { no, from, to, due: index === 0 ? payBy : from, gross, status: 'PENDING' };
    }),
  };
}

/** What every document begins with. */
export function toPrintedHead({ application, insurer, agent, issuedAt, isSandbox }: PrintedFacts) {
  return {
    insurer: toInsurerDetails(insurer),
    issuedAt,
    currency: 'EUR',
    sandbox: isSandbox,
    agent: { code: application.agentCode, name: agent?.name ?? '' },
  };
}

function toContract(facts: ContractFacts) {
  const { application, contract, tariff, terms } = facts;
  const { price } = application;
  return {
    ...toPrintedHead(facts),
    line: contract.line,
    applicationNo: application.applicationNo,
    client: contract.client,
    insured: contract.insured,
    period: { start: application.startDate, end: application.endDate },
    paymentFrequency: FREQUENCY_TITLES[application.payFrequencyMonths],
    facts: [...contract.facts, ...deductiblesOf(price, tariff)],
    objects: contract.objects,
    covers: (price?.lines ?? []).map((line) => toPrintedCover(line, contract)),
    discounts: price ? toPrintedDiscounts(price) : [],
    terms: terms && toPrintedTerms(terms, tariff),
  };
}

function toInsurerDetails({ name, afm, address, phone, email }: Insurer): InsurerDetails {
  return { name: name.el, afm, address: address.el, phone, email };
}

function toPrintedCover(line: PriceLine, contract: Contract): PrintedCover {
  const object = contract.objects[line.object - 1];
  return {
    // Under the number and title that the object has above.
    group: object && contract.objects.length > 1 ? `${line.object}. ${object.title}` : null,
    code: line.cover,
    title: line.title,
    sumInsured: line.sumInsured,
    net: line.net,
  };
}

/** What a rate of a deductible is of; of a type that is not here the rate alone is printed. */
const DEDUCTIBLE_BASES: ReadonlyMap<string, string> = new Map([
  ['percentOfSumInsured', ' του ασφαλιζόμενου κεφαλαίου'],
  ['percentOfLoss', ' της ζημιάς'],
]);

/** Each cover once, whatever the number of objects. */
function deductiblesOf(price: Price | null, tariff: Tariff | undefined): LabelValue[] {
  return [...new Set(price?.lines.map(({ cover }) => cover))].flatMap((cover) => {
    const { code, title, deductible } = tariff?.covers.get(cover) ?? {};
    if (!deductible) return [];
    return [
      { label: `Απαλλαγή: ${code} ${title}`, value: `${formatRate(deductible.value)}${DEDUCTIBLE_BASES.get(deductible.type) ?? ''}` },
    ];
  });
}

/** The discounts are inside the net premium of the covers; their sum is printed for information. */
function toPrintedDiscounts(price: Price): PrintedDiscount[] {
  const total = sum(price.lines.map((line) => line.discount));
  return total.eq(0) ? [] : [{ title: 'Εκπτώσεις που περιλαμβάνονται στα καθαρά ασφάλιστρα', amount: toAmount(decimal(total)) }];
}

function toPrintedTotals(price: Price, tariff: Tariff | undefined): PrintedTotals {
  return {
    net: price.net,
    fee: price.fee,
    taxes: price.taxes.map((tax) => ({
      title: tariff?.taxClasses.find(({ code }) => code === tax.taxClass)?.title ?? tax.taxClass,
      rate: tax.rate,
      amount: tax.tax,
    })),
    levies: price.levies.map((levy) => ({
      title: tariff?.levies.find(({ code }) => code === levy.code)?.title ?? levy.code,
      rate: levy.rate,
      amount: levy.amount,
    })),
    gross: price.gross,
  };
}

function toPrintedTerms({ loadingPercent, deductible, note, excludedCovers = [] }: Terms, tariff: Tariff | undefined): ApprovalTerms {
  return {
    loadingPercent,
    deductible,
    note,
    excludedCovers: excludedCovers.map((code) => ({ code, title: tariff?.covers.get(code)?.title ?? code })),
  };
}
