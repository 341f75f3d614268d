import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import type { SandboxPaymentResponse } from '../../src/sandbox/acting/acting.dto.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { createPolicy, parseLinks, requestPaymentCode, listReceipts } from '../support/collection.js';
import { listOperations, readDocument } from '../support/described/document.js';
import * as files from '../support/files.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectReplay } from '../support/idempotency.js';
import { getPaymentCode, createUnknownCode } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
/** Another agent, and one that may read and act for the first one. */
let other: FireAgent;
let supervisor: FireAgent;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A100', name: 'Πρακτορείο Αττικής' })).sandbox;
  other = (await app.createAgent({ code: 'A200' })).sandbox;
  supervisor = (await app.createAgent({ code: 'S300' }, ['A100'])).sandbox;
  underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
});
afterAll(() => app.stop());
beforeEach(() => at(MORNING));

async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const who of [agent, other, supervisor]) await who.renewToken();
}

function act(path: string, body?: unknown, who = agent): Promise<HttpResponse> {
  return who.client.post(`/dev/test-api/resources/${path}`, body);
}
const decide = (id: number, decision: string, more: object = {}, who = agent): Promise<HttpResponse> =>
  act(`applications/${id}/underwriting`, { decision, ...more }, who);

let references = 0;
const newReference = (): string => `NBG-${++references}`;
const pay = (payment_code: string, amount: number, reference = newReference(), who = agent): Promise<HttpResponse> =>
  act('payments', { payment_code, amount, reference }, who);
const paid = async (payment_code: string, amount: number, reference?: string, who?: FireAgent): Promise<SandboxPaymentResponse> =>
  expectStatus(200, await pay(payment_code, amount, reference, who)).json<SandboxPaymentResponse>();

const ILLEGAL = { 'objects_insured[0].illegal': '1' };
async function referred(): Promise<number> {
  const { id } = await agent.insert(agent.body(ILLEGAL));
  expectStatus(205, await agent.act(id, 'request_approval'));
  return id;
}
async function offered(): Promise<number> {
  const { id } = await agent.insert();
  expectStatus(200, await agent.act(id, 'send_for_acceptance'));
  return id;
}
async function prepaid(who = agent): Promise<{ id: number; payment_code: string }> {
  const { id } = await who.insertIn('45');
  return { id, payment_code: (await getPaymentCode(who, id)).payment_code };
}
async function uploaded(id: number): Promise<{ id: number; path: string }> {
  const path = `/dev/docs-api/policy/applications/${id}/documents`;
  const options = { headers: { 'Content-Type': 'image/png' }, body: files.PNG };
  const sent = await agent.client.call('POST', `${path}?file_name=a.png&mime_type=image/png&category_id=2`, options);
  const { id: documentId } = expectStatus(201, sent).json<{ id: number }>();
  return { id: documentId, path: `${path}/${documentId}` };
}
async function asked(who = agent): Promise<string> {
  const request = { category: 'MOTOR-CLAIMS', subject: 'Πράσινη κάρτα', body: 'Πότε;' };
  const response = expectStatus(201, await who.client.post('/dev/service-requests-api/resources/srs', request));
  return response.json<{ serviceRequestId: string }>().serviceRequestId;
}
/** Reads the last transition of the history. */
async function lastStep(id: number): Promise<object | undefined> {
  const { history } = (await underwriter.get(`applications/${id}`)).json<{ history: object[] }>();
  return history.at(-1);
}

const BY_AGENT = { actorName: 'Sandbox: Πρακτορείο Αττικής', agentCode: 'A100' };
const CANCELLATION = { reason_code: 'SALE', text: ' Πώληση ', date: '2026-11-20', claims: true };

