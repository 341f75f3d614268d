import { readJson } from '../../../../test/support/pricing-fixtures.js';
import { getEarlierDate } from '../../../common/athens.js';
import type { LevyShare, Price, PriceLine, TaxShare } from '../../../pricing/price.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { buildReceipts } from '../ledger/receipt-plan.js';
import { buildAmendmentReceipts, buildBookedPeriods, sumEndorsements } from './amendment-receipts.js';
import type { PricedSegment } from './contract-plan.js';
import { calculatePeriodChanges, hasChange, type PeriodChange } from './period-change.js';

interface Example {
  readonly id: string;
  readonly title: string;
  readonly paid: readonly number[];
  readonly issued: ExamplePrice;
  readonly amendments: readonly ExampleAmendment[];
}

interface ExamplePrice {
  /** Object, cover, tax class and annual net. */
  readonly covers: readonly string[];
  readonly taxes: readonly TaxShare[];
  readonly levies: readonly LevyShare[];
  /** Number, first day, end, net, fee, tax, levy and gross. */
  readonly instalments: readonly string[];
}

interface ExampleAmendment {
  readonly effectiveDate: string;
  readonly price: ExamplePrice;
  readonly changes: readonly ExampleChange[];
  readonly toPayNow: string;
}

interface ExampleChange {
  readonly no: number;
  /** Object, cover, due and delta of each cover that changes. */
  readonly covers: readonly string[];
  readonly taxes: readonly string[];
  /** Kind, first day, end, net, fee, tax, levy and gross. */
  readonly receipt: string;
}

const examples = readJson<readonly Example[]>('test/contract/tables/amendment-examples.json');
const LEVIES = new Map([['AUX_FUND', { rate: '0.018', covers: new Set(['M01']) }]]);
const TAX_RATES = new Map([
  ['FIRE', '0.20'],
  ['OTHER', '0.15'],
]);
const ISSUED_ON = '2026-11-24';

describe('the worked examples of amendments', () => {
  it.each(examples)('$id changes covers, taxes and receipts by the calculated figures: $title', ({ paid, issued, amendments }) => {
    const contract = toContract(issued);
    const [from, to] = [contract.price.instalments[0]!.from, contract.price.instalments.at(-1)!.to];
    let receipts = buildReceipts(contract.price, { kind: 'NEW', issueDate: ISSUED_ON, objectIds: contract.objectIds }).map((receipt) =>
      store(receipt, paid.includes(receipt.instalmentNo)),
    );
    let before: PricedSegment[] = [{ from, to, ...contract }];
    for (const { effectiveDate, price, changes: expected, toPayNow } of amendments) {
      const kept = before
        .filter((segment) => segment.from < effectiveDate)
        .map((segment) => ({ ...segment, to: getEarlierDate(segment.to, effectiveDate) }));
      const after = [...kept, { from: effectiveDate, to, ...toContract(price) }];
      const changes = calculatePeriodChanges(after, buildBookedPeriods(receipts), {
        issued: contract,
        before,
        taxRates: TAX_RATES,
        levies: LEVIES,
      });
      const built = buildAmendmentReceipts(changes, receipts, { effectiveDate, issueDate: effectiveDate });

      const receiptOf = ({ no }: PeriodChange) =>
        [...built.endorsements, ...built.replacements].find(({ instalmentNo }) => instalmentNo === no)!;
      expect(changes.filter(hasChange).map((change) => toFigures(change, receiptOf(change)))).toEqual(expected);
      expect(sumEndorsements(built).gross).toBe(toPayNow);
      const replaced = new Set(built.replacements.map((receipt) => receipt.replaces));
      receipts = [
        ...receipts.filter(({ receiptNo }) => !replaced.has(receiptNo)),
        ...built.endorsements.map((receipt) => store(receipt, true)),
        ...built.replacements.map((receipt) => store(receipt, false)),
      ];
      before = after;
    }
  });
});

function toContract({ covers, taxes, levies, instalments }: ExamplePrice) {
  const lines = covers.map((text) => {
    const [object = '', cover = '', taxClass = '', net = ''] = text.split(' ');
    return { object: Number(object), group: null, cover, title: cover, taxClass, net, sumInsured: null } as unknown as PriceLine;
  });
  const price = {
    lines,
    taxes,
    levies,
    instalments: instalments.map((text) => {
      const [no, from = '', to = '', net = '', fee = '', tax = '', levy = '', gross = ''] = text.split(' ');
      return { no: Number(no), from, to, net, fee, tax, levy, gross };
    }),
  } as unknown as Price;
  return { price, objectIds: [1, 2] };
}

let lastReceiptNo = 0;

function store(receipt: NewReceipt, isPaid: boolean): ReceiptWithCovers {
  lastReceiptNo += 1;
  return { ...receipt, gapFrom: null, receiptNo: lastReceiptNo, status: isPaid ? 'PAID' : 'PENDING' } as ReceiptWithCovers;
}

function toFigures(
  { no, covers, taxes }: PeriodChange,
  { kind, periodFrom, periodTo, net, fee, tax, levy, gross }: NewReceipt,
): ExampleChange {
  return {
    no,
    covers: covers.filter(isMoved).map(({ objectId, code, due, delta }) => [objectId, code, due, delta].join(' ')),
    taxes: taxes.filter(isMoved).map(({ taxClass, delta }) => [taxClass, delta].join(' ')),
    receipt: [kind, periodFrom, periodTo, net, fee, tax, levy, gross].join(' '),
  };
}

function isMoved({ delta }: { readonly delta: string }): boolean {
  return delta !== '0.00';
}
