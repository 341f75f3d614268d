import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import { expectBooked } from '../support/booked-calls.js';
import { CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { MoneyWorkload } from '../support/money-workload.js';
import { readSeed, createRandom } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, createUnknownCode, WITHDRAWAL } from '../support/collection-client.js';

const SEED = readSeed('INTERLEAVING_SEED', 20_261_125);
const CLIENTS = 8;
const STEPS = 20;

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let workload: MoneyWorkload;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ creditLimit: '2500.00' })).production;
  issuing = await LocalCollectionClient.open(app);
  app.clock.set(CHARGE_TIME);
  await agent.renewToken();
  await issuing.staff.renewSession();
});
afterAll(() => app.stop());

const verify = (): Promise<string[]> => verifyLedger(app.running.parts.store, 'production');

describe('the books', () => {
  it('are correct after any interleaving of charges, payments, cancellations, settlements and resolutions', async () => {
    const callers = { agent, issuing };
    workload = new MoneyWorkload({ callers, agentCode: 'A100', today: app.clock.today(), random: createRandom(SEED), isKeyed: false });
    await workload.addApplications(['quarterly', 'fire', 'vehicle', 'fire', 'fire', 'quarterly', 'vehicle', 'fire']);
    await workload.addApplications(Array.from({ length: 8 }, () => 'spare'));
    const client = async (): Promise<void> => {
      for (let step = 0; step < STEPS; step += 1) expect(await workload.runRandomAction()).toBe(true);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    for (const name of ['pay', 'payWrong', 'payUnknown', 'repeat', 'cancel', 'refund'])
      expect([name, workload.successes.get(name) ?? 0]).not.toEqual([name, 0]);
    expect(workload.calls.filter(({ refusals }) => refusals > 0)).toEqual([]);
    expect(await verify()).toEqual([]);
    await expectBooked(app.running.parts.store, 'production', workload.calls);
    await issuing.expectBalancedLedger();
  });

  it.each(['charge', 'advice', 'settlement', 'cancellation', 'resolution'] as const)(
    'reveal a missing acknowledgement: %s',
    async (kind) => {
      const reported = workload.calls.find((call) => call.kind === kind && call.responses.length > 0);
      const others = workload.calls.filter((call) => call.kind !== kind || call.about !== reported?.about);
      await expect(expectBooked(app.running.parts.store, 'production', others)).rejects.toThrow(kind);
    },
  );
});

describe('the verification of manipulated books', () => {
  // Adds what random clients may have left out or used up.
  beforeAll(async () => {
    const policy = await createPolicy((await app.createAgent({ code: 'B200' })).production, QUARTERLY);
    expectStatus(200, await issuing.cancel(policy.id, app.clock.today(), WITHDRAWAL));
    const unidentified = async (): Promise<number> => (await issuing.bookPayment(createUnknownCode(), 10)).suspenseId ?? 0;
    const { id } = await createPrepaid(agent);
    for (const item of [await issuing.createSuspense(agent, id), await unidentified()])
      expectStatus(200, await issuing.resolve(item, { refund: true }));
    await unidentified();
  });

  it.each([
    [
      'does not sum to zero',
      `UPDATE ledger_entry SET amount = amount + 1 WHERE amount > 0 AND transaction_id = (SELECT min(id) FROM ledger_transaction)`,
    ],
    [
      'a cancelled one is',
      `UPDATE receipt SET status = 'CANCELLED', payment_method = NULL, payment_reference = NULL, paid_at = NULL WHERE receipt_no = (SELECT min(receipt_no) FROM receipt WHERE status = 'PAID')`,
    ],
    [
      'not written by its figures',
      `UPDATE ledger_entry SET account_id = (SELECT id FROM account WHERE code = 'suspense') WHERE (transaction_id, account_id) = (SELECT t.id, a.id FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id WHERE t.kind = 'PREMIUM' AND a.kind = 'FEE_INCOME' ORDER BY t.id LIMIT 1)`,
    ],
    [
      'not what is paid and what is receivable',
      `UPDATE ledger_entry SET account_id = (SELECT id FROM account WHERE code = 'suspense') WHERE transaction_id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'CHARGE') AND amount < 0`,
    ],
    [
      'without a receipt',
      `UPDATE ledger_entry SET account_id = (SELECT id FROM account WHERE code = 'receivable:fire') WHERE transaction_id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'SUSPENSE') AND amount < 0`,
    ],
    ['balance is not the sum', `UPDATE account SET balance = balance + 1 WHERE agent_code = 'A100'`],
    [
      'paid without its one booking',
      `UPDATE receipt SET status = 'PAID', payment_method = 'RF', payment_reference = 'x', paid_at = now() WHERE receipt_no = (SELECT min(receipt_no) FROM receipt WHERE status <> 'PAID')`,
    ],
    [
      'not of the amount of its receipt',
      `UPDATE receipt SET gross = gross + 1, net = net + 1 WHERE receipt_no = (SELECT min(receipt_no) FROM receipt WHERE status = 'PAID')`,
    ],
    [
      'gives back what is not its payment',
      `UPDATE ledger_transaction SET application_id = (SELECT max(id) FROM application WHERE id <> application_id) WHERE id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'REFUND')`,
    ],
    [
      'not booked as it stands',
      `UPDATE ledger_transaction SET application_id = (SELECT min(id) FROM application) WHERE id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'SUSPENSE_REFUND' AND application_id IS NULL)`,
    ],
    [
      'not owed to the customer of its application, or to the sender',
      `UPDATE ledger_entry SET account_id = (SELECT id FROM account WHERE code = 'bank') WHERE amount < 0 AND transaction_id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'SUSPENSE_REFUND' AND application_id IS NOT NULL)`,
    ],
    [
      'not owed to the customer of its application, or to the sender',
      `UPDATE ledger_entry SET account_id = (SELECT min(id) FROM account WHERE kind = 'CUSTOMER_PAYABLE') WHERE amount < 0 AND transaction_id = (SELECT min(id) FROM ledger_transaction WHERE kind = 'SUSPENSE_REFUND' AND application_id IS NULL)`,
    ],
    [
      'not booked as it stands',
      `UPDATE suspense_item SET application_id = (SELECT min(id) FROM application), reason = '-701' WHERE id = (SELECT min(id) FROM suspense_item WHERE application_id IS NULL AND resolved_at IS NULL)`,
    ],
    [
      'not the sum of its open items',
      `UPDATE suspense_item SET amount = amount + 1 WHERE id = (SELECT min(id) FROM suspense_item WHERE resolved_at IS NULL)`,
    ],
    ['not the sum of its items', `UPDATE suspense_item SET amount = amount + 1 WHERE id = (SELECT min(id) FROM suspense_item)`],
    ['not at the bank once', `UPDATE bank_advice SET amount = amount + 1 WHERE id = (SELECT min(id) FROM bank_advice)`],
    [
      'has no paid receipt, or',
      `UPDATE receipt SET status = 'PENDING' WHERE receipt_no = (SELECT min(r.receipt_no) FROM receipt r JOIN application a ON a.id = r.application_id WHERE r.status = 'CANCELLED' AND a.status = '70')`,
    ],
  ])('reports the violation: %s', async (rule, meddle) => {
    // The triggers that protect the tables are disabled within a transaction that is rolled back.
    const here = { query: (_schema: string, text: string) => app.query('production', text) } as unknown as Store;
    const tables = ['ledger_entry', 'ledger_transaction', 'receipt', 'suspense_item', 'bank_advice'];
    await app.query('production', 'BEGIN');
    let violations: string[];
    try {
      for (const table of tables) await app.query('production', `ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await app.query('production', meddle);
      violations = await verifyLedger(here, 'production');
    } finally {
      await app.query('production', 'ROLLBACK');
    }
    expect(violations.filter((violation) => violation.includes(rule))).not.toEqual([]);
    expect(await verify()).toEqual([]);
  });
});
