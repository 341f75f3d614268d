import { verifyLedger } from '../../src/record/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import type { Answer } from '../support/client.js';
import { charge, CHARGE_TIME, paymentCode, prepaid, QUARTERLY } from '../support/collection.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { IssuingDesk, type BankPayment, type PaymentCodeEntity } from '../support/issuing-desk.js';
import { randomNumbers } from '../support/random.js';

/** INTERLEAVING_SEED tells another run. */
const SEED = Number(process.env.INTERLEAVING_SEED ?? 20_261_125);
const CLIENTS = 8;
const STEPS = 20;
const APPLICATIONS = 8;
/** What may become of a call: nothing is ever a fault of the server's. */
const EXPECTED: ReadonlySet<number> = new Set([200, 205, 400, 409, 412]);

let app: FireApp;
let agent: FireAgent;
let desk: IssuingDesk;
const random = randomNumbers(SEED);

beforeAll(async () => {
  process.stdout.write(`Interleavings: INTERLEAVING_SEED=${SEED}\n`);
  app = await FireApp.start();
  agent = (await app.agent({ creditLimit: '2500.00' })).production;
  desk = await IssuingDesk.open(app);
  app.clock.set(CHARGE_TIME);
  await agent.renewToken();
  await desk.staff.renew();
});
afterAll(() => app.stop());

const verify = (): Promise<string[]> => verifyLedger(app.running.app.get(Store), 'production');

function oneOf<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** What everybody does at once to the same few applications. */
class Crowd {
  readonly done = new Map<string, number>();
  private readonly codes = new Map<number, PaymentCodeEntity>();
  private readonly suspended: number[] = [];
  private readonly sent: [code: string, amount: number, reference: string][] = [];

  /** `spare` ones are paid out of suspense alone. */
  constructor(
    private readonly ids: readonly number[],
    private readonly spare: readonly number[],
  ) {}

  private readonly actions: Readonly<Record<string, () => Promise<Answer | null>>> = {
    charge: () => charge(agent, oneOf(this.ids)),
    pay: () => this.advise((amount) => amount),
    payWrong: () => this.advise((amount) => Math.round(amount * 100 + oneOf([-1, 1, 500])) / 100),
    repeat: async () => (this.sent.length === 0 ? null : desk.advise(...oneOf(this.sent))),
    cancel: () => desk.cancel(oneOf(this.ids), oneOf(['2026-11-26', '2026-12-20', '2027-04-01']), { claims: random() < 0.5 }),
    settle: () =>
      desk.staff.post('agents/A100/settlements', { amount: oneOf([10, 87.35, 332.64]), reference: `S${Math.floor(random() * 30)}` }),
    toApplication: () => this.resolve({ applicationId: oneOf([...this.ids, ...this.spare, ...this.spare]) }),
    refund: () => this.resolve({ refund: true }),
  };

  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      const name = oneOf([
        'charge',
        'pay',
        'pay',
        'payWrong',
        'repeat',
        'repeat',
        'cancel',
        'settle',
        'toApplication',
        'toApplication',
        'refund',
      ]);
      const answer = await this.actions[name]?.();
      if (!answer) continue;
      if (!EXPECTED.has(answer.status)) throw new Error(`${name}: ${answer.status} ${answer.text}`);
      if (answer.status < 300) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    }
  }

  private async advise(amountOf: (due: number) => number): Promise<Answer | null> {
    const id = oneOf(this.ids);
    const asked = await paymentCode(agent, id);
    if (asked.status === 200) this.codes.set(id, asked.json<PaymentCodeEntity>());
    const code = this.codes.get(id);
    if (!code) return null;
    const advice: (typeof this.sent)[number] = [code.payment_code, amountOf(code.amount), desk.newReference()];
    this.sent.push(advice);
    const answer = await desk.advise(...advice);
    const { suspenseId } = answer.json<BankPayment>();
    if (answer.status === 200 && suspenseId !== null) this.suspended.push(suspenseId);
    return answer;
  }

  private async resolve(resolution: object): Promise<Answer | null> {
    return this.suspended.length === 0 ? null : desk.resolve(oneOf(this.suspended), resolution);
  }
}

describe('the books', () => {
  it('are right after any interleaving of charges, payments, cancellations, settlements and resolutions', async () => {
    const ids: number[] = [];
    for (let at = 0; at < APPLICATIONS; at += 1) ids.push((await prepaid(agent, at % 5 === 0 ? QUARTERLY : {})).id);
    const spare: number[] = [];
    for (let at = 0; at < APPLICATIONS; at += 1) spare.push((await prepaid(agent)).id);
    const crowd = new Crowd(ids, spare);
    await Promise.all(Array.from({ length: CLIENTS }, () => crowd.run()));
    for (const name of ['pay', 'payWrong', 'repeat', 'cancel', 'refund']) expect([name, crowd.done.get(name) ?? 0]).not.toEqual([name, 0]);
    expect(await verify()).toEqual([]);
    await desk.expectBalancedLedger();
  });

  it.each([
    [
      'does not sum to zero',
      `UPDATE ledger_entry SET amount = amount + 1 WHERE amount > 0 AND transaction_id = (SELECT min(id) FROM ledger_transaction)`,
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
      'not the sum of its open items',
      `UPDATE suspense_item SET amount = amount + 1 WHERE id = (SELECT min(id) FROM suspense_item WHERE resolved_at IS NULL)`,
    ],
    ['not booked as it stands', `UPDATE suspense_item SET amount = amount + 1 WHERE id = (SELECT min(id) FROM suspense_item)`],
    ['not at the bank once', `UPDATE bank_advice SET amount = amount + 1 WHERE id = (SELECT min(id) FROM bank_advice)`],
    [
      'has no paid receipt, or',
      `UPDATE receipt SET status = 'PENDING' WHERE receipt_no = (SELECT min(r.receipt_no) FROM receipt r JOIN application a ON a.id = r.application_id WHERE r.status = 'CANCELLED' AND a.status = '70')`,
    ],
  ])('are found wrong when somebody meddles with them: %s', async (rule, meddle) => {
    // The tables refuse such changes: their triggers are away until the end of the transaction. Nobody else sees what it has not committed.
    const here = { query: (_schema: string, text: string) => app.rows('production', text) } as unknown as Store;
    const tables = ['ledger_entry', 'ledger_transaction', 'receipt', 'suspense_item', 'bank_advice'];
    await app.rows('production', 'BEGIN');
    const faults = await (async () => {
      for (const table of tables) await app.rows('production', `ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await app.rows('production', meddle);
      return verifyLedger(here, 'production');
    })().finally(() => app.rows('production', 'ROLLBACK'));
    expect(faults.filter((fault) => fault.includes(rule))).not.toEqual([]);
    expect(await verify()).toEqual([]);
  });
});
