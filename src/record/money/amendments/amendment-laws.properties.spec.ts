import fc from 'fast-check';
import {
  addInstructions,
  amend,
  changeRisk,
  END,
  getDay,
  issueContract,
  payNext,
  reverse,
  START,
  type Amendment,
  type Books,
  type NetChange,
  type Risk,
} from '../../../../test/support/amendment-books.js';
import {
  calculateOwedNets,
  calculateOwedTaxes,
  sumReceipts,
  toCents,
  type RiskSegment,
} from '../../../../test/support/amendment-oracle.js';
import { getRounds } from '../../../../test/support/depth.js';
import { addDays } from '../../../common/athens.js';
import { toDecimal } from '../../../common/money.js';
import { findConflicts, listInstructions, type Instruction } from '../../core/amendments/instructions.js';
import { projectSegments } from '../../core/amendments/segments.js';
import type { ReceiptWithCovers } from '../../core/applications/receipt.js';
import { buildLateReceipt } from '../ledger/receipt-plan.js';
import { getCoverKey, type PricedSegment } from './contract-plan.js';
import { hasChange } from './period-change.js';

const RUNS = { numRuns: getRounds({ everyday: 1_500, deep: 15_000 }) };
const FEWER_RUNS = { numRuns: getRounds({ everyday: 300, deep: 3_000 }) };
const TIMEOUT_MS = 600_000;

const nets = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 60_000 }));
const places = fc.tuple(fc.constantFrom(11, 12, 13), fc.constantFrom('01', '02', '03', '04'));
const days = fc.integer({ min: 0, max: 364 }).map(getDay);
const netChanges: fc.Arbitrary<NetChange> = fc
  .tuple(places, fc.option(nets, { freq: 4 }))
  .map(([[objectId, code], cents]) => ({ objectId, code, cents }));
const changeLists = fc.array(netChanges, { minLength: 1, maxLength: 4 });
const amendments: fc.Arbitrary<Amendment> = fc.record({ effectiveDate: days, changes: changeLists });

const risks: fc.Arbitrary<Risk> = fc
  .uniqueArray(fc.tuple(places, nets), { minLength: 1, maxLength: 9, selector: ([place]) => place.join() })
  .map((covers) => ({
    client: { name: 'A' },
    objects_insured: [...new Set(covers.map(([[id]]) => id))].map((id) => ({
      object_id: id,
      insured_values: covers
        .filter(([[object]]) => object === id)
        .map(([[, code], cents]) => ({ group_cover: code, insured_value: cents })),
    })),
  }));

const contracts: fc.Arbitrary<Books> = fc
  .tuple(risks, fc.constantFrom(3, 6, 12), fc.integer({ min: 1, max: 4 }))
  .map(([risk, months, paid]) => issueContract(risk, months, paid));

const amendedContracts: fc.Arbitrary<Books> = fc
  .tuple(
    contracts,
    fc.array(fc.oneof({ weight: 4, arbitrary: amendments }, { weight: 1, arbitrary: fc.constantFrom('pay', 'reverse') }), { maxLength: 6 }),
  )
  .map(([books, steps]) => steps.reduce((now, step) => takeStep(now, step) ?? now, books));

function takeStep(books: Books, step: Amendment | 'pay' | 'reverse'): Books | null {
  if (step === 'pay') return payNext(books);
  if (step !== 'reverse') return amend(books, step);
  return books.amendments[0] ? reverse(books, books.amendments[0]) : null;
}

const toState = ({ receipts }: Books) =>
  sumReceipts(receipts).map(({ nets: covers, ...sums }) => ({ ...sums, covers: Object.fromEntries(covers) }));
const toTotals = (books: Books) => {
  const periods = toState(books);
  const nets = new Map<string, bigint>();
  for (const [key, net] of periods.flatMap(({ covers }) => Object.entries(covers))) nets.set(key, (nets.get(key) ?? 0n) + net);
  const total = (part: 'tax' | 'levy') => periods.reduce((sum, period) => sum + period[part], 0n);
  return { nets, tax: total('tax'), levy: total('levy') };
};
const toAnnualNets = ({ price, objectIds }: PricedSegment) =>
  new Map(price.lines.map((line) => [getCoverKey({ objectId: objectIds[line.object - 1] ?? null, code: line.cover }), line.net]));

function checkLaw<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  check: (...values: Values) => void,
  runs = FEWER_RUNS,
): void {
  fc.assert(fc.property(...arbitraries, check), runs);
}