describe('the routes of the sandbox alone', () => {
  const operations = listOperations(readDocument()).filter(({ template }) => template.startsWith('/test-api/'));
  const pathOf = (template: string): string => template.replaceAll(/\{\w+\}/g, '1');
  const isNotFound = ({ status, text }: HttpResponse): boolean => status === 404 && text.includes('"NOT_FOUND"');

  async function findAny(client: Client, root: string): Promise<string[]> {
    expect(operations.length).toBeGreaterThan(5);
    const found: string[] = [];
    for (const { name, method, template } of operations) {
      const response = await client.call(method, root + pathOf(template), method === 'GET' ? {} : { json: {} });
      if (!isNotFound(response)) found.push(`${name}: ${response.status} ${response.text}`);
    }
    return found;
  }

  it('do not exist in production, for any key', async () => {
    const { production } = await app.createAgent({ code: 'P900' });
    const { client } = app.running;
    const withKey = client.withKey(production.access.apiKey);
    for (const caller of [client, client.withKey('x'.repeat(40)), withKey, production.client, agent.client])
      expect(await findAny(caller, '')).toEqual([]);
  });

  it('work in the sandbox for a key without their grant, with the token of its agent', async () => {
    const response = await app.running.client.withKey(agent.access.apiKey).post('/dev/test-api/resources/payments', {});
    expect([response.status, response.json()['error']]).toEqual([401, '-201']);
    expect(await findAny(agent.client, '/dev')).toHaveLength(operations.length);
  });

  describe('in a process of production', () => {
    let running: RunningApp;
    beforeAll(async () => {
      running = await startApp({ config: { environments: ['production'] } });
    });
    afterAll(() => running.stop());

    it('are not loaded', async () => {
      for (const root of ['', '/dev']) expect(await findAny(running.client, root)).toEqual([]);
      const { paths } = (await running.plain.get('/openapi.json')).json<{ paths: object }>();
      expect(Object.keys(paths).filter((path) => path.includes('/test-api/'))).toEqual([]);
      expect(Object.keys(paths)).toContain('/fire-api/rsc/applications');
    });
  });
});

describe('an agent acting as the underwriter', () => {
  const TERMS = { loading_percent: 20, excluded_covers: ['004'], deductible: 500, note: 'Έλεγχος εντός τριμήνου.' };
  const STAFF_TERMS = { loadingPercent: 20, excludedCovers: ['004'], deductible: 500, note: 'Έλεγχος εντός τριμήνου.' };
  const messages = [{ severity: 'error', path: 'objects_insured[0]', text: 'Στείλτε φωτογραφίες.' }];

  it.each<[string, string, object, object]>([
    ['approve', '01', { messages }, { messages }],
    ['approve_with_terms', '01', { terms: TERMS }, { terms: STAFF_TERMS }],
    ['return', '00', { messages }, { messages }],
    ['request_documents', '11', { messages }, { messages }],
    ['decline', '31', {}, {}],
  ])('calls %s and reaches %s, exactly like staff', async (decision, status, sandbox, staff) => {
    const [mine, theirs] = [await referred(), await referred()];
    expectStatus(200, await underwriter.decide(theirs, decision, staff));
    const entity = expectStatus(200, await decide(mine, decision, sandbox)).json<FireEntity>();
    const expected = await agent.get(theirs);
    expect(entity).toEqual(await agent.get(mine));
    expect(entity).toMatchObject({ status_code: status, pricing: expected.pricing, messages: expected.messages });
    expect((await getHistory(agent, mine)).transitions).toEqual((await getHistory(agent, theirs)).transitions);
    expect(await lastStep(mine)).toMatchObject({ ...BY_AGENT, actor: 'underwriter', reason: decision.toUpperCase() });
    if (decision !== 'approve_with_terms') return;
    expect((await underwriter.get(`applications/${mine}`)).json()).toMatchObject({
      approval: { approvedBy: BY_AGENT.actorName, terms: { ...STAFF_TERMS, loadingPercent: '20', deductible: '500.00' } },
    });
  });

  it('is refused like staff, with its own names', async () => {
    const id = await referred();
    const { id: calculated } = await agent.insert();
    await expectAllRefused(app, [
      [() => decide(calculated, 'approve'), { code: '-400' }],
      [() => decide(id, 'perhaps'), { code: '-102', violations: [['decision', '-102']] }],
      [() => act(`applications/${id}/underwriting`, {}), { code: '-101', violations: [['decision', '-101']] }],
      [() => decide(id, 'return', { messages: [{}] }), { code: '-101', violations: [['messages[0].text', '-101']] }],
    ]);
    await expectViolations(app, () => decide(id, 'approve_with_terms'), ['terms', '-101']);
    await expectViolations(app, () => decide(id, 'approve', { terms: TERMS }), ['terms', '-102']);
    const withTerms = (terms: object) => (): Promise<HttpResponse> => decide(id, 'approve_with_terms', { terms });
    await expectViolations(app, withTerms({ loading_percent: 301 }), ['terms.loading_percent', '-102']);
    await expectViolations(app, withTerms({ excluded_covers: ['004', '001'] }), ['terms.excluded_covers[1]', '-102']);
    await at('2026-12-02T08:00:00Z');
    await expectRefused(app, () => decide(id, 'approve'), { code: '-605' });
  });
});

