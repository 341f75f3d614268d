import { toDecimal, sum, toAmount, type Amount, type Decimal } from '../../../common/money.js';
import { FEE_INCOME, buildLevyAccount, PREMIUM_INCOME, buildTaxAccount, type Account } from './account.js';

/** Figures of a receipt; negative or zero on a refund. */
export interface PremiumParts {
  readonly net: Amount;
  readonly fee: Amount;
  readonly taxes: readonly { readonly taxClass: string; readonly tax: Amount }[];
  readonly levies: readonly { readonly code: string; readonly amount: Amount }[];
  readonly gross: Amount;
}

/** One side of a transaction: above zero a debit, below a credit. */
export interface Entry {
  readonly account: Account;
  readonly amount: Amount;
}

/**
 * Debits the gross to `debtor`, and credits income and payables.
 * @throws RangeError when the parts do not add up to the gross
 */
export function buildPremiumEntries(debtor: Account, parts: PremiumParts): Entry[] {
  const entries = [
    entry(debtor, toDecimal(parts.gross)),
    entry(PREMIUM_INCOME, credit(parts.net)),
    entry(FEE_INCOME, credit(parts.fee)),
    ...parts.taxes.map(({ taxClass, tax }) => entry(buildTaxAccount(taxClass), credit(tax))),
    ...parts.levies.map(({ code, amount }) => entry(buildLevyAccount(code), credit(amount))),
  ].filter(({ amount }) => !toDecimal(amount).eq(0));
  if (!sum(entries.map(({ amount }) => amount)).eq(0)) throw new RangeError('The parts of a premium must add up to its gross.');
  return entries;
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
