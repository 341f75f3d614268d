import type { Amount } from '../../../common/money.js';

/** Leftover cents go to the largest remainders, ties to the earlier one (money.9). */
export function shareByLargestRemainder(total: Amount, weights: readonly Amount[]): Amount[] {
  const cents = toCents(total);
  const parts = weights.map(toCents);
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (parts.some((part) => part < 0n)) throw new RangeError('A weight is negative.');
  if (whole === 0n && cents !== 0n) throw new RangeError('All weights are zero.');
  if (cents === 0n) return weights.map(() => '0.00');
  const sign = cents < 0n ? -1n : 1n;
  return shareCents(cents * sign, parts, whole).map((share) => toAmount(share * sign));
}

function shareCents(cents: bigint, parts: readonly bigint[], whole: bigint): bigint[] {
  const shares = parts.map((part) => (cents * part) / whole);
  const remainders = parts.map((part, index) => ({ index, remainder: (cents * part) % whole }));
  const left = Number(cents - shares.reduce((sum, share) => sum + share, 0n));
  remainders.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of remainders.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

function toCents(amount: Amount): bigint {
  if (!/^-?\d+\.\d\d$/.test(amount)) throw new RangeError(`Not an amount to the cent: ${amount}`);
  return BigInt(amount.replace('.', ''));
}

function toAmount(cents: bigint): Amount {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
