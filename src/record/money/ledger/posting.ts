import { toDecimal, sum, toAmount, type Amount, type Decimal } from '../../../common/money.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { buildFeeAccount, buildLevyAccount, buildPremiumAccount, buildReceivable, buildTaxAccount, type Account } from './account.js';

export interface PremiumParts {
  readonly fee: Amount;
  readonly taxes: readonly { readonly taxClass: string; readonly net: Amount; readonly tax: Amount }[];
  readonly levies: readonly { readonly code: string; readonly amount: Amount }[];
  readonly gross: Amount;
}

/** Above zero a debit, below a credit. */
export interface Entry {
  readonly account: Account;
  readonly amount: Amount;
}

export function buildPremiumEntries(line: LineCode, parts: PremiumParts): Entry[] {
  const entries = [
    entry(buildReceivable(line), toDecimal(parts.gross)),
    ...parts.taxes.map(({ taxClass, net }) => entry(buildPremiumAccount(line, taxClass), credit(net))),
    entry(buildFeeAccount(line), credit(parts.fee)),
    ...parts.taxes.map(({ taxClass, tax }) => entry(buildTaxAccount(taxClass), credit(tax))),
    ...parts.levies.map(({ code, amount }) => entry(buildLevyAccount(code), credit(amount))),
  ].filter(({ amount }) => !toDecimal(amount).eq(0));
  if (!sum(entries.map(({ amount }) => amount)).eq(0)) throw new RangeError('The parts of a premium must add up to its gross.');
  return entries;
}

export function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>();
  for (const { account, amount } of entries) {
    const previous = merged.get(account.code);
    merged.set(account.code, previous ? entry(account, toDecimal(previous.amount).plus(amount)) : { account, amount });
  }
  return [...merged.values()];
}

export function buildTransferEntries(debited: Account, credited: Account, amount: Amount): Entry[] {
  return [entry(debited, toDecimal(amount)), entry(credited, credit(amount))];
}

function entry(account: Account, amount: Decimal): Entry {
  return { account, amount: toAmount(amount) };
}

function credit(amount: Amount): Decimal {
  return toDecimal(amount).neg();
}
