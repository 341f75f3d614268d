import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatNumber } from '../../../common/formats.js';
import { sum, type Decimal } from '../../../common/money.js';
import type { CamtEntry, CamtStatement, CamtSum } from './camt.js';

const OPENING: ReadonlySet<string> = new Set(['OPBD', 'PRCD']);

/** Skips statements of several pages, whose totals cover all pages. */
export function validateSums(statement: CamtStatement): Violation[] {
  if (!statement.isWhole) return [];
  return [...statement.sums.flatMap((stated) => validateSum(stated, statement.entries)), ...validateBalances(statement)];
}

function validateSum({ path, of, count, amount, net }: CamtSum, all: readonly CamtEntry[]): Violation[] {
  const entries = all.filter(({ money }) => of === 'ALL' || money.isCredit === (of === 'CREDIT'));
  // Some banks include entries that are not booked yet.
  const booked = entries.filter(isBooked);
  const differs = (stated: Decimal | null, value: (entries: readonly CamtEntry[]) => Decimal): boolean =>
    stated !== null && !stated.eq(value(entries)) && !stated.eq(value(booked));
  const violations: Violation[] = [];
  if (count !== null && count !== entries.length && count !== booked.length)
    violations.push(violation(`${path}.NbOfNtries`, String(count), String(entries.length)));
  if (differs(amount, total)) violations.push(violation(`${path}.Sum`, amount!.toFixed(2), total(entries).toFixed(2)));
  if (differs(net, calculateNet)) violations.push(violation(`${path}.TtlNetNtry`, net!.toFixed(2), calculateNet(entries).toFixed(2)));
  return violations;
}

function validateBalances({ balances, entries }: CamtStatement): Violation[] {
  const opening = balances.filter(({ type }) => OPENING.has(type));
  const closing = balances.filter(({ type }) => type === 'CLBD');
  const [first, last] = [opening[0], closing[0]];
  if (!first || !last || opening.length > 1 || closing.length > 1 || first.currency !== last.currency) return [];
  const expected = first.amount.plus(calculateNet(entries.filter((entry) => isBooked(entry) && entry.money.currency === first.currency)));
  return last.amount.eq(expected) ? [] : [violation(`${last.path}.Amt`, last.amount.toFixed(2), expected.toFixed(2))];
}

export function isBooked({ status }: CamtEntry): boolean {
  return status === 'BOOK';
}

function total(entries: readonly CamtEntry[]): Decimal {
  return sum(entries.map(({ money }) => money.amount));
}

function calculateNet(entries: readonly CamtEntry[]): Decimal {
  return sum(entries.map(({ money }) => (money.isCredit ? money.amount : money.amount.times(-1))));
}

function violation(path: string, stated: string, found: string): Violation {
  const text = {
    el: `Αναφέρεται ${formatNumber(stated, 'el')}, από τις κινήσεις προκύπτει ${formatNumber(found, 'el')}.`,
    en: `The file states ${formatNumber(stated, 'en')}, but the entries add up to ${formatNumber(found, 'en')}.`,
  };
  return { path, code: ErrorCode.INVALID, text };
}
