import { jest } from '@jest/globals';
import { charge, parseLinks } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { OTHER_AFMS } from '../support/fire.js';
import type { Changes } from '../support/json-changes.js';
import { pdfText } from '../support/pdf-text.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: FireAgent;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());

const ILLEGAL: Changes = { 'objects_insured[0].illegal': '1' };
const MESSAGE = {
  code: 'UW-ROOF',
  severity: 'error',
  path: 'objects_insured[0].roof_construction',
  text: 'Στείλτε φωτογραφίες της στέγης.',
};

/** Creates an application that an underwriter must examine. */
async function createReferred(changes: Changes = {}): Promise<FireEntity> {
  const entity = await agent.insert(agent.body({ ...ILLEGAL, ...changes }));
  expect(entity.status_code).toBe('25');
  expectStatus(205, await agent.act(entity.id, 'request_approval'));
  return agent.get(entity.id);
}

async function decided(decision: string, more: object = {}, changes: Changes = {}): Promise<FireEntity> {
  const { id } = await createReferred(changes);
  expectStatus(200, await underwriter.decide(id, decision, more));
  return agent.get(id);
}

/** Edits the application and calculates it with changes in the body. */
async function recalculated(id: number, changes: Changes = {}): Promise<FireEntity> {
  if ((await agent.get(id)).status_code === '01') expectStatus(200, await agent.act(id, 'edit'));
  return agent.update(id, agent.body({ ...ILLEGAL, ...changes }).fire_application);
}

const getNet = (entity: FireEntity): [string, number][] => (entity.pricing?.lines ?? []).map(({ cover, net }) => [cover, net]);
const listSteps = async (id: number): Promise<readonly string[]> => (await getHistory(agent, id)).transitions;

describe('request_approval', () => {
  it('returns 205 without a body, keeps price and messages, and ends the agent’s changes', async () => {
    const before = await agent.insert(agent.body(ILLEGAL));
    const response = await agent.act(before.id, 'request_approval');
    expect([response.status, response.bytes.length, response.headers['content-length']]).toEqual([205, 0, '0']);
    const after = await agent.get(before.id);
    expect(after).toMatchObject({ status_code: '30', pricing: before.pricing, messages: before.messages, version: 2 });
    const calls = ['calc', 'edit', 'prepay', 'send_for_acceptance', 'DELETE', 'charge'].map((action) => () => agent.act(before.id, action));
    await expectAllRefused(
      app,
      [...calls, () => agent.put(before.id, { fire_application: after })].map((call) => [call, { code: '-400' }]),
    );
  });

  it.each(['PUT', 'GET'])('returns 205 without a new transition when repeated by %s', async (method) => {
    const { id } = await createReferred();
    const before = await app.readFingerprint();
    for (let time = 0; time < 3; time += 1) expectStatus(205, await agent.client.call(method, agent.path(`${id}/request_approval`)));
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('returns 205 to several simultaneous callers, with one transition', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { id } = await agent.insert(agent.body(ILLEGAL));
      const responses = await Promise.all(Array.from({ length: 8 }, () => agent.act(id, 'request_approval')));
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 205));
      expect(await listSteps(id)).toEqual(['- insert 25', '25 request_approval 30']);
    }
  });

  it('is not carried out by HEAD, and ignores its body', async () => {
    const { id } = await agent.insert(agent.body(ILLEGAL));
    expect((await agent.client.call('HEAD', agent.path(`${id}/request_approval`))).status).toBe(404);
    const response = await agent.client.call('PUT', agent.path(`${id}/request_approval`), { body: '{broken' });
    expect(response.status).toBe(205);
  });

  it('is not found for another agent, and not allowed for a supervisor', async () => {
    const { id, agent_code: code } = await createReferred();
    const other = (await app.createAgent({ code: 'B200' })).production;
    const supervisor = (await app.createAgent({ code: 'S200' }, [code])).production;
    await expectAllRefused(app, [
      [() => other.act(id, 'request_approval'), { code: '-300' }],
      [() => supervisor.act(id, 'request_approval'), { status: 403, code: '-202' }],
    ]);
  });
});