describe('an agent acting as the customer', () => {
  const answer = (id: number, body: object): Promise<HttpResponse> => act(`applications/${id}/acceptance`, body);

  it('accepts or rejects an offer of either line', async () => {
    const [accepted, rejected] = [await offered(), await offered()];
    expect(expectStatus(200, await answer(accepted, { accepted: true })).json()).toMatchObject({ id: accepted, status_code: '45' });
    expect(await lastStep(accepted)).toMatchObject({ ...BY_AGENT, actor: 'customer', fromStatus: '39', toStatus: '45' });
    const entity = expectStatus(200, await answer(rejected, { accepted: false, reason: 'Ακριβό' })).json<FireEntity>();
    expect([entity.status_code, entity.messages[0]?.code, entity.messages[0]?.text]).toEqual([
      '00',
      'REJECTED_BY_CUSTOMER',
      expect.stringContaining('Ακριβό'),
    ]);
    const mtr = new MotorAgent(agent);
    const { id } = await mtr.insert();
    expectStatus(200, await mtr.call('PUT', `applications/${id}/requestCustomerApproval`));
    expect(expectStatus(200, await answer(id, { accepted: true })).json()).toEqual(await mtr.get(id));
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('12 accept 01');
  });

  it('is refused too late, without an offer, and without an answer', async () => {
    const id = await offered();
    const { id: calculated } = await agent.insert();
    await expectViolations(app, () => answer(id, { reason: 'Ακριβό' }), ['accepted', '-101']);
    await expectRefused(app, () => answer(calculated, { accepted: true }), { code: '-400' });
    await at('2026-11-28T08:00:00Z');
    await expectRefused(app, () => answer(id, { accepted: true }), { code: '-503' });
  });
});

describe('an agent acting as issuing', () => {
  it('cancels a policy and refunds the unearned premium', async () => {
    const { id } = await createPolicy(agent);
    const entity = expectStatus(200, await act(`applications/${id}/cancellation`, CANCELLATION)).json<FireEntity>();
    expect(entity).toMatchObject({ status_code: '70', messages: [{ code: 'CANCELLATION' }] });
    expect(entity).toEqual(await agent.get(id));
    expect((await listReceipts(agent, id)).map(({ kind }) => kind).toSorted()).toEqual(['NEW', 'REFUND']);
    expect(await lastStep(id)).toMatchObject({ ...BY_AGENT, actor: 'staff', action: 'cancel_mid_term', reason: 'SALE: Πώληση' });
    await expectRefused(app, () => act(`applications/${id}/cancellation`, CANCELLATION), { code: '-401' });
  });

  it('is refused for days before the receipt or the issue, and for invalid fields', async () => {
    const { id } = await createPolicy(agent);
    const cancel = (changes: object) => () => act(`applications/${id}/cancellation`, { ...CANCELLATION, ...changes });
    await expectViolations(app, cancel({ received_on: '2026-11-21', date: '2026-11-21' }), ['received_on', '-104']);
    await expectViolations(app, cancel({ received_on: '2026-11-19' }), ['received_on', '-104']);
    await expectViolations(app, cancel({ date: '2026-11-19' }), ['date', '-104']);
    await expectViolations(app, cancel({ reason_code: 'WITHDRAWAL' }), ['claims', '-102']);
    await expectViolations(app, cancel({ reason_code: 'BY_INSURER', text: ' ' }), ['text', '-101']);
    await expectViolations(app, cancel({ reason_code: ' ', claims: null }), ['reason_code', '-101'], ['claims', '-101']);
    const { id: prepay } = await prepaid();
    await expectRefused(app, () => act(`applications/${prepay}/cancellation`, CANCELLATION), { code: '-400' });
  });
});

