import { charge, requestPaymentCode } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { listDocuments } from '../support/documents.js';
import { uploadSigned } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).sandbox;
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
});
afterAll(() => app.stop());
beforeEach(() => moveTo(MORNING));
/** Leaves no due application to the next test. */
afterEach(async () => {
  app.clock.set('2028-06-01T00:00:00Z');
  await app.runDueWork('sandbox');
});

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
  await issuing.renewSession();
}

async function sendForAcceptance(startDate?: string): Promise<FireEntity> {
  const { id } = await agent.insert(agent.body(startDate === undefined ? {} : { start_date: startDate }));
  return expectStatus(200, await agent.act(id, 'send_for_acceptance')).json<FireEntity>();
}

const getLastStep = async (id: number): Promise<string | undefined> => (await getHistory(agent, id)).transitions.at(-1);

async function getReason(id: number): Promise<string | null> {
  const { history } = (await issuing.get(`applications/${id}`)).json<{ history: { reason: string | null }[] }>();
  return history.at(-1)?.reason ?? null;
}

describe('send_for_acceptance', () => {
  it('returns the entity in 39, and the agent can only cancel until the customer answers', async () => {
    const entity = await sendForAcceptance();
    expect(entity).toMatchObject({ status_code: '39', status_title: 'Αναμονή αποδοχής', active: '1', version: 2, policy_no: null });
    expect(entity.pricing?.gross).toBe(332.64);
    expect(await agent.get(entity.id)).toEqual(entity);
    const calls = ['calc', 'edit', 'prepay', 'request_approval', 'send_for_acceptance', 'charge'].map(
      (action) => () => agent.act(entity.id, action),
    );
    await expectAllRefused(
      app,
      [...calls, () => agent.put(entity.id, { fire_application: entity })].map((call) => [call, { code: '-400' }]),
    );
    expectStatus(204, await agent.act(entity.id, 'DELETE'));
    expect(await getLastStep(entity.id)).toBe('39 cancel 02');
  });

  it('checks the price again', async () => {
    const { id } = await agent.insert();
    await moveTo('2026-12-01T08:00:00Z');
    await expectRefused(app, () => agent.act(id, 'send_for_acceptance'), { code: '-605' });
  });

  it('happens once for several simultaneous callers', async () => {
    const { id } = await agent.insert();
    const responses = await Promise.all(Array.from({ length: 6 }, () => agent.act(id, 'send_for_acceptance')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, text } of responses) if (status !== 200) expect(text).toContain('"-400"');
    expect((await getHistory(agent, id)).transitions).toEqual(['- insert 01', '01 send_for_acceptance 39']);
  });
});

describe('an acceptance by the customer', () => {
  it('moves 39 to 45 with number and payment code, and allows the policy', async () => {
    const entity = await sendForAcceptance();
    const documentId = await uploadSigned(agent, entity.id);
    expect(expectStatus(200, await issuing.recordAcceptance(entity.id, true, { documentId })).json()).toMatchObject({
      status: '45',
      policyNo: expect.stringMatching(/^P26\d{7}$/) as unknown,
    });
    const after = await agent.get(entity.id);
    expect(after).toMatchObject({ status_code: '45', pricing: entity.pricing, type: 'APPLICATION' });
    expect(after.links.map(({ rel }) => rel)).toEqual(['self', 'documents', 'notification', 'issue']);
    expect((await requestPaymentCode(agent, entity.id)).json()).toMatchObject({
      application_id: entity.id,
      amount: 332.64,
      currency: 'EUR',
      due_date: '2026-11-30',
      payment_code: expect.stringMatching(/^RF\d{23}$/) as unknown,
    });
    expectStatus(205, await charge(agent, entity.id));
    expect((await getHistory(agent, entity.id)).transitions.slice(1)).toEqual(['01 send_for_acceptance 39', '39 accept 45', '45 issue 50']);
    const { history } = (await issuing.get(`applications/${entity.id}`)).json<{ history: object[] }>();
    expect(history[2]).toMatchObject({ actor: 'staff', actorName: 'Staff issuing', keyPrefix: null, reason: `Έγγραφο ${documentId}` });
  });

  it('is refused with -605 when the price is no longer valid, and 39 stays', async () => {
    const { id } = await sendForAcceptance('2026-11-22');
    await moveTo('2026-11-23T08:00:00Z');
    const documentId = await uploadSigned(agent, id);
    await expectRefused(app, () => issuing.recordAcceptance(id, true, { documentId }), { code: '-605' });
    expect((await agent.get(id)).status_code).toBe('39');
    expectStatus(200, await issuing.recordAcceptance(id, false));
  });

  it('is refused with -503 after seven days, before the clock has run', async () => {
    const { id } = await sendForAcceptance();
    const documentId = await uploadSigned(agent, id);
    await moveTo('2026-11-27T22:00:00Z');
    await expectRefused(app, () => issuing.recordAcceptance(id, true, { documentId }), { code: '-503' });
    await moveTo('2026-11-27T21:59:59Z');
    expectStatus(200, await issuing.recordAcceptance(id, true, { documentId }));
  });

  it('takes effect, or a simultaneous rejection does, but never both', async () => {
    const { id } = await sendForAcceptance();
    const documentId = await uploadSigned(agent, id);
    const responses = await Promise.all(
      [true, false, true, false].map((accepted) => issuing.recordAcceptance(id, accepted, accepted ? { documentId } : {})),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await getHistory(agent, id)).transitions).toHaveLength(3);
  });
});

