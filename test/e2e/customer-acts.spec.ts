import { createHash } from 'node:crypto';
import { addDays } from '../../src/common/athens.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { ONE_CONNECTION } from '../support/app.js';
import { CustomerClient, getToken, makeLink, type CustomerCase } from '../support/customer.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { readOutbox } from '../support/outbox.js';
import { StaffClient } from '../support/staff-client.js';

const TEN_MINUTES_MS = 600_000;

interface Act {
  readonly kind: string;
  readonly channel: string;
  readonly shown: string;
  readonly shownSha256: string;
  readonly isVerified: boolean;
  readonly address: string | null;
}

let app: FireApp;
let agent: FireAgent;
let production: FireAgent;
let issuing: StaffClient;
let digits: string;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  ({ sandbox: agent, production } = await app.createAgent());
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
  digits = String(agent.body().fire_application.client['afm']).slice(-4);
});
afterAll(() => app.stop());
/** Calls are limited by time, which only goes forward. */
beforeEach(() => moveTo(app.clock.now().getTime() + TEN_MINUTES_MS));

async function moveTo(time: string | number): Promise<void> {
  app.clock.set(time);
  await agent.renewToken();
  await production.renewToken();
  await issuing.renewSession();
}

/** Opens a link of the application, with the second factor. */
async function visit(id: number, purpose: string, by = agent): Promise<CustomerClient> {
  const { url } = await makeLink(by, id, purpose);
  return CustomerClient.of(app, by, getToken(url)).confirm(app, digits);
}

async function sent(by = agent): Promise<number> {
  const { id } = await by.insert();
  expectStatus(200, await by.act(id, 'send_for_acceptance'));
  return id;
}

async function listActs(id: number): Promise<Act[]> {
  return expectStatus(200, await issuing.get(`applications/${id}/customer-acts`)).json<{ items: Act[] }>().items;
}

async function listEvents(id: number, type: string): Promise<unknown[]> {
  return app.query('sandbox', `SELECT data FROM event WHERE type = $2 AND (data ->> 'application_id')::bigint = $1`, [id, type]);
}