describe('an agent acting as the bank', () => {
  afterEach(async () => expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]));

  it('pays exactly: the policy is issued, and its receipt has the reference', async () => {
    const { id, payment_code } = await prepaid();
    const inGroups = payment_code.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
    const response = await pay(inGroups, 332.64, 'NBG 1');
    expect([response.status, response.json()]).toEqual([
      200,
      {
        outcome: 'ISSUED',
        payment_code,
        amount: 332.64,
        reference: 'NBG 1',
        value_date: '2026-11-20',
        application_id: id,
        receipt_no: expect.any(Number) as number,
        suspense_id: null,
        reason: null,
      },
    ]);
    expect(await listReceipts(agent, id)).toMatchObject([
      { receipt_no: response.json()['receipt_no'], status: 'PAID', payment: { method: 'RF', reference: 'NBG 1' } },
    ]);
    expect(await lastStep(id)).toMatchObject({ ...BY_AGENT, actor: 'bank', action: 'issue', toStatus: '50' });
    const { policy = '' } = parseLinks(await requestPaymentCode(agent, id));
    expect((await agent.client.get(policy)).headers['content-type']).toBe('application/pdf');
  });

  it('pays a due instalment', async () => {
    await at('2026-09-01T08:00:00Z');
    const { id } = await createPolicy(agent, { pay_frequency_in_months: 3 });
    await at(MORNING);
    const { payment_code, amount } = await getPaymentCode(agent, id);
    expect(await paid(payment_code, amount)).toMatchObject({ outcome: 'INSTALMENT_PAID', application_id: id, suspense_id: null });
  });

  it.each<[string, number, string, (payment_code: string) => Promise<unknown>]>([
    ['short', 331.64, '-701', () => Promise.resolve()],
    ['over', 333.65, '-701', () => Promise.resolve()],
    ['twice', 332.64, '-702', (payment_code) => paid(payment_code, 332.64)],
    ['late', 332.64, '-704', () => at('2026-12-05T22:00:00Z')],
  ])('pays %s: the money waits in suspense', async (_, amount, code, before) => {
    const { id, payment_code } = await prepaid();
    await before(payment_code);
    const application = await agent.get(id);
    const payment = await paid(payment_code, amount);
    expect(payment).toMatchObject({ outcome: 'SUSPENDED', application_id: id, receipt_no: null, reason: { code } });
    expect(payment.suspense_id).not.toBeNull();
    expect(await agent.get(id)).toEqual(application);
  });

  it('pays with an unknown code: the money is unidentified, and its sender is known', async () => {
    const { id, payment_code } = await prepaid(other);
    for (const code of [payment_code, createUnknownCode()]) {
      const payment = await paid(code, 332.64);
      expect(payment).toMatchObject({
        outcome: 'SUSPENDED',
        application_id: null,
        reason: { code: '-703', message: expect.stringContaining('το ποσό δεν τους εξοφλεί όλους') as string },
      });
      const [advice] = await app.query(
        'sandbox',
        'SELECT b.agent_code FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id WHERE s.id = $1',
        [payment.suspense_id],
      );
      expect(advice).toEqual({ agent_code: 'A100' });
    }
    expect((await other.get(id)).status_code).toBe('45');
    expect(await paid(payment_code, 332.64, undefined, other)).toMatchObject({ outcome: 'ISSUED', application_id: id });
  });

  it.each([
    ['ISSUED', 332.64],
    ['SUSPENDED', 300],
  ])('pays once under its own reference: %s', async (outcome, amount) => {
    const [mine, theirs] = [await prepaid(), await prepaid(other)];
    const reference = newReference();
    const first = await pay(mine.payment_code, amount, reference);
    const before = await app.readFingerprint();
    const second = await pay(mine.payment_code, amount, reference);
    expect([first.json()['outcome'], second.status, second.text]).toEqual([outcome, 200, first.text]);
    expect(await app.readFingerprint()).toEqual(before);
    for (const [code, sum] of [
      [mine.payment_code, 1],
      [theirs.payment_code, amount],
    ] as const)
      await expectRefused(app, () => pay(code, sum, reference), { status: 409, code: '-403' });
    // Other agents and the bank have separate references.
    expect(await paid(theirs.payment_code, amount, reference, other)).toMatchObject({ outcome, application_id: theirs.id });
    const issuing = await StaffClient.open(app.running, 'issuing', '/dev');
    const { id, payment_code } = await prepaid();
    const staffs = await issuing.post('payments', { paymentCode: payment_code, amount, reference, valueDate: app.clock.today() });
    expect(staffs.json()).toMatchObject({ outcome, applicationId: id });
  });

  it('is refused for data that a bank cannot send', async () => {
    const { payment_code } = await prepaid();
    await expectViolations(app, () => act('payments', {}), ['payment_code', '-101'], ['amount', '-101'], ['reference', '-101']);
    await expectViolations(app, () => pay('RF00912345', 332.64), ['payment_code', '-102']);
    for (const amount of [0, -1, 0.001]) await expectViolations(app, () => pay(payment_code, amount), ['amount', '-102']);
  });
});