describe('the queue of the underwriter', () => {
  it('lists waiting applications, the longest waiting first, by status, line and page', async () => {
    const first = await createReferred();
    app.clock.set(app.clock.now().getTime() + 1000);
    const second = await createReferred();
    const page = expectStatus(200, await underwriter.get('applications?status=30&line=fire&limit=500')).json<{
      items: { id: number }[];
      total: number;
    }>();
    const ids = page.items.map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(second.id)).toBeGreaterThan(ids.indexOf(first.id));
    expect(page.total).toBe(ids.length);
    const one = (await underwriter.get('applications?status=30,11&start=2&limit=1')).json<{
      items: object[];
      total: number;
      start: number;
      limit: number;
    }>();
    expect(one).toMatchObject({ total: page.total, start: 2, limit: 1 });
    expect(one.items).toEqual([page.items[1]]);
    expect((await underwriter.get('applications?line=motor')).json()).toEqual({ items: [], start: 1, limit: 20, total: 0 });
    expect((await underwriter.get('applications?status=%2030%20,%2011&start=2&limit=1')).json()).toEqual(one);
    expect((await underwriter.get('applications?status=')).json()).toEqual((await underwriter.get('applications')).json());
    for (const query of ['status=99', 'status=30,', 'line=ship', 'limit=0', 'limit=501', 'start=0'])
      expect((await underwriter.get(`applications?${query}`)).json()).toMatchObject({ error: '-105' });
  });

  it('shows the whole record, and is not open to agents', async () => {
    const { id, pricing } = await createReferred();
    const record = expectStatus(200, await underwriter.get(`applications/${id}`)).json<Record<string, never>>();
    expect(record).toMatchObject({
      id,
      line: 'fire',
      status: '30',
      gross: pricing?.gross,
      approval: null,
      documents: [],
      questionnaire: { client: { afm: '123456783' } },
      messages: [{ code: 'F25-10', severity: 'referral', path: 'objects_insured[0]' }],
      history: [
        { fromStatus: null, toStatus: '25', action: 'insert', actor: 'agent', agentCode: 'A100' },
        { fromStatus: '25', toStatus: '30', action: 'request_approval', actor: 'agent' },
      ],
    });
    expect(record['price']).toHaveProperty('lines[0].trace');
    const own = await StaffClient.open(app.running, 'agent');
    const issuing = await StaffClient.open(app.running, 'issuing');
    expect((await issuing.get(`applications/${id}`)).status).toBe(200);
    await expectAllRefused(app, [
      [() => own.get(`applications/${id}`), { status: 403, code: '-203' }],
      [() => own.decide(id, 'approve'), { status: 403, code: '-203' }],
      [() => issuing.decide(id, 'approve'), { status: 403, code: '-203' }],
      [() => underwriter.recordAcceptance(id, true), { status: 403, code: '-203' }],
      ...['0', 'abc', '12345678901', '999999999'].map(
        (missing) => [() => underwriter.decide(missing, 'approve'), { code: '-300' }] as const,
      ),
      [() => underwriter.decide(id, 'perhaps'), { code: '-102', violations: [['decision', '-102']] }],
      [() => underwriter.post(`applications/${id}/decisions`, {}), { code: '-101', violations: [['decision', '-101']] }],
      [
        () => underwriter.decide(id, 'return', { messages: [{ severity: 'x' }] }),
        {
          code: '-102',
          violations: [
            ['messages[0].severity', '-102'],
            ['messages[0].text', '-101'],
          ],
        },
      ],
    ]);
  });
});

