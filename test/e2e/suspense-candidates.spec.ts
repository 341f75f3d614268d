import { toBankWords } from '../../src/record/money/payouts/bank-text.js';
import { BankFileClient } from '../support/bank-file-client.js';
import { buildCamtFile } from '../support/camt.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';

const PRICE = 332.64;

interface SuspenseLook {
  readonly sender: string | null;
  readonly candidates: readonly { readonly applicationId: number; readonly why: readonly string[] }[];
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let bank: BankFileClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  bank = new BankFileClient(issuing.staff);
  await issuing.moveTo(CHARGE_TIME, agent);
});
afterAll(() => app.stop());

it('money without a code lists its possible senders', async () => {
  const [due, alike] = [await createPrepaid(agent), await createPrepaid(agent)];
  const { clientName, policyNo } = (
    await app.query<{ clientName: string; policyNo: string | null }>(
      'production',
      'SELECT client_name AS "clientName", policy_no AS "policyNo" FROM application WHERE id = $1',
      [due.id],
    )
  )[0]!;
  const sender = toBankWords(clientName).toReversed().join(' ');
  const statement = await bank.uploadAndBook(
    buildCamtFile([
      { amount: PRICE, reference: issuing.createReference(), sender, texts: ['asfalistra'] },
      { amount: 77.77, reference: issuing.createReference(), sender },
      { amount: 77.77, reference: issuing.createReference(), sender: 'NOBODY AT ALL' },
    ]),
  );
  const items: SuspenseLook[] = [];
  for (const { suspenseId } of await bank.listTransfers(statement.id))
    items.push(expectStatus(200, await issuing.staff.get(`suspense/${suspenseId}`)).json<SuspenseLook>());
  const [both, named, nobody] = items as [SuspenseLook, SuspenseLook, SuspenseLook];
  expect(both).toMatchObject({ sender, remittance: 'asfalistra', paymentCode: null });
  const own = { applicationId: due.id, clientName, policyNo, amountDue: PRICE };
  expect(both.candidates).toContainEqual({ ...own, applicationNo: expect.any(String) as string, why: ['AMOUNT', 'NAME'] });
  expect(both.candidates.map(({ applicationId }) => applicationId)).toContain(alike.id);
  expect(both.candidates.length).toBeLessThanOrEqual(5);
  expect(named.candidates).toContainEqual({ ...own, applicationNo: expect.any(String) as string, why: ['NAME'] });
  expect(named.candidates.map(({ applicationId }) => applicationId)).toEqual([alike.id, due.id]);
  expect(nobody).toMatchObject({ sender: 'NOBODY AT ALL', candidates: [] });
  const { suspenseId } = (await bank.listTransfers(statement.id))[0]!;
  expectStatus(200, await issuing.resolve(suspenseId!, { applicationId: due.id }));
  const resolved = expectStatus(200, await issuing.staff.get(`suspense/${suspenseId}`)).json<SuspenseLook>();
  expect(resolved).toMatchObject({ resolution: 'APPLICATION', sender: null, remittance: null, candidates: [] });
});
