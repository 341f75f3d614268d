import { createHash } from 'node:crypto';
import type { LocalDate } from '../../../common/athens.js';
import { sum, toAmount, type Amount } from '../../../common/money.js';
import { toSepaIban } from '../../money/payouts/iban.js';
import type { CamtEntry, CamtStatement, CamtFacts, CamtTransaction } from './camt.js';
import { parseOwnTransfer, findPayoutBatch, listPaymentCodes, type OwnTransfer } from './remittance.js';
import { isBooked } from './statement-sums.js';

export const ENTRY_RESULTS = ['WAITING', 'PAID', 'SUSPENSE', 'RETURNED', 'PAYOUT', 'DUPLICATE', 'BOOKED', 'NOT_BOOKED'] as const;
export type EntryResult = (typeof ENTRY_RESULTS)[number];

export type NotBookedReason = 'PENDING' | 'NO_AMOUNT' | 'OTHER_CURRENCY' | 'REVERSAL' | 'DEBIT' | 'PAYOUT_NOT_CONFIRMED' | 'REFERENCE_USED';

const OUR_CURRENCY = 'EUR';
const MAX_SENDER = 140;
const MAX_REMITTANCE = 500;

export interface StatementRow {
  readonly entryNo: number;
  /** Counts from 1; 0 for an entry as a whole. */
  readonly detailNo: number;
  readonly isCredit: boolean;
  readonly amount: Amount;
  readonly currency: string;
  readonly bookingDate: LocalDate | null;
  readonly valueDate: LocalDate | null;
  /** Day on which it changed the balance of the statement; null if it did not. */
  readonly lineDay: LocalDate | null;
  readonly bankCode: string | null;
  readonly bankReference: string | null;
  readonly reference: string;
  readonly ownTransfer: OwnTransfer | null;
  readonly batchId: number | null;
  readonly returned: string | null;
  /** Null without a payment code, and with several. */
  readonly paymentCode: string | null;
  readonly paymentCodes: readonly string[] | null;
  readonly sender: string | null;
  readonly senderIban: string | null;
  readonly remittance: string | null;
  /** SHA-256 in hex that identifies the entry in other files; null until the bank has booked it. */
  readonly key: string | null;
  readonly isPlaced: boolean;
  /** The file contains the same entry before. */
  readonly isRepeated: boolean;
  readonly result: EntryResult;
  readonly reason: NotBookedReason | null;
}

export function toRows(statement: CamtStatement): StatementRow[] {
  const seen = new Map<string, number>();
  return statement.entries.flatMap((entry, index) => toEntryRows(statement, entry, index + 1, seen));
}

function toEntryRows(statement: CamtStatement, entry: CamtEntry, entryNo: number, seen: Map<string, number>): StatementRow[] {
  const { account } = statement;
  const day = findLineDay(statement, entry);
  const parts = splitEntry(entry);
  const known = buildIdentity(account, entry, seen);
  const date = entry.valueDate ?? entry.bookingDate;
  const { isCredit, currency } = entry.money;
  const references = parts.map(({ facts }) => facts.reference);
  return parts.map(({ detailNo, amount, facts, senderIban }, index): StatementRow => {
    const ownReference = references[index] ?? null;
    const isOfEntry = ownReference === null || (parts.length > 1 && isShared(ownReference, references, entry.facts.reference));
    const own = parseOwnTransfer(facts.endToEndId);
    const ofEntry = parts.length > 1 ? `${known.reference}/${detailNo}` : known.reference;
    const exact = toAmount(amount);
    const codes = isCredit ? listPaymentCodes(facts.creditorReferences, facts.texts) : [];
    const refused = findReason(entry, facts, amount.eq(0));
    const returned = own && (facts.returned ?? entry.facts.returned ?? (entry.isReversal ? 'RETURNED' : null));
    const from = isCredit && refused === null && returned === null && senderIban !== null ? toSepaIban(senderIban) : null;
    return {
      entryNo,
      detailNo,
      isCredit,
      amount: exact,
      currency,
      bookingDate: entry.bookingDate,
      valueDate: date,
      lineDay: refused === null || refused === 'REVERSAL' ? day : null,
      bankCode: entry.bankCode,
      bankReference: isOfEntry ? (entry.facts.reference ?? entry.entryReference) : ownReference,
      reference: isOfEntry ? ofEntry : ownReference,
      ownTransfer: own,
      batchId: findPayoutBatch([...facts.orderIds, ...entry.facts.orderIds]),
      returned,
      paymentCode: codes.length === 1 ? codes[0]! : null,
      paymentCodes: codes.length > 1 ? codes : null,
      // People whose money is not booked are stored by the bank's reference only.
      sender: isCredit && refused === null ? shorten(facts.sender ?? '', MAX_SENDER) : null,
      senderIban: from === account ? null : from,
      remittance: refused === null ? shorten([...facts.creditorReferences, ...facts.texts].join(' '), MAX_REMITTANCE) : null,
      key: isBooked(entry) ? known.key : null,
      isPlaced: known.isPlaced,
      isRepeated: isBooked(entry) && known.isRepeated,
      result: refused === null ? 'WAITING' : 'NOT_BOOKED',
      reason: refused,
    };
  });
}