describe('an approval', () => {
  it('leads to 01 at the same price, and to a policy', async () => {
    const before = await createReferred();
    const response = expectStatus(200, await underwriter.decide(before.id, 'approve', { messages: [MESSAGE] }));
    expect(response.json()).toMatchObject({ status: '01', approval: { approvedBy: 'Staff underwriter', terms: null } });
    const after = await agent.get(before.id);
    expect([after.status_code, after.pricing, after.messages]).toEqual(['01', before.pricing, [MESSAGE, ...before.messages]]);
    expectStatus(205, await agent.act(before.id, 'prepay'));
    expect(expectStatus(205, await charge(agent, before.id)).json()).toMatchObject({ status_code: '50', type: 'POLICY' });
    expect(await listSteps(before.id)).toEqual(['- insert 25', '25 request_approval 30', '30 approve 01', '01 prepay 45', '45 issue 50']);
    const { history } = (await underwriter.get(`applications/${before.id}`)).json<{ history: object[] }>();
    expect(history[2]).toMatchObject({
      actor: 'underwriter',
      actorName: 'Staff underwriter',
      agentCode: null,
      keyPrefix: null,
      reason: 'APPROVE',
    });
  });

  it('applies again to the same facts, whatever else changes', async () => {
    const { id } = await decided('approve');
    expect((await recalculated(id)).status_code).toBe('01');
    expect((await recalculated(id, { 'client.mobile': '6900000000', 'insured.city': 'Βόλος' })).status_code).toBe('01');
    expectStatus(200, await agent.act(id, 'edit'));
    expect(expectStatus(200, await agent.act(id, 'calc')).json()).toMatchObject({ status_code: '01' });
  });

  it.each<[string, Changes]>([
    ['client', { 'client.afm': OTHER_AFMS[0] }],
    ['insured', { 'insured.afm': OTHER_AFMS[0] }],
    ['street', { 'objects_insured[0].address': 'Σταδίου' }],
    ['number', { 'objects_insured[0].address_number': '101' }],
    ['sum', { 'objects_insured[0].insured_values[0].insured_value': 150_000.01 }],
    ['frequency', { pay_frequency_in_months: 3 }],
    ['cover', { 'objects_insured[0].extra_covers': [{ group_cover: '01', cover: '003' }] }],
  ])('does not apply to another %s, and applies again to the approved facts', async (_, changes) => {
    const { id, objects_insured: objects } = await decided('approve');
    const [{ object_id: objectId } = {}] = objects;
    const same: Changes = { 'objects_insured[0].object_id': objectId, 'objects_insured[0].extra_covers': [] };
    const other = await recalculated(id, { ...same, ...changes });
    expect([other.status_code, other.messages.map(({ code }) => code)]).toEqual(['25', ['F25-10']]);
    expect((await recalculated(id, same)).status_code).toBe('01');
  });

  it('does not apply to another co-owner', async () => {
    const { id, objects_insured: objects } = await decided('approve');
    expectStatus(200, await agent.act(id, 'edit'));
    const { insured } = agent.body().fire_application;
    const path = agent.path(`${id}/objects_insured/${objects[0]?.object_id}/co-owners`);
    expectStatus(201, await agent.client.post(path, { 'co-owners': [{ ...insured, afm: OTHER_AFMS[1] }] }));
    expect((await agent.get(id)).status_code).toBe('25');
  });

  it('is refused when the risk can no longer proceed', async () => {
    const { id } = await createReferred();
    const today = app.clock.now();
    app.clock.advanceDays(11);
    await underwriter.renewSession();
    await expectRefused(app, () => underwriter.decide(id, 'approve'), { code: '-605' });
    app.clock.set(today);
  });

  it('happens once for two simultaneous underwriters', async () => {
    const { id } = await createReferred();
    const responses = await Promise.all(['approve', 'decline', 'return', 'approve'].map((decision) => underwriter.decide(id, decision)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, text } of responses) if (status !== 200) expect(text).toMatch(/"-40[02]"/);
    expect(await listSteps(id)).toHaveLength(3);
  });
});

/** Lists the messages about the approval terms, without those of the rules. */
function termsIn({ messages }: FireEntity): [string, string][] {
  return messages.filter(({ code }) => code.startsWith('APPROVAL_')).map(({ code, text }) => [code, text]);
}

