import type { LocalDate } from '../../../common/athens.js';
import { decimal, toAmount, type Amount } from '../../../common/money.js';
import type { RefundRow } from '../../../pricing/refund.js';
import { shareByLargestRemainder } from './largest-remainder.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';

/** What goes back of a receipt, for which part of its period. */
export interface RefundTerms {
  readonly row: RefundRow;
  readonly periodFrom: LocalDate;
  readonly issueDate: LocalDate;
}

/**
 * The receipt, negative, that gives a paid one back in whole or in part: net, tax and levy of the refund are shared by the covers, tax classes
 * and levies of the paid one in proportion (money.9, money.13), so that each adds up.
 */
export function planRefund(paid: ReceiptWithCovers, { row, periodFrom, issueDate }: RefundTerms): NewReceipt {
  const [net, fee, tax, levy, gross] = [row.net, row.fee, row.tax, row.levy, row.gross].map(negative) as [
    Amount,
    Amount,
    Amount,
    Amount,
    Amount,
  ];
  const nets = shareByLargestRemainder(net, amountsOf(paid.covers, 'net'));
  const covers = paid.covers.map((cover, at) => ({ ...cover, net: nets[at] ?? '0.00' }));
  const taxes = shareByLargestRemainder(tax, amountsOf(paid.taxes, 'tax'));
  const fees = shareByLargestRemainder(fee, amountsOf(paid.taxes, 'fee'));
  const levies = shareByLargestRemainder(levy, amountsOf(paid.levies, 'amount'));
  return {
    instalmentNo: paid.instalmentNo,
    kind: 'REFUND',
    periodFrom,
    periodTo: paid.periodTo,
    issueDate,
    dueDate: issueDate,
    net,
    fee,
    tax,
    levy,
    gross,
    covers,
    taxes: paid.taxes.map(({ taxClass, rate }, at) => ({
      taxClass,
      rate,
      fee: fees[at] ?? '0.00',
      tax: taxes[at] ?? '0.00',
      net: toAmount(covers.filter((cover) => cover.taxClass === taxClass).reduce((total, cover) => total.plus(cover.net), decimal(0))),
    })),
    levies: paid.levies.map(({ code, rate }, at) => ({ code, rate, amount: levies[at] ?? '0.00' })),
  };
}

function negative(amount: Amount): Amount {
  const value = decimal(amount);
  return toAmount(value.eq(0) ? value : value.neg());
}

function amountsOf<Field extends string>(items: readonly Readonly<Record<Field, Amount>>[], field: Field): Amount[] {
  return items.map((item) => item[field]);
}
