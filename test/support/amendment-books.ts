import { addDays, addMonths } from '../../src/common/athens.js';
import type { Instalment, Price, PriceLine } from '../../src/pricing/price.js';
import { findConflicts, listInstructions, type Instruction } from '../../src/record/core/amendments/instructions.js';
import { projectSegments, type EffectiveInstructions } from '../../src/record/core/amendments/segments.js';
import type { NewReceipt, ReceiptWithCovers } from '../../src/record/core/applications/receipt.js';
import { buildAmendmentReceipts, buildBookedPeriods } from '../../src/record/money/amendments/amendment-receipts.js';
import type { PricedContract, PricedSegment } from '../../src/record/money/amendments/contract-plan.js';
import type { SmallDifferences } from '../../src/pricing/tariff-model.js';
import { calculatePeriodChanges, type AmendmentTerms, type PeriodChange } from '../../src/record/money/amendments/period-change.js';
import { buildReceipts } from '../../src/record/money/ledger/receipt-plan.js';

/** Small contracts whose insured values are the annual nets in cents, so that any price can be made. */

export const START = '2026-12-01';
export const END = '2027-12-01';
export const TAX_RATES = new Map([
  ['FIRE', '0.20'],
  ['OTHER', '0.15'],
]);
export const LEVY_COVERS: ReadonlySet<string> = new Set(['01']);
const LEVY_RATE = '0.018';

export interface Risk {
  readonly client: { readonly name: string };
  readonly objects_insured: readonly RiskObject[];
}

export interface RiskObject {
  readonly object_id: number;
  readonly insured_values: readonly { readonly group_cover: string; readonly insured_value: number }[];
}

/** Annual net of a cover in cents; null removes the cover. */
export interface NetChange {
  readonly objectId: number;
  readonly code: string;
  readonly cents: number | null;
}

export interface Amendment {
  readonly effectiveDate: string;
  readonly changes: readonly NetChange[];
}

/** Contract with its amendments and receipts. */
export interface Books {
  readonly risk: Risk;
  readonly months: number;
  readonly amendments: readonly EffectiveInstructions[];
  readonly segments: readonly PricedSegment[];
  readonly receipts: readonly ReceiptWithCovers[];
  /** Terms of small increases; absent without any. */
  readonly small?: SmallDifferences;
  /** Changes of the last amendment. */
  readonly changes: readonly PeriodChange[];
}

export function getTaxClass(code: string): 'FIRE' | 'OTHER' {
  return code < '03' ? 'FIRE' : 'OTHER';
}

/** Changes the nets of covers. An object without covers is removed. */
export function changeRisk(risk: Risk, changes: readonly NetChange[]): Risk {
  const objects = new Map(
    risk.objects_insured.map(({ object_id, insured_values }) => [
      object_id,
      new Map(insured_values.map((value) => [value.group_cover, value.insured_value])),
    ]),
  );
  for (const { objectId, code, cents } of changes) {
    const values = objects.get(objectId) ?? new Map<string, number>();
    objects.set(objectId, values);
    if (cents === null) values.delete(code);
    else values.set(code, cents);
  }
  return {
    ...risk,
    objects_insured: [...objects]
      .filter(([, values]) => values.size > 0)
      .map(([object_id, values]) => ({
        object_id,
        insured_values: [...values].map(([group_cover, insured_value]) => ({ group_cover, insured_value })),
      })),
  };
}

export function issueContract(risk: Risk, months: number, paidInstalments: number): Books {
  const contract = priceRisk(risk, months);
  const receipts = buildReceipts(contract.price, { kind: 'NEW', issueDate: START, objectIds: contract.objectIds });
  const segments = [{ from: START, to: END, ...contract }];
  return {
    risk,
    months,
    amendments: [],
    segments,
    changes: [],
    receipts: receipts.map((receipt) => storeReceipt(receipt, receipt.instalmentNo <= paidInstalments)),
  };
}

/** Issues an amendment on the contract as it covers its effective date; null where a later one wrote the same paths. */
export function amend(books: Books, { effectiveDate, changes }: Amendment): Books | null {
  const { questionnaire } = projectSegments(START, END, books.risk, books.amendments).find(({ to }) => effectiveDate < to)!;
  return addInstructions(books, effectiveDate, listInstructions(questionnaire, changeRisk(questionnaire as Risk, changes)));
}

export function addInstructions(books: Books, effectiveDate: string, instructions: readonly Instruction[]): Books | null {
  const later = books.amendments.filter((amendment) => amendment.effectiveDate > effectiveDate);
  if (later.some((amendment) => findConflicts(amendment.instructions, instructions).length > 0)) return null;
  const issueNo = 1 + Math.max(0, ...books.amendments.map((amendment) => amendment.issueNo));
  return book(books, effectiveDate, [...books.amendments, { amendmentId: 100 + issueNo, effectiveDate, issueNo, instructions }]);
}

/** Drops the instructions of an amendment; null where one that was issued later wrote the same paths. */
export function reverse(books: Books, { amendmentId, effectiveDate, issueNo, instructions }: EffectiveInstructions): Books | null {
  const later = books.amendments.filter((other) => other.issueNo > issueNo);
  if (later.some((other) => findConflicts(other.instructions, instructions).length > 0)) return null;
  const others = books.amendments.filter((other) => other.amendmentId !== amendmentId);
  return book(books, effectiveDate, others);
}

