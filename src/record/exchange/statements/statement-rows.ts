import { createHash } from 'node:crypto';
import type { LocalDate } from '../../../common/athens.js';
import { sum, toAmount, type Amount } from '../../../common/money.js';
import { toSepaIban } from '../../money/payouts/iban.js';
import type { CamtEntry, CamtStatement, CamtTold, CamtTransaction } from './camt.js';
import { ownTransferOf, paymentCodeOf, payoutBatchOf, type OwnTransfer } from './remittance.js';
import { isBooked } from './statement-sums.js';

export const ENTRY_RESULTS = ['WAITING', 'PAID', 'SUSPENSE', 'RETURNED', 'PAYOUT', 'DUPLICATE', 'NOT_BOOKED'] as const;
export type EntryResult = (typeof ENTRY_RESULTS)[number];

export type NotBookedReason = 'PENDING' | 'NO_AMOUNT' | 'OTHER_CURRENCY' | 'REVERSAL' | 'DEBIT' | 'PAYOUT_NOT_CONFIRMED' | 'REFERENCE_USED';

const OUR_CURRENCY = 'EUR';
const MAX_SENDER = 140;
const MAX_REMITTANCE = 500;

/** A transfer of a statement, or an entry as a whole. */
export interface StatementRow {
  /** Place of the entry in the file, from 1. */
  readonly entryNo: number;
  /** Place of the transfer in its entry, from 1; 0 of an entry as a whole. */
  readonly detailNo: number;
  readonly isCredit: boolean;
  readonly amount: Amount;
  readonly currency: string;
  readonly bookingDate: LocalDate | null;
  readonly valueDate: LocalDate | null;
  /** The bank's reference of the transfer or its entry, or the entry's place. */
  readonly bankReference: string | null;
  /** Reference under which it is booked once. */
  readonly reference: string;
  readonly ownTransfer: OwnTransfer | null;
  /** Batch of payouts that it carries out. */
  readonly batchId: number | null;
  /** The bank's code of why our own transfer came back. */
  readonly returned: string | null;
  readonly paymentCode: string | null;
  readonly sender: string | null;
  /** Account of the sender, where a refund can be paid to it. */
  readonly senderIban: string | null;
  readonly remittance: string | null;
  /** SHA-256 in hex that identifies the entry in other files; null while the bank has not booked it. */
  readonly key: string | null;
  /** Whether only its place in the statement identifies it. */
  readonly isPlaced: boolean;
  /** Whether the file had the same entry before. */
  readonly isRepeated: boolean;
  readonly result: EntryResult;
  readonly reason: NotBookedReason | null;
}

export function rowsOf(statement: CamtStatement): StatementRow[] {
  const seen = new Map<string, number>();
  return statement.entries.flatMap((entry, index) => rowsOfEntry(statement.account, entry, index + 1, seen));
}

function rowsOfEntry(account: string, entry: CamtEntry, entryNo: number, seen: Map<string, number>): StatementRow[] {
  const parts = partsOf(entry);
  const known = identityOf(account, entry, seen);
  const date = entry.valueDate ?? entry.bookingDate;
  const { isCredit, currency } = entry.money;
  const references = parts.map(({ told }) => told.reference);
  return parts.map(({ detailNo, amount, told, senderIban }, index): StatementRow => {
    const ownReference = references[index] ?? null;
    const isOfEntry = ownReference === null || (parts.length > 1 && isShared(ownReference, references, entry.told.reference));
    const own = ownTransferOf(told.endToEndId);
    const ofEntry = parts.length > 1 ? `${known.reference}/${detailNo}` : known.reference;
    const exact = toAmount(amount);
    const refused = whyNot(entry, told, amount.eq(0));
    const returned = own && (told.returned ?? entry.told.returned ?? (entry.isReversal ? 'RETURNED' : null));
    const from = isCredit && refused === null && returned === null && senderIban !== null ? toSepaIban(senderIban) : null;
    return {
      entryNo,
      detailNo,
      isCredit,
      amount: exact,
      currency,
      bookingDate: entry.bookingDate,
      valueDate: date,
      bankReference: isOfEntry ? (entry.told.reference ?? entry.entryReference) : ownReference,
      reference: isOfEntry ? ofEntry : ownReference,
      ownTransfer: own,
      batchId: payoutBatchOf([...told.orderIds, ...entry.told.orderIds]),
      returned,
      paymentCode: isCredit ? paymentCodeOf(told.creditorReferences, told.texts) : null,
      // Only the bank's reference is stored of people we do not owe.
      sender: isCredit && refused === null ? short(told.sender ?? '', MAX_SENDER) : null,
      senderIban: from === account ? null : from,
      remittance: isCredit && refused === null ? short([...told.creditorReferences, ...told.texts].join(' '), MAX_REMITTANCE) : null,
      key: isBooked(entry) ? known.key : null,
      isPlaced: known.isPlaced,
      isRepeated: isBooked(entry) && known.isRepeated,
      result: refused === null ? 'WAITING' : 'NOT_BOOKED',
      reason: refused,
    };
  });
}