describe('an acceptance by the customer’s page', () => {
  it('is the customer’s own act, with evidence that can be verified from its hash', async () => {
    const id = await sent();
    const customer = await visit(id, 'accept');
    const { shown } = await customer.getCase();
    const accepted = expectStatus(200, await customer.accept()).json();
    expect(accepted).toMatchObject({ kind: 'ACCEPTED', shown });
    expect((await agent.get(id)).status_code).toBe('45');
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('39 accept 45');
    const [act] = await listActs(id);
    expect(act).toMatchObject({
      kind: 'ACCEPTED',
      channel: 'LINK',
      isVerified: true,
      sentTo: 'm…@example.gr',
      address: expect.any(String) as unknown,
    });
    expect(createHash('sha256').update(act!.shown).digest('hex')).toBe(shown);
    expect(JSON.parse(act!.shown)).toMatchObject({
      gross: '332.64',
      language: 'el',
      statements: [{ code: 'READ' }, { code: 'TRUE' }, { code: 'ELECTRONIC' }],
    });
    expect(act!.shown).not.toContain('Παπαδ');
    expect(await listEvents(id, 'customer.accepted')).toHaveLength(1);
    const { history } = (await issuing.get(`applications/${id}`)).json<{ history: { actor: string; actorName: string }[] }>();
    expect(history.at(-1)).toMatchObject({ actor: 'customer', actorName: 'Πελάτης' });
  });

  it('happens once for two tabs, double submits and a lost response', async () => {
    const id = await sent();
    const first = await visit(id, 'accept');
    const { shown, statements } = await first.getCase();
    const { code } = expectStatus(200, await first.post('code')).json<{ code: string }>();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    const answer = { accepted: true, answers, code, shown };
    const responses = await Promise.all(Array.from({ length: 6 }, () => first.post('acceptance', answer)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(expectStatus(200, await first.post('acceptance', answer)).text).toBe(responses[0]?.text);
    expect((await getHistory(agent, id)).transitions.filter((one) => one.includes('accept 45'))).toHaveLength(1);
    expect(await listActs(id)).toHaveLength(1);
    await expectRefused(app, () => first.post('acceptance', { accepted: false, shown }), { code: '-400' });
    expect((await first.get('case')).json()).toMatchObject({ act: { kind: 'ACCEPTED' } });
  });

  it('takes effect, or a simultaneous rejection by another link does, but never both', async () => {
    const id = await sent();
    const [one, other] = [await visit(id, 'accept'), await visit(id, 'accept')];
    const { shown, statements } = await one.getCase();
    const { code } = expectStatus(200, await one.post('code')).json<{ code: string }>();
    const answers = statements.map((statement) => ({ code: statement.code, given: true }));
    const responses = await Promise.all([
      one.post('acceptance', { accepted: true, answers, code, shown }),
      other.post('acceptance', { accepted: false, shown, reason: 'Όχι' }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listActs(id)).toHaveLength(1);
  });

  it('needs every statement, the required ones with yes, and the code that was sent', async () => {
    const id = await sent();
    const customer = await visit(id, 'accept');
    const { shown, statements } = await customer.getCase();
    const { code } = expectStatus(200, await customer.post('code')).json<{ code: string }>();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    const refuse = (change: object, ...violation: [path: string, code: string]) =>
      expectRefused(app, () => customer.post('acceptance', { accepted: true, answers, code, shown, ...change }), {
        code: violation[1],
        violations: [violation],
      });
    await refuse({ answers: answers.slice(1) }, 'answers.READ', '-101');
    await refuse({ answers: [{ code: 'READ', given: false }, ...answers.slice(1)] }, 'answers.READ', '-502');
    await refuse({ code: null }, 'code', '-101');
    await expectRefused(app, () => customer.post('acceptance', { accepted: true, answers, code, shown: 'x' }), {
      status: 412,
      code: '-402',
    });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await customer.post('acceptance', { accepted: true, answers, code: wrong, shown })).status).toBe(400);
    expect((await customer.post('acceptance', { accepted: true, answers, code, shown })).status).toBe(401);
    expect((await agent.get(id)).status_code).toBe('39');
  });

  it('refuses a code that is too old, and of a proposal that has changed', async () => {
    const id = await sent();
    const customer = await visit(id, 'accept');
    const { shown, statements } = await customer.getCase();
    const { code } = expectStatus(200, await customer.post('code')).json<{ code: string }>();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    app.clock.set(app.clock.now().getTime() + 15 * 60_000);
    expect((await customer.post('acceptance', { accepted: true, answers, code, shown })).status).toBe(400);
    await moveTo(app.clock.now().getTime());
    expectStatus(200, await issuing.post(`applications/${id}/acceptance`, { accepted: false }));
    expectStatus(200, await agent.act(id, 'calc'));
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    expect((await customer.post('acceptance', { accepted: true, answers, code, shown })).status).toBe(412);
    expectStatus(200, await customer.accept());
  });

  it('is signed with a code that is mailed in production', async () => {
    const id = await sent(production);
    const customer = await visit(id, 'accept', production);
    expect(expectStatus(200, await customer.post('code')).json()).toEqual({ sent_to: 'm…@example.gr', code: null });
    const mail = (await readOutbox(app.running.database.config.dataDir)).at(-1);
    const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? [];
    const { shown, statements } = await customer.getCase();
    const answers = statements.map((one) => ({ code: one.code, given: one.code !== 'ELECTRONIC' }));
    expectStatus(200, await customer.post('acceptance', { accepted: true, answers, code, shown }));
    for (let sentCodes = 1; sentCodes < 5; sentCodes += 1) await customer.post('code');
    expect((await customer.post('code')).status).toBe(400);
  });

  it('of a vehicle marks it as accepted, and a rejection gives the reason to the agent', async () => {
    const motor = new MotorAgent(agent);
    const { id } = await motor.insert();
    expectStatus(200, await agent.client.put(`${agent.root}/mtr-api/resources/applications/${id}/requestCustomerApproval`));
    const customer = await visit(Number(id), 'accept');
    expectStatus(200, await customer.accept());
    expect((await getHistory(agent, Number(id))).transitions.at(-1)).toBe('12 accept 01');
    const rejected = await sent();
    const other = await visit(rejected, 'accept');
    const { shown } = await other.getCase();
    expect(expectStatus(200, await other.post('acceptance', { accepted: false, reason: 'Ακριβό', shown })).json()).toMatchObject({
      kind: 'REJECTED',
    });
    expect((await agent.get(rejected)).messages).toMatchObject([{ code: 'REJECTED_BY_CUSTOMER' }]);
    expect(await listEvents(rejected, 'customer.rejected')).toHaveLength(1);
  });
});

describe('the pages of payment and policy', () => {
  it('show what is due with its code, and after the payment nothing', async () => {
    const { id } = await agent.insertIn('45');
    const customer = await visit(id, 'pay');
    const { payment, documents } = (await customer.get('case')).json<CustomerCase & { payment: object }>();
    expect(payment).toMatchObject({
      amount: 332.64,
      payment_code: expect.stringMatching(/^RF\d{23}$/) as unknown,
      qr_path: expect.stringMatching(/^M/) as unknown,
    });
    expect(documents).toEqual([]);
    expectStatus(205, await agent.act(id, 'charge'));
    expect((await customer.get('case')).json()).toMatchObject({ payment: null });
  });

  it('give the policy’s documents only, and pass a change of contact data to staff', async () => {
    const { id } = await agent.insertIn('50');
    const customer = await visit(id, 'policy');
    const { documents } = await customer.getCase();
    expect(documents.map(({ title }) => title).sort()).toEqual(['Ασφαλιστήριο', 'Απόδειξη ασφαλίστρων'].sort());
    for (const one of documents)
      expect(
        expectStatus(200, await customer.get(`documents/${one.id}`))
          .bytes.subarray(0, 4)
          .toString(),
      ).toBe('%PDF');
    await expectRefused(app, () => customer.post('contact', {}), { code: '-101', violations: [['email', '-101']] });
    const { service_request_id: number } = expectStatus(201, await customer.post('contact', { phone: '+30 694 000 0000' })).json();
    expect(expectStatus(200, await issuing.get(`service-requests/${String(number)}`)).json()).toMatchObject({
      category: 'PARTIES',
      body: expect.stringContaining('+30 694 000 0000') as unknown,
    });
  });
});

describe('a withdrawal', () => {
  const register = (query = ''): Promise<Record<string, unknown>[]> =>
    issuing.get(`withdrawals?${query}`).then((response) => expectStatus(200, response).json<{ items: Record<string, unknown>[] }>().items);

  it('on the 14th day cancels the policy once and refunds everything, with an acknowledgement', async () => {
    const { id, policy_no: policyNo } = await agent.insertIn('50');
    const issued = app.clock.today();
    await moveTo(`${addDays(issued, 14)}T20:00:00Z`);
    const customer = await visit(id, 'withdraw');
    expect((await customer.get('case')).json()).toMatchObject({ withdraw_by: addDays(issued, 14), withdrawal: null });
    await expectRefused(app, () => customer.post('withdrawal', { confirmed: false }), {
      code: '-101',
      violations: [['confirmed', '-101']],
    });
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => customer.post('withdrawal', { confirmed: true, reason: 'Άλλαξα γνώμη.' })),
    );
    expect([...new Set(responses.map(({ status, text }) => `${status} ${text}`))]).toEqual([`200 ${responses[0]?.text}`]);
    expect(expectStatus(200, responses[0]!).json()).toMatchObject({
      state: 'CANCELLED',
      refund: 332.64,
      statement: `Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση ${policyNo}. Άλλαξα γνώμη.`,
    });
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('50 cancel_mid_term 70');
    const [letter] = (await issuing.get(`applications/${id}/letters`))
      .json<{ items: { kind: string; text: string; mails: object[] }[] }>()
      .items.filter(({ kind }) => kind === 'WITHDRAWAL_RECEIVED');
    expect(letter?.text).toContain('22:00:00');
    expect(letter?.text).toContain('Επιστρέφονται 332,64 €');
    expect(letter?.mails).toMatchObject([{ recipient: 'CLIENT', address: 'maria@example.gr' }]);
    expect(await register(`channel=LINK&state=CANCELLED`)).toEqual([
      expect.objectContaining({ policyNo, refund: 332.64, channel: 'LINK' }),
    ]);
    expect(await listActs(id)).toMatchObject([{ kind: 'WITHDRAWN', isVerified: true }]);
    expect(await listEvents(id, 'withdrawal.received')).toHaveLength(1);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });

  it('on the 15th day is refused, by link and by program', async () => {
    const { id } = await agent.insertIn('50');
    const issued = app.clock.today();
    const { url } = await makeLink(agent, id, 'withdraw', { expires: addDays(issued, 20) });
    await moveTo(`${addDays(issued, 15)}T08:00:00Z`);
    const customer = await CustomerClient.of(app, agent, getToken(url)).confirm(app, digits);
    await expectRefused(app, () => customer.post('withdrawal', { confirmed: true }), { code: '-102' });
    await expectRefused(app, () => agent.client.post(`${agent.root}/docs-api/policy/applications/${id}/withdrawals`, {}), { code: '-102' });
    await expectRefused(
      app,
      () => agent.client.post(`${agent.root}/docs-api/policy/applications/${id}/customer_links`, { purpose: 'withdraw' }),
      {
        code: '-102',
      },
    );
  });

  it('with a known claim is a task for staff, who close it', async () => {
    const { id } = await agent.insertIn('50');
    await app.query('sandbox', 'UPDATE application SET start_date = $2, version = version + 1 WHERE id = $1', [id, app.clock.today()]);
    expectStatus(
      200,
      await issuing.put(`applications/${id}/claims/Z-${id}`, { date: app.clock.today(), atFault: false, reserved: 100, paid: 0 }),
    );
    const path = `${agent.root}/docs-api/policy/applications/${id}/withdrawals`;
    const responses = await Promise.all(Array.from({ length: 3 }, () => agent.client.post(path, { reason: 'Όχι πια' })));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(expectStatus(201, responses[0]!).json()).toMatchObject({ state: 'OPEN', refund: null, channel: 'AGENT' });
    expect((await agent.get(id)).status_code).toBe('50');
    const { items } = (await issuing.get('messages?state=open')).json<{ items: { id: number; kind: string; applicationId: number }[] }>();
    expect(items.filter(({ kind, applicationId }) => kind === 'WITHDRAWAL' && applicationId === id)).toHaveLength(1);
    const [open] = await register('state=OPEN');
    expect(open).toMatchObject({ applicationId: id, claimNo: `Z-${id}` });
    const [task] = items.filter(({ applicationId }) => applicationId === id);
    expectStatus(200, await issuing.post(`messages/${task!.id}/resolution`, undefined));
    const closing = { decision: 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.' };
    expect(expectStatus(200, await issuing.post(`withdrawals/${String(open!['id'])}/closing`, closing)).json()).toMatchObject({
      state: 'CLOSED',
      closedBy: 'Staff issuing',
    });
    await expectRefused(app, () => issuing.post(`withdrawals/${String(open!['id'])}/closing`, closing), { code: '-400' });
    const after = (await issuing.get('messages?state=open')).json<{ items: { kind: string }[] }>();
    expect(after.items.filter(({ kind }) => kind === 'WITHDRAWAL')).toEqual([]);
    expect((await agent.client.get(path)).json()).toMatchObject([{ state: 'CLOSED', decision: closing.decision }]);
  });

  it('is acted by the agent in the sandbox, and listed in the register as a table', async () => {
    const act = (id: number, body: object) => agent.client.post(`${agent.root}/test-api/resources/applications/${id}/customer`, body);
    const accepted = await sent();
    expect(expectStatus(200, await act(accepted, { act: 'accept' })).json()).toMatchObject({ status_code: '45' });
    expect(await listActs(accepted)).toMatchObject([{ kind: 'ACCEPTED', channel: 'SANDBOX', isVerified: true, address: null }]);
    const rejected = await sent();
    expect(expectStatus(200, await act(rejected, { act: 'reject', reason: 'Ακριβό' })).json()).toMatchObject({ status_code: '00' });
    const { id } = await agent.insertIn('50');
    expect(expectStatus(200, await act(id, { act: 'withdraw' })).json()).toMatchObject({ status_code: '70' });
    await expectRefused(app, () => act(rejected, { act: 'withdraw' }), { code: '-400' });
    const table = expectStatus(200, await issuing.get('withdrawals/table?channel=SANDBOX'));
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(table.text.trim().split('\r\n')).toHaveLength(2);
  });
});