/** Pays the pending receipt of the first unpaid instalment, by a receipt that is built from it. */
export function payNext(
  books: Books,
  buildPaid: (receipt: ReceiptWithCovers) => NewReceipt | ReceiptWithCovers = (receipt) => receipt,
): Books {
  const next = books.receipts.find(({ status }) => status === 'PENDING');
  return { ...books, receipts: books.receipts.map((receipt) => (receipt === next ? storeReceipt(buildPaid(receipt), true) : receipt)) };
}

function book(books: Books, effectiveDate: string, amendments: readonly EffectiveInstructions[]): Books {
  const segments = projectSegments(START, END, books.risk, amendments).map(({ from, to, questionnaire }) => ({
    from,
    to,
    ...priceRisk(questionnaire as Risk, books.months),
  }));
  const terms: AmendmentTerms = {
    issued: priceRisk(books.risk, books.months),
    before: books.segments,
    taxRates: TAX_RATES,
    levies: new Map([['AUX', { rate: LEVY_RATE, covers: LEVY_COVERS }]]),
    ...(amendments.length > books.amendments.length && books.small && { small: books.small }),
  };
  const changes = calculatePeriodChanges(segments, buildBookedPeriods(books.receipts), terms);
  const { endorsements, replacements } = buildAmendmentReceipts(changes, books.receipts, { effectiveDate, issueDate: effectiveDate });
  const replacedBy = new Map(replacements.map((receipt) => [receipt.replaces, receipt]));
  const receipts = books.receipts.map((receipt) => {
    const replacement = replacedBy.get(receipt.receiptNo);
    return replacement ? storeReceipt(replacement, false) : receipt;
  });
  return {
    ...books,
    amendments,
    segments,
    changes,
    receipts: [...receipts, ...endorsements.map((receipt) => storeReceipt(receipt, true))],
  };
}

let lastReceiptNo = 0;

/** Gives a receipt a number, as the record does when it inserts it. */
export function storeReceipt(receipt: NewReceipt | ReceiptWithCovers, isPaid: boolean): ReceiptWithCovers {
  lastReceiptNo += 1;
  return { gapFrom: null, ...receipt, receiptNo: lastReceiptNo, status: isPaid ? 'PAID' : 'PENDING' } as ReceiptWithCovers;
}

/** Prices a risk as the tariff does (rating.P4 to rating.P8), in whole cents. */
export function priceRisk({ objects_insured }: Risk, months: number): PricedContract {
  const objects = [...objects_insured].sort((a, b) => a.object_id - b.object_id);
  const covers = objects.flatMap(({ insured_values }, at) =>
    insured_values.map((value) => ({ object: at + 1, ...value })).sort((a, b) => (a.group_cover < b.group_cover ? -1 : 1)),
  );
  const sumOf = (has: (code: string) => boolean) =>
    covers.filter(({ group_cover }) => has(group_cover)).reduce((sum, { insured_value }) => sum + insured_value, 0);
  const net = sumOf(() => true);
  const fee = Math.round((net * 8) / 100);
  const nets = [...TAX_RATES]
    .map(([taxClass, rate]) => ({ taxClass, rate, net: sumOf((code) => getTaxClass(code) === taxClass) }))
    .filter((share) => share.net > 0);
  const fees = nets.slice(1).map((share) => Math.round((fee * share.net) / net));
  const taxes = nets.map((share, at) => {
    const own = at === 0 ? fee - fees.reduce((sum, part) => sum + part, 0) : fees[at - 1]!;
    return { ...share, fee: own, tax: Math.round(((share.net + own) * Math.round(Number(share.rate) * 100)) / 100) };
  });
  const base = sumOf((code) => LEVY_COVERS.has(code));
  const levy = Math.round((base * 18) / 1000);
  const tax = taxes.reduce((sum, share) => sum + share.tax, 0);
  const lines = covers.map(({ object, group_cover: cover, insured_value }) => ({
    object,
    group: null,
    cover,
    title: cover,
    taxClass: getTaxClass(cover),
    net: toText(insured_value),
    sumInsured: null,
  }));
  const price = {
    lines: lines as unknown as readonly PriceLine[],
    net: toText(net),
    taxes: taxes.map((share) => ({ ...share, net: toText(share.net), fee: toText(share.fee), tax: toText(share.tax) })),
    levies: [{ code: 'AUX', base: toText(base), rate: LEVY_RATE, amount: toText(levy) }],
    instalments: splitInstalments({ net, fee, tax, levy }, months),
  } as unknown as Price;
  return { price, objectIds: objects.map(({ object_id }) => object_id) };
}

function splitInstalments(totals: Readonly<Record<'net' | 'fee' | 'tax' | 'levy', number>>, months: number): Instalment[] {
  const count = 12 / months;
  return Array.from({ length: count }, (_, index) => {
    const partOf = (total: number) => (index === 0 ? total - Math.floor(total / count) * (count - 1) : Math.floor(total / count));
    const parts = { net: partOf(totals.net), fee: partOf(totals.fee), tax: partOf(totals.tax), levy: partOf(totals.levy) };
    return {
      no: index + 1,
      from: addMonths(START, index * months),
      to: addMonths(START, (index + 1) * months),
      net: toText(parts.net),
      fee: toText(parts.fee),
      tax: toText(parts.tax),
      levy: toText(parts.levy),
      gross: toText(parts.net + parts.fee + parts.tax + parts.levy),
    };
  });
}

function toText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns a day of the term by its number, 0 for the first. */
export function getDay(number: number): string {
  return addDays(START, number);
}