/** Some banks repeat the reference of an entry, or of an order, at each of its transfers. */
function isShared(reference: string, references: readonly (string | null)[], ofEntry: string | null): boolean {
  return reference === ofEntry || references.indexOf(reference) !== references.lastIndexOf(reference);
}

interface Part {
  readonly detailNo: number;
  readonly amount: CamtEntry['money']['amount'];
  readonly told: CamtTold;
  readonly senderIban: string | null;
}

/** Splits a batched entry into its transfers where their amounts are given and add up; otherwise the entry stays whole and names no code. */
function partsOf({ money, told, details }: CamtEntry): Part[] {
  const [first] = details;
  if (details.length === 1 && first)
    return [{ detailNo: 0, amount: money.amount, told: merged(told, first.told), senderIban: first.senderIban }];
  const amounts = details.flatMap(({ money: part }) =>
    part?.isCredit === money.isCredit && part.currency === money.currency ? [part.amount] : [],
  );
  const isSplit = details.length > 1 && amounts.length === details.length && sum(amounts).eq(money.amount);
  if (!isSplit)
    return [{ detailNo: 0, amount: money.amount, told: details.length === 0 ? told : merged(told, orderOf(details)), senderIban: null }];
  return details.map((detail, index) => ({
    detailNo: index + 1,
    amount: amounts[index]!,
    told: detail.told,
    senderIban: detail.senderIban,
  }));
}

/** The order that several transfers share. */
function orderOf(details: readonly CamtTransaction[]): CamtTold {
  const [id] = details[0]?.told.orderIds ?? [];
  const isOne = id !== undefined && details.every(({ told }) => told.orderIds.includes(id));
  const nothing = { reference: null, endToEndId: null, creditorReferences: [], texts: [], sender: null, returned: null };
  return { ...nothing, orderIds: isOne ? [id] : [] };
}

function merged(entry: CamtTold, detail: CamtTold): CamtTold {
  return {
    ...detail,
    reference: detail.reference ?? entry.reference,
    texts: [...detail.texts, ...entry.texts],
    returned: detail.returned ?? entry.returned,
  };
}

function whyNot(entry: CamtEntry, { endToEndId }: CamtTold, isNothing: boolean): NotBookedReason | null {
  if (!isBooked(entry)) return 'PENDING';
  if (isNothing) return 'NO_AMOUNT';
  if (entry.money.currency !== OUR_CURRENCY) return 'OTHER_CURRENCY';
  // A bank may report our own returned transfer as the reversal of a debit.
  if (entry.isReversal && !(entry.money.isCredit && ownTransferOf(endToEndId))) return 'REVERSAL';
  return null;
}

interface Identity {
  readonly key: string;
  readonly reference: string;
  readonly isPlaced: boolean;
  readonly isRepeated: boolean;
}

/** Identifies an entry by the bank's reference, by its place with the payment code, or by its content and the equal entries before it. */
function identityOf(account: string, entry: CamtEntry, seen: Map<string, number>): Identity {
  const { money, told, entryReference, details } = entry;
  const date = entry.valueDate ?? entry.bookingDate ?? '';
  const amount = toAmount(money.amount);
  const bank = told.reference ?? (details.length === 1 ? (details[0]?.told.reference ?? null) : null);
  const about = [account, money.isCredit, amount, money.currency, date];
  const content = bank ?? entryReference ?? [details.map((detail) => [detail.told, detail.money?.amount.toFixed()]), told];
  const key = digest([...about, bank === null ? (entryReference === null ? 'told' : 'entry') : 'bank', content]);
  const isPlaced = bank === null && entryReference !== null;
  const code = isPlaced ? paymentCodeOf(...codesOf(entry)) : null;
  const sameKey = `${key} ${code}`;
  const before = seen.get(sameKey) ?? 0;
  seen.set(sameKey, before + 1);
  if (bank !== null) return { key, reference: bank, isPlaced, isRepeated: before > 0 };
  // A place in the statement identifies nothing outside it.
  const place = [entryReference, date, amount, code].filter((part) => part).join(' ');
  if (isPlaced) return { key, reference: place, isPlaced, isRepeated: before > 0 };
  return { key: digest([key, before]), reference: `${date} ${amount} ${key.slice(0, 12)}-${before + 1}`, isPlaced, isRepeated: false };
}

function codesOf({ told, details }: CamtEntry): [references: string[], texts: string[]] {
  const all = [told, ...details.map((detail) => detail.told)];
  return [all.flatMap(({ creditorReferences }) => creditorReferences), all.flatMap(({ texts }) => texts)];
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function short(text: string, max: number): string | null {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, max).trim() || null;
}

/** SHA-256 in hex that two files with the same statement have in common. */
export function contentOf(rows: readonly StatementRow[]): string {
  return digest(rows.map(({ isCredit, amount, currency, reference, key, reason }) => [isCredit, amount, currency, reference, key, reason]));
}
