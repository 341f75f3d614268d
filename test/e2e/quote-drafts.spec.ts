import { unzipSync } from 'fflate';
import { openAgentConsole } from '../support/agent-console.js';
import type { Client, HttpResponse } from '../support/client.js';
import { expectAllRefused, expectRefused, expectViolations, type ExpectedError } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { createStaff, StaffClient } from '../support/staff-client.js';

const DRAFTS = '/backoffice-api/quote-drafts';
const DRAFT = { line: 'fire', title: 'Παπαδοπούλου Μαρία', content: '{"client":{"last_name":"Παπαδοπούλου"}}', clientConsents: true };
const MAX_DRAFTS = 50;
const MAX_TITLE = 100;
const MAX_CONTENT = 65_536;
const UNKNOWN = 999_999;
const AFM = '094019245';
const DAY_MS = 24 * 60 * 60_000;
const MISSING: ExpectedError = { code: '-304' };
const NO_AGENT: ExpectedError = { status: 403, code: '-202' };
const FILL = `
  INSERT INTO quote_draft (user_id, agent_code, line, title, content, saved_at, expires_at)
  SELECT user_id, agent_code, line, title, content, saved_at, expires_at FROM quote_draft, generate_series(1, $2::int) WHERE id = $1`;

interface Row {
  readonly id: number;
  readonly line: string;
  readonly title: string;
  readonly agent: string;
  readonly savedAt: string;
}

let app: FireApp;
let agent: FireAgent;
let otherCode: string;
let user: Client;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  otherCode = (await app.createAgent({ code: '30001' })).production.access.agentCode;
});
afterAll(() => app.stop());
beforeEach(async () => {
  user = await openAgentConsole(app.running, agent.access.agentCode);
});

async function save(by: Client, changes: object = {}): Promise<Row> {
  return expectStatus(201, await by.post(DRAFTS, { ...DRAFT, ...changes })).json<Row>();
}

async function list(by: Client, query = ''): Promise<Row[]> {
  return expectStatus(200, await by.get(`${DRAFTS}?limit=100${query}`)).json<{ items: Row[] }>().items;
}

