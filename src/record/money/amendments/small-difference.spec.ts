import { amend, issueContract, payNext, START, type Books, type Risk } from '../../../../test/support/amendment-books.js';
import { toDecimal } from '../../../common/money.js';

const RISK: Risk = {
  client: { name: 'A' },
  objects_insured: [{ object_id: 11, insured_values: [{ group_cover: '03', insured_value: 36_500 }] }],
};
const termsOf = (carryBelow: number, minimumAdditional = 0) => ({
  carryBelow: toDecimal(carryBelow),
  minimumAdditional: toDecimal(minimumAdditional),
});
const issue = (small: Books['small'], { months = 6, paid = 1 } = {}): Books => ({
  ...issueContract(RISK, months, paid),
  ...(small && { small }),
});
const raise = (books: Books, cents: number, effectiveDate = '2027-03-01'): Books =>
  amend(books, { effectiveDate, changes: [{ objectId: 11, code: '03', cents }] })!;
const listAmounts = ({ receipts }: Books) =>
  receipts.map(({ kind, periodFrom, net, fee, tax, gross, status }) => [kind, periodFrom, net, fee, tax, gross, status].join(' '));

describe('a small increase', () => {
  // The first period of 182 days is paid, and 92 are left: (182.50 × 90 + 184.33 × 92) / 182 = 183.43.
  const RAISED = 36_865;

  it('is collected by itself without terms, and from the limit on', () => {
    const expected = [
      `NEW ${START} 182.50 14.60 29.57 226.67 PAID`,
      'INSTALMENT 2027-06-01 184.32 14.60 29.83 228.75 PENDING',
      'ENDORSEMENT 2027-03-01 0.93 0.00 0.13 1.06 PAID',
    ];
    expect(listAmounts(raise(issue(undefined), RAISED))).toEqual(expected);
    expect(listAmounts(raise(issue(termsOf(1.06)), RAISED))).toEqual(expected);
  });

  it('is added to the next receipt below the limit', () => {
    const books = raise(issue(termsOf(1.07)), RAISED);
    expect(listAmounts(books)).toEqual([
      `NEW ${START} 182.50 14.60 29.57 226.67 PAID`,
      'INSTALMENT 2027-06-01 185.25 14.60 29.97 229.82 PENDING',
    ]);

    // A later act of at least the limit collects both at once, and the next receipt has its own premium again.
    const [, next, endorsement] = listAmounts(raise(books, 73_000));
    expect([next, endorsement]).toEqual([
      'INSTALMENT 2027-06-01 365.00 14.60 56.93 436.53 PENDING',
      'ENDORSEMENT 2027-03-01 92.25 0.00 13.83 106.08 PAID',
    ]);
  });

  it('is not collected after the last receipt below its own limit, until a later act collects both', () => {
    const terms = termsOf(100, 2);
    const books = raise(issue(terms, { paid: 2 }), RAISED, '2027-09-01');
    expect(books.receipts).toHaveLength(2);
    expect(listAmounts(raise(books, 73_000, '2027-09-01')).slice(2)).toEqual(
      listAmounts(raise(issue(terms, { paid: 2 }), 73_000, '2027-09-01')).slice(2),
    );
    expect(raise(issue(termsOf(100, 0), { paid: 2 }), RAISED, '2027-09-01').receipts).toHaveLength(3);
  });

  it('is collected by itself where the next receipt would have a cover below zero', () => {
    const risk: Risk = {
      client: { name: 'A' },
      objects_insured: [
        {
          object_id: 11,
          insured_values: [
            { group_cover: '03', insured_value: 10_000 },
            { group_cover: '04', insured_value: 10_000 },
          ],
        },
      ],
    };
    const changes = [
      { objectId: 11, code: '03', cents: null },
      { objectId: 11, code: '04', cents: 20_100 },
    ];
    const books = amend({ ...issueContract(risk, 6, 1), small: termsOf(100) }, { effectiveDate: '2027-03-01', changes })!;
    expect(books.receipts.map(({ kind }) => kind)).toEqual(['NEW', 'INSTALMENT', 'ENDORSEMENT']);
  });

  it('stays with a receipt that is paid', () => {
    const paid = payNext(raise(issue(termsOf(100)), RAISED));
    expect(paid.receipts.map(({ gross }) => gross)).toEqual(['226.67', '229.82']);
  });
});