describe('an acceptance that staff record', () => {
  it('needs an upload of this application as evidence, and names it in history and audit record (customer.44)', async () => {
    const { id } = await sendForAcceptance();
    const other = await sendForAcceptance();
    expectStatus(201, await agent.client.post(`${agent.root}/docs-api/policy/applications/${id}/offers`, {}));
    const [offer] = await listDocuments(agent, id, 34);
    const foreign = await uploadSigned(agent, other.id);
    const at = (code: string) => ({ code, violations: [['documentId', code]] as const });
    await expectAllRefused(app, [
      [() => issuing.recordAcceptance(id, true), at('-101')],
      [() => issuing.recordAcceptance(id, true, { documentId: null }), at('-101')],
      [() => issuing.recordAcceptance(id, true, { documentId: foreign }), at('-102')],
      [() => issuing.recordAcceptance(id, true, { documentId: offer!.id }), at('-102')],
      [() => issuing.recordAcceptance(id, true, { documentId: 999_999_999 }), at('-102')],
      [() => issuing.recordAcceptance(id, true, { documentId: 'x' }), at('-102')],
    ]);
    const documentId = await uploadSigned(agent, id);
    expectStatus(200, await issuing.recordAcceptance(id, true, { documentId }));
    const { history } = (await issuing.get(`applications/${id}`)).json<{ history: object[] }>();
    expect(history.at(-1)).toMatchObject({ actor: 'staff', actorName: 'Staff issuing', reason: `Έγγραφο ${documentId}` });
    const [entry] = await app.query(
      'production',
      `SELECT details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1 AND action = 'answer' ORDER BY id DESC LIMIT 1`,
      [String(id)],
    );
    const [document] = await app.query<{ sha256: string }>(
      'sandbox',
      `SELECT encode(sha256, 'hex') AS sha256 FROM document WHERE id = $1`,
      [documentId],
    );
    expect(entry).toMatchObject({ details: { accepted: true, documentId, sha256: document?.sha256 } });
    // A refusal needs none, and is an act of staff too.
    expectStatus(200, await issuing.recordAcceptance(other.id, false));
  });
});

describe('a rejection by the customer', () => {
  it('moves 39 to 00 with the reason, and the agent continues from there', async () => {
    const { id } = await sendForAcceptance();
    expectStatus(200, await issuing.recordAcceptance(id, false, { reason: 'Βρήκε φθηνότερα' }));
    const after = await agent.get(id);
    expect([after.status_code, after.pricing, after.objects_insured[0]?.enfia_eligible]).toEqual(['00', null, false]);
    expect([await getLastStep(id), await getReason(id)]).toEqual(['39 reject 00', 'Βρήκε φθηνότερα']);
    expect(after.messages).toEqual([
      {
        code: 'REJECTED_BY_CUSTOMER',
        severity: 'warning',
        path: 'application',
        text: 'Ο πελάτης δεν αποδέχθηκε την πρόταση: Βρήκε φθηνότερα',
      },
    ]);
    const calculated = { status_code: '01', pricing: { gross: 332.64 }, messages: [] };
    expect(expectStatus(200, await agent.act(id, 'calc')).json()).toMatchObject(calculated);
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
  });

  it('needs no reason', async () => {
    const { id } = await sendForAcceptance();
    expectStatus(200, await issuing.recordAcceptance(id, false));
    expect(await getReason(id)).toBe('REJECTED_BY_CUSTOMER');
  });
});

it('an offer without an answer for seven days returns to 01 with its price', async () => {
  const { id, pricing } = await sendForAcceptance();
  await moveTo('2026-11-27T21:59:59Z');
  expect(await app.runDueWork('sandbox')).toBe(0);
  await moveTo('2026-11-27T22:00:00Z');
  expect([await app.runDueWork('production'), await app.runDueWork('sandbox'), await app.runDueWork('sandbox')]).toEqual([0, 1, 0]);
  const after = await agent.get(id);
  expect([after.status_code, after.pricing]).toEqual(['01', pricing]);
  expect([await getLastStep(id), await getReason(id)]).toEqual(['39 acceptance_expires 01', 'NO_ANSWER']);
  await expectRefused(app, () => issuing.recordAcceptance(id, true), { code: '-400' });
  expectStatus(205, await agent.act(id, 'prepay'));
});

it('an answer must be yes or no, and only the issuing department records it', async () => {
  const { id } = await sendForAcceptance();
  const underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
  const path = `applications/${id}/acceptance`;
  await expectAllRefused(app, [
    [() => issuing.post(path, {}), { code: '-101', violations: [['accepted', '-101']] }],
    [() => issuing.post(path, { accepted: 'yes' }), { code: '-102', violations: [['accepted', '-102']] }],
    [() => underwriter.recordAcceptance(id, true), { status: 403, code: '-203' }],
    [() => issuing.recordAcceptance('999999999', true), { code: '-300' }],
    [() => issuing.recordAcceptance('abc', true), { code: '-300' }],
  ]);
});