describe('saved forms of quotes', () => {
  it('are listed, read, saved again and deleted by their user', async () => {
    const response = expectStatus(201, await user.post(DRAFTS, DRAFT));
    const { id } = response.json<Row>();
    expect(response.headers.location).toMatch(new RegExp(`${DRAFTS}/${id}$`));
    const motor = await save(user, { line: 'motor', title: 'ΙΖΧ4821' });
    expect((await list(user)).map((row) => row.id)).toEqual([motor.id, id]);
    expect(await list(user, '&line=fire')).toEqual([response.json()]);
    expect(expectStatus(200, await user.get(`${DRAFTS}/${id}`)).json()).toEqual({ ...response.json<Row>(), content: DRAFT.content });
    const content = '{"client":{}}';
    expectStatus(200, await user.put(`${DRAFTS}/${id}`, { ...DRAFT, title: 'Σόλωνος 12', content }));
    expect(expectStatus(200, await user.get(`${DRAFTS}/${id}`)).json()).toMatchObject({ title: 'Σόλωνος 12', content });
    expectStatus(204, await user.delete(`${DRAFTS}/${id}`));
    expect(await list(user)).toEqual([motor]);
  });

  it('are neither seen nor changed by another user of the agent, by staff, or in the other environment', async () => {
    const { id } = await save(user);
    const colleague = await openAgentConsole(app.running, agent.access.agentCode);
    const admin = await StaffClient.open(app.running, 'admin');
    expect(await list(colleague)).toEqual([]);
    await expectAllRefused(app, [
      [() => colleague.get(`${DRAFTS}/${id}`), MISSING],
      [() => colleague.put(`${DRAFTS}/${id}`, DRAFT), MISSING],
      [() => colleague.delete(`${DRAFTS}/${id}`), MISSING],
      [() => user.get(`/dev${DRAFTS}/${id}`), MISSING],
      [() => admin.get('quote-drafts'), { status: 403, code: '-203' }],
      [() => user.get(`${DRAFTS}/${UNKNOWN}`), MISSING],
      [() => user.get(`${DRAFTS}/x`), MISSING],
    ]);
  });

  it('belong to the agent for whom they were saved, while the user may act for it', async () => {
    const delegate = await openAgentConsole(app.running, agent.access.agentCode, [otherCode]);
    const { id } = await save(delegate, { agent: otherCode });
    expect([(await list(delegate)).length, (await list(delegate, `&agent=${otherCode}`)).map((row) => row.id)]).toEqual([0, [id]]);
    await app.query('production', 'DELETE FROM gateway.delegation WHERE agent_code = $1', [otherCode]);
    await expectAllRefused(app, [
      [() => delegate.get(`${DRAFTS}/${id}`), MISSING],
      [() => delegate.delete(`${DRAFTS}/${id}`), MISSING],
      [() => delegate.get(`${DRAFTS}?agent=${otherCode}`), NO_AGENT],
      [() => delegate.post(DRAFTS, { ...DRAFT, agent: otherCode }), NO_AGENT],
    ]);
  });

  it('need a console that may use the environment', async () => {
    const { client } = await createStaff(app.running, 'agent', agent.access.agentCode);
    await expectRefused(app, () => client.post(DRAFTS, DRAFT), NO_AGENT);
  });

  it('are refused without consent, with a wrong line, or with too long texts, which changes nothing', async () => {
    const { id } = await save(user);
    const calls = (body: object): (() => Promise<HttpResponse>)[] => [
      () => user.post(DRAFTS, body),
      () => user.put(`${DRAFTS}/${id}`, body),
    ];
    const cases: readonly (readonly [changes: object, ...violations: (readonly [string, string])[]])[] = [
      [{ clientConsents: false }, ['clientConsents', '-102']],
      [{ clientConsents: 'true' }, ['clientConsents', '-102']],
      [
        { line: undefined, title: ' ', content: null, clientConsents: null },
        ['line', '-101'],
        ['title', '-101'],
        ['content', '-101'],
        ['clientConsents', '-101'],
      ],
      [{ line: 'life' }, ['line', '-102']],
      [{ title: 'Τ'.repeat(MAX_TITLE + 1) }, ['title', '-102']],
      [{ content: 'x'.repeat(MAX_CONTENT + 1) }, ['content', '-102']],
      [{ content: { client: {} } }, ['content', '-102']],
      [{ afm: '0940192450' }, ['afm', '-102']],
    ];
    for (const [changes, ...violations] of cases)
      for (const call of calls({ ...DRAFT, ...changes })) await expectViolations(app, call, ...violations);
    await save(user, { title: 'Τ'.repeat(MAX_TITLE), content: 'x'.repeat(MAX_CONTENT) });
  });

  it('are at most fifty for a user, also when the last one is saved twice at once', async () => {
    const { id } = await save(user);
    await app.query('production', FILL, [id, MAX_DRAFTS - 2]);
    const responses = await Promise.all([1, 2].map(() => user.post(DRAFTS, DRAFT)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    await expectRefused(app, () => user.post(DRAFTS, DRAFT), { code: '-405' });
    expectStatus(200, await user.put(`${DRAFTS}/${id}`, DRAFT));
    expect(await list(user)).toHaveLength(MAX_DRAFTS);
  });

  it('are in the export of the person of their tax number, and are deleted with its erasure', async () => {
    const { id: applicationId } = await agent.insert(agent.body({ 'client.afm': AFM }));
    expectStatus(204, await agent.act(applicationId, 'DELETE'));
    const key = { headers: { 'Idempotency-Key': 'saved-form-1' } };
    const mine = { ...DRAFT, afm: AFM };
    expectStatus(201, await user.call('POST', DRAFTS, { json: mine, ...key }));
    const other = await save(user, { afm: '094014201' });
    const admin = await StaffClient.open(app.running, 'admin');
    const party = await app.getParty('production', AFM);
    const { bytes } = expectStatus(200, await admin.get(`parties/${party}/export`));
    const person = JSON.parse(Buffer.from(unzipSync(bytes)['person.json']!).toString()) as { savedForms: object[] };
    expect(person.savedForms).toMatchObject([{ line: 'fire', title: DRAFT.title, content: DRAFT.content }]);
    const { places } = expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<{ places: object[] }>();
    expect(places).toContainEqual({ place: 'quote_draft', agentCode: agent.access.agentCode, count: 1 });
    expectStatus(200, await admin.erase(party));
    expect((await list(user)).map(({ id }) => id)).toEqual([other.id]);
    await expectRefused(app, () => user.call('POST', DRAFTS, { json: mine, ...key }), { status: 410, code: '-306' });
  });

  it('are deleted thirty days after they were last saved', async () => {
    const [old, saved] = [await save(user), await save(user)];
    await app.query('production', `UPDATE quote_draft SET expires_at = expires_at - interval '29 days'`);
    expectStatus(200, await user.put(`${DRAFTS}/${saved.id}`, DRAFT));
    await app.running.parts.backofficeCleanup.deleteExpired(new Date(app.clock.now().getTime() + 2 * DAY_MS));
    expect(
      (await app.query<{ id: string }>('production', 'SELECT id FROM quote_draft WHERE id = ANY ($1)', [[old.id, saved.id]])).map(
        ({ id }) => Number(id),
      ),
    ).toEqual([saved.id]);
  });
});