function findLineDay({ format, from, to, createdOn }: CamtStatement, { bookingDate }: CamtEntry): LocalDate | null {
  const end = to ?? createdOn ?? bookingDate;
  if (format !== 'camt.053.001.08' || end === null) return null;
  const day = bookingDate ?? end;
  if (day > end) return end;
  return from !== null && day < from ? from : day;
}

/** Some banks repeat the reference of an entry or order. */
function isShared(reference: string, references: readonly (string | null)[], ofEntry: string | null): boolean {
  return reference === ofEntry || references.indexOf(reference) !== references.lastIndexOf(reference);
}

interface Part {
  readonly detailNo: number;
  readonly amount: CamtEntry['money']['amount'];
  readonly facts: CamtFacts;
  readonly senderIban: string | null;
}

function splitEntry({ money, facts, details }: CamtEntry): Part[] {
  const [first] = details;
  if (details.length === 1 && first)
    return [{ detailNo: 0, amount: money.amount, facts: mergeFacts(facts, first.facts), senderIban: first.senderIban }];
  const amounts = details.flatMap(({ money: part }) =>
    part?.isCredit === money.isCredit && part.currency === money.currency ? [part.amount] : [],
  );
  const isSplit = details.length > 1 && amounts.length === details.length && sum(amounts).eq(money.amount);
  if (!isSplit)
    return [
      {
        detailNo: 0,
        amount: money.amount,
        facts: details.length === 0 ? facts : mergeFacts(facts, toSharedOrder(details)),
        senderIban: null,
      },
    ];
  return details.map((detail, index) => ({
    detailNo: index + 1,
    amount: amounts[index]!,
    facts: detail.facts,
    senderIban: detail.senderIban,
  }));
}

function toSharedOrder(details: readonly CamtTransaction[]): CamtFacts {
  const [id] = details[0]?.facts.orderIds ?? [];
  const isOne = id !== undefined && details.every(({ facts }) => facts.orderIds.includes(id));
  const nothing = { reference: null, endToEndId: null, creditorReferences: [], texts: [], sender: null, returned: null };
  return { ...nothing, orderIds: isOne ? [id] : [] };
}

function mergeFacts(entry: CamtFacts, detail: CamtFacts): CamtFacts {
  return {
    ...detail,
    reference: detail.reference ?? entry.reference,
    texts: [...detail.texts, ...entry.texts],
    returned: detail.returned ?? entry.returned,
  };
}

function findReason(entry: CamtEntry, { endToEndId }: CamtFacts, isNothing: boolean): NotBookedReason | null {
  if (!isBooked(entry)) return 'PENDING';
  if (isNothing) return 'NO_AMOUNT';
  if (entry.money.currency !== OUR_CURRENCY) return 'OTHER_CURRENCY';
  // A bank may report a returned payout as the reversal of a debit.
  if (entry.isReversal && !(entry.money.isCredit && parseOwnTransfer(endToEndId))) return 'REVERSAL';
  return null;
}

interface Identity {
  readonly key: string;
  readonly reference: string;
  readonly isPlaced: boolean;
  readonly isRepeated: boolean;
}

/** Identifies by the bank's reference, else by place and payment code, else by content and repetition. */
function buildIdentity(account: string, entry: CamtEntry, seen: Map<string, number>): Identity {
  const { money, facts, entryReference, details } = entry;
  const date = entry.valueDate ?? entry.bookingDate ?? '';
  const amount = toAmount(money.amount);
  const bank = facts.reference ?? (details.length === 1 ? (details[0]?.facts.reference ?? null) : null);
  const about = [account, money.isCredit, amount, money.currency, date];
  const content = bank ?? entryReference ?? [details.map((detail) => [detail.facts, detail.money?.amount.toFixed()]), facts];
  const key = calculateDigest([...about, bank === null ? (entryReference === null ? 'told' : 'entry') : 'bank', content]);
  const isPlaced = bank === null && entryReference !== null;
  const codes = isPlaced ? listPaymentCodes(...listCodes(entry)) : [];
  const code = codes.length === 1 ? codes[0] : null;
  const sameKey = `${key} ${code}`;
  const before = seen.get(sameKey) ?? 0;
  seen.set(sameKey, before + 1);
  if (bank !== null) return { key, reference: bank, isPlaced, isRepeated: before > 0 };
  // The place of an entry is unique only in its statement.
  const place = [entryReference, date, amount, code].filter((part) => part).join(' ');
  if (isPlaced) return { key, reference: place, isPlaced, isRepeated: before > 0 };
  return {
    key: calculateDigest([key, before]),
    reference: `${date} ${amount} ${key.slice(0, 12)}-${before + 1}`,
    isPlaced,
    isRepeated: false,
  };
}

function listCodes({ facts, details }: CamtEntry): [references: string[], texts: string[]] {
  const all = [facts, ...details.map((detail) => detail.facts)];
  return [all.flatMap(({ creditorReferences }) => creditorReferences), all.flatMap(({ texts }) => texts)];
}

function calculateDigest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function shorten(text: string, max: number): string | null {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, max).trim() || null;
}

export function hashContent(rows: readonly StatementRow[]): string {
  return calculateDigest(
    rows.map(({ isCredit, amount, currency, reference, key, reason }) => [isCredit, amount, currency, reference, key, reason]),
  );
}