describe('an approval with terms', () => {
  const TERMS = { loadingPercent: 20, excludedCovers: ['004'], deductible: 500, note: 'Έλεγχος εντός τριμήνου.' };

  it('applies loading and exclusion to the price, and shows them in the trace and in print', async () => {
    const before = await createReferred();
    const expected = getNet(before)
      .filter(([cover]) => cover !== '004')
      .map(([cover, net]) => [cover, Math.round(net * 120) / 100]);
    expectStatus(200, await underwriter.decide(before.id, 'approve_with_terms', { terms: TERMS }));
    const after = await agent.get(before.id);
    expect([after.status_code, getNet(after)]).toEqual(['01', expected]);
    expect(after.pricing?.net).toBe(270);
    for (const { trace } of after.pricing?.lines ?? []) expect(trace.at(-1)).toEqual({ step: 'loading', value: '1.20' });
    const record = (await underwriter.get(`applications/${before.id}`)).json();
    expect(record).toMatchObject({ approval: { terms: { ...TERMS, loadingPercent: '20', deductible: '500.00' } } });

    expect(termsIn(after)).toEqual([
      ['APPROVAL_LOADING', 'Όρος έγκρισης: επασφάλιστρο 20%.'],
      ['APPROVAL_EXCLUDED_COVER', 'Όρος έγκρισης: εξαιρείται η κάλυψη 004 Πλημμύρα.'],
      ['APPROVAL_DEDUCTIBLE', 'Όρος έγκρισης: απαλλαγή 500,00 € ανά ζημιά.'],
      ['APPROVAL_NOTE', `Όρος έγκρισης: ${TERMS.note}`],
    ]);

    expectStatus(205, await agent.act(before.id, 'prepay'));
    const issued = expectStatus(205, await charge(agent, before.id));
    expect(termsIn(await agent.get(before.id))).toEqual(termsIn(after));
    const text = await pdfText((await agent.client.get(parseLinks(issued)['policy'] ?? '')).bytes);
    for (const printed of ['Όροι έγκρισης', '20', '500,00', '004', TERMS.note]) expect(text).toContain(printed);
  });

  it('applies again with its terms to the same facts, and without them to others', async () => {
    const { id, pricing, objects_insured: objects } = await decided('approve_with_terms', { terms: TERMS });
    const same = await recalculated(id, { 'objects_insured[0].object_id': objects[0]?.object_id });
    expect([same.status_code, same.pricing, termsIn(same).length]).toEqual(['01', pricing, 4]);
    const other = await recalculated(id, { 'client.afm': OTHER_AFMS[0] });
    expect([other.status_code, other.pricing?.net, termsIn(other)]).toEqual(['25', 252, []]);
  });

  it('treats a term of null as absent', async () => {
    const { id } = await createReferred();
    const terms = { loadingPercent: null, excludedCovers: null, deductible: null, note: null };
    const response = expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms }));
    expect(response.json<{ approval: { terms: object } }>().approval.terms).toEqual({});
    expect((await agent.get(id)).pricing?.net).toBe(252);
  });

  it('refuses invalid terms', async () => {
    const { id } = await createReferred();
    const send = (decision: string, terms?: object) => () => underwriter.decide(id, decision, { terms });
    for (const code of ['001', '999', 'M01'])
      await expectViolations(app, send('approve_with_terms', { excludedCovers: ['004', code] }), ['terms.excludedCovers[1]', '-102']);
    for (const loadingPercent of [-1, 300.5, '20'])
      await expectViolations(app, send('approve_with_terms', { loadingPercent }), ['terms.loadingPercent', '-102']);
    await expectViolations(app, send('approve_with_terms', { deductible: -1 }), ['terms.deductible', '-102']);
    await expectViolations(app, send('approve', TERMS), ['terms', '-102']);
    await expectViolations(app, send('approve_with_terms'), ['terms', '-101']);
  });
});