describe('an agent acting as staff', () => {
  const answer = (id: string, body: object): Promise<HttpResponse> => act(`service-requests/${id}/answer`, body);

  it('answers a service request and closes it', async () => {
    const id = await asked();
    const reported = { service_request_id: id, status: 'ANSWERED', answer: 'Αύριο.', answered_at: '2026-11-20T10:00:00', closed_at: null };
    expect(expectStatus(200, await answer(id, { answer: ' Αύριο. ' })).json()).toEqual(reported);
    expect((await answer(id, { status: 'CLOSED' })).json()).toEqual({ ...reported, status: 'CLOSED', closed_at: reported.answered_at });
    const request = await agent.client.get(`/dev/service-requests-api/resources/srs/${id}`);
    expect(request.json()).toMatchObject({ status: 'CLOSED', answer: 'Αύριο.' });
    const events = 'SELECT e.actor FROM service_request_event e JOIN service_request r ON r.id = e.service_request_id WHERE r.number = $1';
    expect(await app.query('sandbox', events, [id])).toEqual([{ actor: BY_AGENT.actorName }, { actor: BY_AGENT.actorName }]);
    await expectRefused(app, () => answer(id, { answer: 'Ποτέ.' }), { code: '-401' });
    const open = await asked();
    await expectViolations(app, () => answer(open, {}), ['answer', '-101']);
    await expectViolations(app, () => answer(open, { answer: 'Ναι.', status: 'OPEN' }), ['status', '-102']);
  });
});

describe('an agent acting as the scanner', () => {
  it('finds a virus in an upload: its content is deleted, staff are informed', async () => {
    const { id: applicationId } = await agent.insert();
    const { id, path } = await uploaded(applicationId);
    expect((await agent.client.get(path)).status).toBe(200);
    const infected = { id, application_id: applicationId, scan: 'infected' };
    expect(expectStatus(200, await act(`documents/${id}/infected`)).json()).toEqual(infected);
    await expectAllRefused(app, [
      [() => agent.client.get(path), { code: '-400' }],
      [() => act(`documents/${id}/infected`), { code: '-400' }],
    ]);
    const messages = `SELECT text->>'en' AS text FROM staff_message WHERE kind = 'INFECTED_DOCUMENT' AND application_id = $1`;
    expect(await app.query('sandbox', messages, [applicationId])).toEqual([{ text: expect.stringContaining(`document ${id} `) as string }]);
  });

  it('cannot find one in a system document', async () => {
    const { id } = await createPolicy(agent);
    const documents = expectStatus(200, await agent.client.get(`/dev/docs-api/policy/applications/${id}/documents`));
    const [printed] = documents.json<{ id: number; system: string }[]>();
    expect(printed?.system).toBe('1');
    await expectRefused(app, () => act(`documents/${printed?.id}/infected`), { code: '-303' });
  });
});

