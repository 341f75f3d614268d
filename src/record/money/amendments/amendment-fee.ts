import { divideToCent, roundToCent, sum, toAmount, toDecimal, ZERO, type Decimal } from '../../../common/money.js';
import { toGrossAmounts, type TaxShare } from '../../../pricing/price.js';
import type { AmendmentFee } from '../../../pricing/tariff-model.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { sumTaxes, type AmendmentReceipts } from './amendment-receipts.js';

/** Splits the fee like that of a policy (rating.P5, amendments.28). `charged` is the sum of earlier fees. */
export function calculateAmendmentFee({ endorsements }: AmendmentReceipts, terms: AmendmentFee | null, charged: Decimal): TaxShare[] {
  const net = sum(endorsements.map((receipt) => receipt.net));
  if (terms === null || net.eq(ZERO) || (net.lt(ZERO) && !terms.onReturn)) return [];
  const share = roundToCent(net.abs().times(terms.rate.value));
  const limits = [terms.max];
  if (terms.perTerm !== null) limits.push(terms.perTerm.minus(charged));
  // A fee never turns what is given back into a payment.
  if (net.lt(ZERO)) limits.push(net.abs());
  const fee = limits.reduce(getSmaller, share.lt(terms.min) ? terms.min : share);
  return fee.gt(ZERO) ? splitFee(fee, endorsements, net.lt(ZERO)) : [];
}

export function returnAmendmentFee(receipts: readonly ReceiptWithCovers[], amendmentId: number): TaxShare[] {
  return receipts
    .filter((receipt) => receipt.amendmentId === amendmentId && receipt.kind === 'ENDORSEMENT')
    .flatMap(({ taxes }) => taxes.filter(({ fee }) => fee !== '0.00'))
    .map(({ taxClass, rate, fee }) => buildShare({ taxClass, rate }, toDecimal(fee).neg()));
}

export function sumAmendmentFees(receipts: readonly ReceiptWithCovers[]): Decimal {
  return sum(receipts.filter(({ kind, status }) => kind === 'ENDORSEMENT' && status === 'PAID').map(({ fee }) => fee));
}

export function addFee({ endorsements, replacements }: AmendmentReceipts, shares: readonly TaxShare[]): AmendmentReceipts {
  const withFee = endorsements.map((receipt, index) => {
    if (index > 0 || shares.length === 0) return receipt;
    const taxes = sumTaxes([...receipt.taxes, ...shares]);
    const [fee, tax] = [sum(taxes.map((share) => share.fee)), sum(taxes.map((share) => share.tax))];
    return { ...receipt, taxes, ...toGrossAmounts({ net: toDecimal(receipt.net), fee, tax, levy: toDecimal(receipt.levy) }) };
  });
  return { endorsements: withFee, replacements };
}

/** Uses classes whose net has the sign of the act. The first class gets the rounding. */
function splitFee(fee: Decimal, endorsements: readonly NewReceipt[], isReturn: boolean): TaxShare[] {
  const nets = sumTaxes(endorsements.flatMap(({ taxes }) => taxes)).map((share) => ({
    ...share,
    part: isReturn ? toDecimal(share.net).neg() : toDecimal(share.net),
  }));
  const classes = nets.filter(({ part }) => part.gt(ZERO));
  const total = sum(classes.map(({ part }) => part));
  const others = classes.slice(1).map(({ part }) => divideToCent(fee.times(part), total));
  const fees = [fee.minus(sum(others)), ...others];
  return classes.map((taxClass, index) => buildShare(taxClass, fees[index] ?? ZERO));
}

function buildShare({ taxClass, rate }: Pick<TaxShare, 'taxClass' | 'rate'>, fee: Decimal): TaxShare {
  return { taxClass, rate, net: '0.00', fee: toAmount(fee), tax: toAmount(roundToCent(fee.times(rate))) };
}

function getSmaller(one: Decimal, other: Decimal): Decimal {
  return other.lt(one) ? other : one;
}