describe('the money of amendments', () => {
  it(
    'is what is due by days, calculated without the code of the product',
    () => {
      checkLaw(
        [amendedContracts],
        (books) => {
          const segments = projectSegments(START, END, books.risk, books.amendments).map(({ from, to, questionnaire }): RiskSegment => ({
            from,
            to,
            risk: questionnaire as Risk,
          }));
          const atIssue = issueContract(books.risk, books.months, 0).receipts;
          const issued = sumReceipts(atIssue);
          for (const [at, period] of sumReceipts(books.receipts).entries()) {
            const owed = calculateOwedNets(books.risk, segments, atIssue[at]!, books.months);
            expect(Object.fromEntries(period.nets)).toEqual(Object.fromEntries(owed));
            expect({ tax: period.tax, levy: period.levy }).toEqual(calculateOwedTaxes(issued[at]!, owed));
          }
        },
        RUNS,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'adds up in every receipt, and never gives back more than was taken for a cover',
    () => {
      checkLaw([amendedContracts], (books) => {
        for (const receipt of books.receipts) expect(findBrokenSums(receipt)).toEqual([]);
        for (const { nets: covers } of sumReceipts(books.receipts)) expect([...covers.values()].every((net) => net > 0n)).toBe(true);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'does not move when nothing changes that is priced',
    () => {
      checkLaw([amendedContracts, days], (books, day) => {
        const after = addInstructions(books, day, [{ path: 'client.name', value: 'B' }])!;

        expect(after.changes.some(hasChange)).toBe(false);
        expect(after.receipts).toEqual(books.receipts);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'does not move for a cover that no amendment of the contract touches',
    () => {
      checkLaw([amendedContracts, amendments], (books, amendment) => {
        const after = amend(books, amendment) ?? books;
        const annual = [...issueContract(books.risk, 12, 1).segments, ...books.segments, ...after.segments].map(toAnnualNets);
        const isUntouched = (key: string) => annual.every((covers) => covers.get(key) === annual[0]?.get(key));

        const moved = after.changes.flatMap(({ covers }) => covers.filter(({ delta }) => delta !== '0.00').map(getCoverKey));
        expect(after === books ? [] : moved.filter(isUntouched)).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'does not move for a cover that the latest amendment does not touch, whatever was changed before',
    () => {
      checkLaw([amendedContracts, amendments], (books, amendment) => {
        fc.pre(books.amendments.every(({ effectiveDate }) => effectiveDate < amendment.effectiveDate));
        const after = amend(books, amendment)!;
        const [before, now] = [books.segments, after.segments].map((segments) => toAnnualNets(segments.at(-1)!));

        const moved = after.changes.flatMap(({ covers }) => covers.filter(({ delta }) => delta !== '0.00').map(getCoverKey));
        expect(moved.filter((key) => before!.get(key) === now!.get(key))).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'is zero for a change and its opposite on one day, and the same for two changes of a day as for one',
    () => {
      checkLaw([amendedContracts, days, changeLists, changeLists], (books, effectiveDate, first, second) => {
        const one = amend(books, { effectiveDate, changes: first });
        const both = amend(books, { effectiveDate, changes: [...first, ...second] });
        fc.pre(one !== null && both !== null);
        const two = amend(one, { effectiveDate, changes: second });
        fc.pre(two !== null);
        expect(toState(two)).toEqual(toState(both));

        const back = addInstructions(one, effectiveDate, listInstructions(getRisk(one, effectiveDate), getRisk(books, effectiveDate)));
        fc.pre(back !== null);
        expect(toState(back)).toEqual(toState(books));
      });
    },
    TIMEOUT_MS,
  );

  it(
    'does not depend on the order in which amendments of different paths are issued',
    () => {
      checkLaw([amendedContracts, amendments, amendments], (books, ...both) => {
        const [first, second] = [draft(books, both[0]), draft(books, both[1])];
        fc.pre(findConflicts(first.instructions, second.instructions).length === 0);
        const [one, other] = [issueAll(books, [first, second]), issueAll(books, [second, first])];
        fc.pre(one !== null && other !== null);

        expect(toState(one)).toEqual(toState(other));
        expect(one.segments.map(toAnnualNets)).toEqual(other.segments.map(toAnnualNets));
      });
    },
    TIMEOUT_MS,
  );

  it(
    'returns to what it was when an amendment is reversed, also after another instalment was paid',
    () => {
      checkLaw([amendedContracts, amendments, fc.boolean()], (books, amendment, isPaid) => {
        const issued = amend(books, amendment);
        fc.pre(issued !== null);
        const reversed = reverse(isPaid ? payNext(issued) : issued, issued.amendments.at(-1)!)!;

        expect(toState(reversed)).toEqual(toState(books));
        expect(reversed.segments).toEqual(books.segments);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'collects a small increase with the next receipt to the cent, and takes it off again with a reversal',
    () => {
      checkLaw([contracts, amendments], (books, amendment) => {
        const small = { carryBelow: toDecimal(1_000), minimumAdditional: toDecimal(0) };
        const [alone, carried] = [amend(books, amendment)!, amend({ ...books, small }, amendment)!];
        fc.pre(carried.receipts.length === books.receipts.length && alone.receipts.length > books.receipts.length);
        fc.pre(books.receipts.some(({ status }) => status === 'PENDING'));

        const [one, other] = [toTotals(carried), toTotals(alone)];
        expect(one.nets).toEqual(other.nets);
        // The taxes of two classes in up to four periods are rounded together.
        expect([one.tax - other.tax, one.levy - other.levy].filter((cents) => cents < -8n || cents > 8n)).toEqual([]);
        expect(carried.receipts.flatMap(findBrokenSums)).toEqual([]);
        expect(toState(amend(carried, { ...amendment, changes: [] }) ?? carried)).toEqual(toState(carried));
        expect(toState(reverse(carried, carried.amendments[0]!)!)).toEqual(toState(books));
      });
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the cents of a late payment, and counts only the days with cover',
    () => {
      checkLaw([contracts, fc.integer({ min: 1, max: 89 }), amendments], (books, gapDays, amendment) => {
        const pending = books.receipts.find(({ status }) => status === 'PENDING');
        fc.pre(pending !== undefined);
        const covered = addDays(pending.periodFrom, gapDays);
        const late = payNext(books, (receipt) => buildLateReceipt(receipt, covered, covered));
        const unchanged = addInstructions(late, amendment.effectiveDate, [{ path: 'client.name', value: 'B' }])!;
        expect(unchanged.changes.some(hasChange)).toBe(false);

        const after = amend(late, amendment)!;
        const change = after.changes.find(({ no }) => no === pending.instalmentNo)!;
        const first = amendment.effectiveDate > covered ? amendment.effectiveDate : covered;
        expect(hasChange(change) ? change.changesFrom : first).toBe(first);
        const annual = [books, after].map(({ segments }) => toAnnualNets(segments.at(-1)!));
        const moved = change.covers.filter(({ delta }) => delta !== '0.00').map(getCoverKey);
        expect(moved.filter((key) => annual[0]!.get(key) === annual[1]!.get(key))).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );
});

interface Drafted {
  readonly effectiveDate: string;
  readonly instructions: readonly Instruction[];
}

function draft(books: Books, { effectiveDate, changes }: Amendment): Drafted {
  const risk = getRisk(books, effectiveDate);
  return { effectiveDate, instructions: listInstructions(risk, changeRisk(risk, changes)) };
}

function issueAll(books: Books, drafted: readonly Drafted[]): Books | null {
  return drafted.reduce<Books | null>(
    (now, { effectiveDate, instructions }) => now && addInstructions(now, effectiveDate, instructions),
    books,
  );
}

function getRisk({ risk, amendments: issued }: Books, day: string): Risk {
  return projectSegments(START, END, risk, issued).find(({ to }) => day < to)?.questionnaire as Risk;
}

function findBrokenSums(receipt: ReceiptWithCovers): string[] {
  const total = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + toCents(amount), 0n);
  const { covers, taxes, levies, net, fee, tax, levy, gross } = receipt;
  const sums = {
    net: [net, total(covers.map((cover) => cover.net))],
    taxedNet: [net, total(taxes.map((share) => share.net))],
    fee: [fee, total(taxes.map((share) => share.fee))],
    tax: [tax, total(taxes.map((share) => share.tax))],
    levy: [levy, total(levies.map(({ amount }) => amount))],
    gross: [gross, total([net, fee, tax, levy])],
  } as const;
  return Object.entries(sums)
    .filter(([, [amount, sum]]) => toCents(amount) !== sum)
    .map(([name, [amount, sum]]) => `${name}: ${amount} instead of ${sum}`);
}