describe('an application of another agent', () => {
  const everything = async (): Promise<readonly (readonly [path: string, body: unknown, id: number | string])[]> => {
    const { id } = await agent.insert();
    return [
      [`applications/${await referred()}/underwriting`, { decision: 'approve' }, '-300'],
      [`applications/${await offered()}/acceptance`, { accepted: true }, '-300'],
      [`applications/${(await createPolicy(agent)).id}/cancellation`, CANCELLATION, '-300'],
      [`service-requests/${await asked()}/answer`, { answer: 'Ναι.' }, '-304'],
      [`documents/${(await uploaded(id)).id}/infected`, undefined, '-303'],
    ];
  };

  it('is refused like a missing one', async () => {
    for (const [path, body, code] of await everything()) {
      const foreign = await expectRefused(app, () => act(path, body, other), { code: String(code) });
      for (const missing of ['9999999999', 'abc', '0', '%20']) {
        const response = await act(path.replace(/(?<=\/)[^/]+(?=\/)/, missing), body, other);
        expect([response.status, response.text]).toEqual([foreign.status, foreign.text]);
      }
    }
  });

  it('is readable by a supervisor, who acts only with a token of that agent', async () => {
    const all = await everything();
    for (const [path, body, code] of all)
      await expectRefused(app, () => act(path, body, supervisor), code === '-304' ? { code } : { status: 403, code: '-202' });
    const { id, payment_code } = await prepaid();
    expect(await paid(payment_code, 332.64, undefined, supervisor)).toMatchObject({ outcome: 'SUSPENDED', application_id: null });
    await supervisor.renewToken('A100');
    for (const [path, body] of all) expectStatus(200, await act(path, body, supervisor));
    expect(await paid(payment_code, 332.64, undefined, supervisor)).toMatchObject({ outcome: 'ISSUED', application_id: id });
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });
});

describe('every action of the sandbox', () => {
  it('is done once under an Idempotency-Key, and writes only the audit entry of staff', async () => {
    const count = 'SELECT count(*)::int AS entries FROM gateway.audit_entry';
    const audited = await app.query('gateway' as 'production', count);
    const { id } = await agent.insert();
    const calls: [string, unknown][] = [
      [`applications/${await referred()}/underwriting`, { decision: 'decline' }],
      [`applications/${await offered()}/acceptance`, { accepted: true }],
      [`applications/${(await createPolicy(agent)).id}/cancellation`, CANCELLATION],
      ['payments', { payment_code: (await prepaid()).payment_code, amount: 332.64, reference: newReference() }],
      ['payments', { payment_code: (await prepaid()).payment_code, amount: 331.64, reference: newReference() }],
      ['payments', { payment_code: createUnknownCode(), amount: 1, reference: newReference() }],
      [`service-requests/${await asked()}/answer`, { answer: 'Ναι.' }],
      [`documents/${(await uploaded(id)).id}/infected`, undefined],
    ];
    for (const [index, [path, body]] of calls.entries()) {
      const options = { headers: { 'Idempotency-Key': `once-${index}` } };
      const send = (): Promise<HttpResponse> => agent.client.post(`/dev/test-api/resources/${path}`, body, options);
      const first = expectStatus(200, await send());
      const before = await app.readFingerprint();
      expectReplay(await send(), first);
      expect(await app.readFingerprint()).toEqual(before);
    }
    expect(await app.query('gateway' as 'production', count)).toEqual(audited);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });
});
