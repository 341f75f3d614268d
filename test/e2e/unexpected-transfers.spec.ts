import { buildCamtFile } from '../support/camt.js';
import { CHARGE_TIME } from '../support/collection.js';
import { createUnknownCode } from '../support/collection-client.js';
import { PayoutFixture } from '../support/payout-fixture.js';

let fixture: PayoutFixture;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  await fixture.moveClock(CHARGE_TIME);
});
afterAll(() => fixture.stop());

it('a bank file books a hundred transfers of unknown codes once each, and none that was booked by hand', async () => {
  const { issuing, bank } = fixture;
  const bankBalance = async (): Promise<number> => Math.round(Number(await issuing.accountBalance('bank')) * 100);
  const [before, byHand] = [await bankBalance(), 'NBG-HAND'];
  await issuing.bookPayment(createUnknownCode(), 7, byHand);
  const unexpected = Array.from({ length: 100 }, (_, index) => ({ amount: index + 1, reference: `NBG-${index}` }));
  const statement = await bank.uploadAndBook(buildCamtFile([...unexpected, { amount: 7, reference: byHand }]));
  expect(statement.credits).toMatchObject({ suspense: { count: 100, amount: 5050 }, duplicate: { count: 1, amount: 7 } });
  expect((await bankBalance()) - before).toBe(505_700);
  const { items } = await issuing.list<{ id: number; amount: number; reference: string }>('suspense?state=open&limit=500');
  for (const { suspenseId, amount, reference, result } of await bank.listTransfers(statement.id)) {
    if (result === 'SUSPENSE') expect(items.find(({ id }) => id === suspenseId)).toMatchObject({ amount, reference });
  }
  expect(items.filter(({ reference }) => unexpected.some((entry) => entry.reference === reference))).toHaveLength(100);
  await fixture.expectCorrectBooks();
});
