import type { LocalDate } from '../../../common/athens.js';
import { decimal, sum, toAmount, type Amount } from '../../../common/money.js';
import type { Price, Instalment, TaxShare } from '../../../pricing/price.js';
import { shareByLargestRemainder } from './largest-remainder.js';
import type { NewReceipt, ReceiptCover, ReceiptKind } from '../../core/applications/receipt.js';

export interface PolicyTerms {
  /** What the first receipt is; the later ones are instalments. */
  readonly kind: Extract<ReceiptKind, 'NEW' | 'RENEWAL'>;
  readonly issueDate: LocalDate;
  /** Ids of the insured objects, in the order in which they were priced; empty where objects have none (vehicle). */
  readonly objectIds: readonly number[];
}

/**
 * Every receipt of a policy, one for each instalment of its price. An instalment's net, fee, tax and levy are shared by the covers, tax
 * classes and levies of the price in proportion (money.9); ties fall to the earlier one in tariff order, in which the price has
 * them. The net of a tax class is that of its covers.
 */
export function planReceipts(price: Price, terms: PolicyTerms): NewReceipt[] {
  const covers = coversOf(price, terms.objectIds);
  return price.instalments.map((instalment, index) => {
    const shares = shareByLargestRemainder(instalment.net, netsOf(covers));
    const ownCovers = covers.map((cover, at) => ({ ...cover, net: shares[at] ?? '0.00' }));
    return {
      instalmentNo: instalment.no,
      kind: index === 0 ? terms.kind : 'INSTALMENT',
      periodFrom: instalment.from,
      periodTo: instalment.to,
      issueDate: terms.issueDate,
      // The first one is paid by the issue itself; a later one is due when its period begins, from when on nothing else covers the risk.
      dueDate: index === 0 ? terms.issueDate : instalment.from,
      net: instalment.net,
      fee: instalment.fee,
      tax: instalment.tax,
      levy: instalment.levy,
      gross: instalment.gross,
      taxes: taxesOf(price, instalment, ownCovers),
      levies: leviesOf(price, instalment),
      covers: ownCovers,
    };
  });
}

/** One entry for each cover of each object: the lines of its insured groups together. */
function coversOf(price: Price, objectIds: readonly number[]): ReceiptCover[] {
  const covers = new Map<string, ReceiptCover>();
  for (const line of price.lines) {
    const key = `${line.object}|${line.cover}`;
    const former = covers.get(key);
    covers.set(key, {
      objectId: objectIds[line.object - 1] ?? null,
      code: line.cover,
      title: line.title,
      sumInsured: addUp(former?.sumInsured ?? null, line.sumInsured),
      net: addUp(former?.net ?? null, line.net) ?? '0.00',
      taxClass: line.taxClass,
    });
  }
  return [...covers.values()];
}

function addUp(a: Amount | null, b: Amount | null): Amount | null {
  if (a === null || b === null) return a ?? b;
  return toAmount(decimal(a).plus(b));
}

function taxesOf(price: Price, instalment: Instalment, covers: readonly ReceiptCover[]): TaxShare[] {
  const taxes = shareByLargestRemainder(
    instalment.tax,
    price.taxes.map(({ tax }) => tax),
  );
  const fees = shareByLargestRemainder(
    instalment.fee,
    price.taxes.map(({ fee }) => fee),
  );
  return price.taxes.map(({ taxClass, rate }, at) => {
    const net = toAmount(sum(netsOf(covers.filter((cover) => cover.taxClass === taxClass))));
    return { taxClass, net, fee: fees[at] ?? '0.00', rate, tax: taxes[at] ?? '0.00' };
  });
}

function leviesOf(price: Price, instalment: Instalment): NewReceipt['levies'] {
  const amounts = shareByLargestRemainder(
    instalment.levy,
    price.levies.map(({ amount }) => amount),
  );
  return price.levies.map(({ code, rate }, at) => ({ code, rate, amount: amounts[at] ?? '0.00' }));
}

function netsOf(covers: readonly ReceiptCover[]): Amount[] {
  return covers.map(({ net }) => net);
}