describe('another decision of the underwriter', () => {
  it('return leads to 00 without a price, with the messages first, and the agent continues', async () => {
    const entity = await decided('return', { messages: [MESSAGE, { text: 'Και τον τίτλο.' }] });
    expect([entity.status_code, entity.pricing, entity.objects_insured[0]?.enfia_eligible]).toEqual(['00', null, false]);
    expect(entity.messages).toMatchObject([
      MESSAGE,
      { code: 'UNDERWRITER', severity: 'warning', path: 'application', text: 'Και τον τίτλο.' },
      { code: 'F25-10' },
    ]);
    expect((await agent.update(entity.id, { client: {}, insured: {} })).status_code).toBe('25');
    expectStatus(205, await agent.act(entity.id, 'request_approval'));
  });

  it.each(['GET', 'PUT'])('request_documents leads to 11, and %s leads back to 30', async (method) => {
    const entity = await decided('request_documents', { messages: [MESSAGE] });
    expect([entity.status_code, entity.messages[0]]).toEqual(['11', MESSAGE]);
    await expectAllRefused(
      app,
      ['calc', 'edit', 'prepay', 'send_for_acceptance'].map((action) => [() => agent.act(entity.id, action), { code: '-400' }]),
    );
    const calls = Array.from({ length: 5 }, () => agent.client.call(method, agent.path(`${entity.id}/request_approval`)));
    expect((await Promise.all(calls)).map(({ status, text }) => [status, text])).toEqual(Array.from({ length: 5 }, () => [205, '']));
    expect((await listSteps(entity.id)).slice(2)).toEqual(['30 request_documents 11', '11 request_approval 30']);
    expectStatus(200, await underwriter.decide(entity.id, 'approve'));
  });

  it('decline leads to 31, an edit to 00, and the application can be referred again', async () => {
    const { id, status_code: status, messages } = await decided('decline', { messages: [MESSAGE] });
    expect([status, messages[0]]).toEqual(['31', MESSAGE]);
    await expectAllRefused(
      app,
      ['calc', 'prepay', 'request_approval'].map((action) => [() => agent.act(id, action), { code: '-400' }]),
    );
    expect(expectStatus(200, await agent.act(id, 'edit')).json()).toMatchObject({ status_code: '00', pricing: null });
    expect(expectStatus(200, await agent.act(id, 'calc')).json()).toMatchObject({ status_code: '25' });
  });

  it('decline is allowed while documents are awaited', async () => {
    const { id } = await decided('request_documents');
    expect(expectStatus(200, await underwriter.decide(id, 'decline')).json()).toMatchObject({ status: '31' });
  });
});

it('the parameter asOf returns each previous version', async () => {
  const moments: { at: string; status: string; gross: number | null; events: number }[] = [];
  const note = async (id: number): Promise<void> => {
    const { status_code: status, pricing } = await agent.get(id);
    const at = app.clock.now();
    moments.push({ at: at.toISOString(), status, gross: pricing?.gross ?? null, events: moments.length + 1 });
    app.clock.set(at.getTime() + 60_000);
  };
  const before = app.clock.now().toISOString();
  app.clock.set(app.clock.now().getTime() + 60_000);
  const { id } = await agent.insert(agent.body(ILLEGAL));
  await note(id);
  await agent.act(id, 'request_approval');
  await note(id);
  await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 50 } });
  await note(id);
  await agent.act(id, 'edit');
  await note(id);
  await agent.act(id, 'DELETE');
  await note(id);

  expect(moments.map(({ status }) => status)).toEqual(['25', '30', '01', '00', '02']);
  const asOf = (at: string) => underwriter.get(`applications/${id}?asOf=${encodeURIComponent(at)}`);
  for (const { at, status, gross, events } of moments) {
    for (const later of [0, 59_999]) {
      const instant = new Date(new Date(at).getTime() + later).toISOString();
      const { history, ...record } = expectStatus(200, await asOf(instant)).json<{
        history: object[];
        status: string;
        gross: number | null;
      }>();
      expect([record.status, record.gross, history.length]).toEqual([status, gross, events]);
    }
  }
  expect(expectStatus(200, await underwriter.get(`applications/${id}`)).json()).toMatchObject({ status: '02' });
  await expectRefused(app, () => asOf(before), { code: '-300' });
  await expectRefused(app, () => asOf('yesterday'), { code: '-105', violations: [['asOf', '-105']] });
});
