import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import type { ReceiptWithCovers } from '../../core/applications/receipt.js';

export interface ReducedReceipt extends ReceiptWithCovers {
  readonly reductions: readonly ReceiptWithCovers[];
}

/** Ensures that a cancellation refunds each period once (amendments.13). */
export function joinReductions(paid: readonly ReceiptWithCovers[]): ReducedReceipt[] {
  const reductions = paid.filter(isReduction);
  return paid
    .filter((receipt) => !isReduction(receipt))
    .map((receipt) => {
      const own = receipt.kind === 'ENDORSEMENT' ? [] : reductions.filter(({ instalmentNo }) => instalmentNo === receipt.instalmentNo);
      return own.length === 0 ? { ...receipt, reductions: [] } : { ...subtract(receipt, own), reductions: own };
    });
}

function isReduction({ kind, gross }: ReceiptWithCovers): boolean {
  return kind === 'ENDORSEMENT' && toDecimal(gross).lte(0);
}

function subtract(receipt: ReceiptWithCovers, reductions: readonly ReceiptWithCovers[]): ReceiptWithCovers {
  const all = [receipt, ...reductions];
  const total = (part: 'net' | 'fee' | 'tax' | 'levy' | 'gross'): Amount => toAmount(sum(all.map((each) => each[part])));
  const covers = all.flatMap((each) => each.covers);
  const keys = new Set(covers.map(getKey));
  return {
    ...receipt,
    net: total('net'),
    fee: total('fee'),
    tax: total('tax'),
    levy: total('levy'),
    gross: total('gross'),
    taxes: receipt.taxes.map((share) => {
      const own = all.flatMap(({ taxes }) => taxes.filter(({ taxClass }) => taxClass === share.taxClass));
      return { ...share, net: toAmount(sum(own.map(({ net }) => net))), tax: toAmount(sum(own.map(({ tax }) => tax))) };
    }),
    levies: receipt.levies.map((levy) => {
      const own = all.flatMap(({ levies }) => levies.filter(({ code }) => code === levy.code));
      return { ...levy, amount: toAmount(sum(own.map(({ amount }) => amount))) };
    }),
    covers: [...keys].flatMap((key) => {
      const own = covers.filter((cover) => getKey(cover) === key);
      const net = sum(own.map((cover) => cover.net));
      return net.gt(0) ? [{ ...own[0]!, net: toAmount(net) }] : [];
    }),
  };
}

function getKey({ objectId, code }: ReceiptWithCovers['covers'][number]): string {
  return `${objectId ?? ''}|${code}`;
}
