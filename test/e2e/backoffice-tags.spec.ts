import { jest } from '@jest/globals';
import { AMENDMENT_RUNS } from '../contract/tables/both-ways/amendment-runs.js';
import { AMENDMENTS } from '../contract/tables/both-ways/amendments.js';
import { BACK_OFFICE_ACCESS } from '../contract/tables/both-ways/back-office-access.js';
import { PORTFOLIO_TRANSFERS } from '../contract/tables/both-ways/portfolio-transfers.js';
import { BACK_OFFICE_RECORD } from '../contract/tables/both-ways/back-office-record.js';
import type { BothWays, Call } from '../contract/tables/both-ways/way.js';
import { AGENT_CODE, OTHER_CODE, CallFixture } from '../contract/tables/both-ways/call-fixture.js';
import type { HttpResponse } from '../support/client.js';
import { listOperations, readDocument, type DescribedOperation } from '../support/described/document.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { buildLegalTexts } from '../support/legal-texts.js';
import { expectError } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const WAYS = new Map(
  Object.entries({ ...BACK_OFFICE_RECORD, ...BACK_OFFICE_ACCESS, ...AMENDMENTS, ...AMENDMENT_RUNS, ...PORTFOLIO_TRANSFERS }),
);
const CHANGE = /^(?:(?:PUT|PATCH|DELETE) \/backoffice-api\/|POST \/backoffice-api\/.*\{)/;

/**
 * Writes on existing objects without `If-Match`, and why (backoffice.34). A new write on an object takes it by
 * `@ChangesObject()` or `@ChecksIfMatch()` at its handler, or is listed here.
 */
const WITHOUT_TAG: Readonly<Record<string, string>> = {
  'POST /backoffice-api/agents/{code}/settlements': 'adds to the books, and changes nothing that can be edited',
  'POST /backoffice-api/agents/{code}/refunds': 'adds a refund',
  'PUT /backoffice-api/applications/{id}/assignee': 'names the previous assignee (takeOver)',
  'DELETE /backoffice-api/applications/{id}/assignee': 'changes nothing when it is unassigned',
  'POST /backoffice-api/applications/{id}/notes': 'adds a note and changes none',
  'PUT /backoffice-api/applications/{id}/claims/{claimNo}': 'is corrected by the next record of the claims department',
  'DELETE /backoffice-api/applications/{id}/claims/{claimNo}': 'is done once',
  'POST /backoffice-api/applications/{id}/hand-up': 'assigns a referral that others may decide meanwhile',
  'POST /backoffice-api/authorities/{id}/end': 'is done once, and an authority cannot change',
  'DELETE /backoffice-api/message-templates/{id}': 'is done once',
  'PUT /backoffice-api/quote-drafts/{id}': 'belongs to the user alone',
  'DELETE /backoffice-api/quote-drafts/{id}': 'is done once',
  'POST /backoffice-api/messages/{id}/resolution': 'is done once',
  'POST /backoffice-api/payout-batches/{id}/approval': 'is done once, and a prepared batch cannot change',
  'POST /backoffice-api/payout-batches/{id}/confirmation': 'is done once',
  'POST /backoffice-api/payout-batches/{id}/cancellation': 'is done once',
  'PUT /backoffice-api/refunds/{id}/account': 'is checked by two people before the payment',
  'POST /backoffice-api/refunds/{id}/withdrawal': 'is done once',
  'POST /backoffice-api/refunds/{id}/return': 'is done once',
  'POST /backoffice-api/suspense/{id}/resolution': 'is done once',
  'POST /backoffice-api/suspense/{id}/resolution/preview': 'is done once, like the resolution',
  'POST /backoffice-api/parties/{id}/erasure': 'returns the state of the erasure when repeated',
  'PUT /backoffice-api/applications/{id}/letter-stop': 'sets a state, and changes no entered data',
  'DELETE /backoffice-api/applications/{id}/letter-stop': 'is done once',
  'PUT /backoffice-api/parties/{id}/letter-stop': 'sets a state, and changes no entered data',
  'DELETE /backoffice-api/parties/{id}/letter-stop': 'is done once',
  'POST /backoffice-api/applications/{id}/letters/{letterId}/mails': 'adds a mail and changes none',
  'POST /backoffice-api/applications/{id}/customer-links': 'adds a link',
  'DELETE /backoffice-api/applications/{id}/customer-links/{linkId}': 'is done once',
  'POST /backoffice-api/withdrawals/{id}/closing': 'is done once',
  'POST /backoffice-api/applications/{id}/amendments': 'adds an amendment',
  'POST /backoffice-api/applications/{id}/amendments/price': 'stores nothing',
  'POST /backoffice-api/amendment-runs/{id}/start': 'is done once, and a calculated run cannot change',
  'POST /backoffice-api/portfolio-transfers/{id}/cancel': 'is done once, and changes no entered data',
  'POST /backoffice-api/amendment-runs/{id}/stop': 'sets a state, and changes no entered data',
  'POST /backoffice-api/amendment-runs/{id}/resume': 'sets a state, and changes no entered data',
  'POST /backoffice-api/applications/{id}/amendments/{amendmentNo}/reinstatement': 'is done once',
  'POST /backoffice-api/applications/{id}/reinstatement': 'is done once',
  'POST /backoffice-api/bookings/{id}/reversal': 'is done once',
  'POST /backoffice-api/bank-statements/{id}/entries/{entryId}/booking': 'is done once',
  'PUT /backoffice-api/pending-actions/{id}/approve': 'is done once',
  'PUT /backoffice-api/pending-actions/{id}/reject': 'is done once',
  'PATCH /backoffice-api/user-keys/{id}': 'belongs to the user alone',
  'DELETE /backoffice-api/user-keys/{id}': 'belongs to the user alone',
  'POST /backoffice-api/user-keys/{id}/recreate': 'belongs to the user alone',
  'PATCH /backoffice-api/webhooks/{id}': 'sets a state, and changes no entered data',
  'DELETE /backoffice-api/webhooks/{id}': 'is done once',
  'POST /backoffice-api/webhooks/{id}/rotate': 'creates a new secret each time',
  'POST /backoffice-api/webhooks/{id}/test': 'sends, and changes nothing that can be edited',
  'POST /backoffice-api/deliveries/{id}/resend': 'sends, and changes nothing that can be edited',
  'PUT /backoffice-api/passwords/mine': 'belongs to the user alone',
  'POST /backoffice-api/factors/passkeys/{id}/removal': 'belongs to the user alone',
  'POST /backoffice-api/users/{id}/invitation': 'sends, and changes nothing that can be edited',
  'POST /backoffice-api/users/{id}/factors/reset': 'is done by a second person',
  'DELETE /backoffice-api/sessions': 'belongs to the user alone',
  'DELETE /backoffice-api/sessions/current': 'belongs to the user alone',
  'DELETE /backoffice-api/sessions/others': 'belongs to the user alone',
  'DELETE /backoffice-api/sessions/{id}': 'is done once',
  'DELETE /backoffice-api/users/{id}/identity': 'is done once',
  'DELETE /backoffice-api/users/{id}/sessions': 'ends what is open, and changes no entered data',
  'DELETE /backoffice-api/users/{id}/sessions/{sessionId}': 'is done once',
};

/** Bodies that differ from those of the other calls of this spec, so that the write changes something. */
const CHANGED: Readonly<Record<string, object>> = {
  'PUT /backoffice-api/settings': { prepayCancelDays: 21 },
  'PUT /backoffice-api/settings/legal-texts': { ...buildLegalTexts(), withdrawal: { ...buildLegalTexts().withdrawal, days: 21 } },
  'PUT /backoffice-api/settings/letters': { signature: { el: 'Φιλικά,', en: 'Yours sincerely,' }, templates: [] },
  'PUT /backoffice-api/settings/sign-in': { secondFactorRoles: ['agent'] },
  'PATCH /backoffice-api/agents/{code}': { creditLimit: 21 },
};

const operations = listOperations(readDocument()).filter(({ name }) => name.includes(' /backoffice-api/'));
const has = ({ operation }: DescribedOperation, parameter: string): boolean =>
  (operation.parameters ?? []).some(({ name }) => name === parameter);
const conditional = operations.filter((one) => has(one, 'If-Match')).map(({ name }) => name);
/** Returns the GET operation of the object of a write: the nearest address above it with a tag. */
function readOf(operation: string): string {
  let path = operation.replace(/^\S+ /, '');
  while (path !== '' && !operations.some((one) => one.name === `GET ${path}` && has(one, 'If-None-Match')))
    path = path.slice(0, path.lastIndexOf('/'));
  return `GET ${path}`;
}

let app: FireApp;
let fixture: CallFixture;
let agent: FireAgent;
let tables: TableFingerprints;

beforeAll(async () => {
  app = await FireApp.start();
  const subagents = [{ code: 'S1', name: 'Υποπράκτορας', status: 1 as const }];
  const [agents, others] = [await app.createAgent({ code: AGENT_CODE, subagents }), await app.createAgent({ code: OTHER_CODE })];
  agent = agents.production;
  fixture = await CallFixture.open(app, 'production', agent, others.production);
  tables = await TableFingerprints.open(app.running.database.url, ['production', 'sandbox', 'gateway']);
});
afterAll(async () => {
  await tables.close();
  await app.stop();
});

async function callOf(operation: string): Promise<{ call: Call; status: number }> {
  const [status, way] = (WAYS.get(operation) as BothWays).done;
  return { status, call: typeof way === 'function' ? await way(fixture) : way };
}

async function send(operation: string, call: Call, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
  return (await fixture.prepare(operation, call, headers))();
}

const read = (operation: string, { by, at }: Call, headers = {}): Promise<HttpResponse> => send(readOf(operation), { by, at }, headers);

function getTag(response: HttpResponse): string {
  expect(response.headers.etag).toMatch(/^"(\d+\.)?[0-9a-f]{32}-el"$/);
  return String(response.headers.etag);
}

describe('the If-Match header of staff', () => {
  it('is accepted by every write on an object, except the listed ones', () => {
    const changes = operations.filter((one) => CHANGE.test(one.name) && !has(one, 'If-Match')).map(({ name }) => name);
    expect(changes.sort()).toEqual(Object.keys(WITHOUT_TAG).sort());
    expect(conditional.length).toBeGreaterThan(10);
  });

  it('contains the tag of a GET, which returns 304 to a client that has it', () => {
    const reads = new Set(conditional.map(readOf));
    const compared = operations.filter((one) => one.name.startsWith('GET ') && has(one, 'If-None-Match')).map(({ name }) => name);
    expect([...reads].filter((name) => !compared.includes(name))).toEqual([]);
  });
});

describe.each(conditional)('the conditional call %s', (operation) => {
  it('is refused with an old tag, and nothing changes', async () => {
    const { call } = await callOf(operation);
    const etag = getTag(expectStatus(200, await read(operation, call)));
    expect((await read(operation, call, { 'If-None-Match': etag })).status).toBe(304);
    expectStatus(200, await read(operation, call, { 'If-None-Match': '"1-el"' }));
    const before = await tables.read();
    for (const tag of [`"0.${'0'.repeat(32)}-el"`, `"${'0'.repeat(32)}-el"`, '"999-el"', `W/${etag}`, 'nonsense'])
      expectError(await send(operation, call, { 'If-Match': tag }), { status: 412, code: '-402' });
    expect(await tables.read()).toEqual(before);
  });

  it('succeeds with the current tag, and changes the tag', async () => {
    const { call, status } = await callOf(operation);
    const etag = getTag(expectStatus(200, await read(operation, call)));
    const written = expectStatus(status, await send(operation, call, { 'If-Match': etag }));
    const after = getTag(expectStatus(200, await read(operation, call)));
    // A preview stores nothing, and settings may already have the value.
    if (!/\/preview$|\/settings\b/.test(operation)) expect(after).not.toBe(etag);
    if (written.headers.etag !== undefined) expect(written.headers.etag).toBe(after);
    expectStatus(200, await read(operation, call, { 'If-Match': after }));
  });

  it('succeeds for one of two simultaneous calls with the same tag', async () => {
    if (operation.endsWith('/preview')) return;
    const { call, status } = await callOf(operation);
    const changed = { ...call, json: CHANGED[operation] ?? call.json };
    const etag = getTag(expectStatus(200, await read(operation, call)));
    const responses = await Promise.all([1, 2].map(() => send(operation, changed, { 'If-Match': etag })));
    const refused = responses.filter((response) => response.status !== status);
    expect(refused).toHaveLength(1);
    // The first write alone may make the second one impossible.
    const { error } = refused[0]!.json<{ error: string }>();
    expect(['-400', '-401', '-402']).toContain(error);
    if (/^(PUT|PATCH)/.test(operation)) expect([refused[0]!.status, error]).toEqual([412, '-402']);
  });
});

describe('the entity tags of staff', () => {
  const ADMIN_NAME = { name: 'Renamed' };

  it('change with everything that is shown, and with nothing else', async () => {
    const { client } = await createStaff(app.running, 'admin');
    const path = `/backoffice-api/agents/${AGENT_CODE}`;
    const tags: string[] = [getTag(expectStatus(200, await client.get(path)))];
    for (const json of [{ creditLimit: 10 }, { subagents: [{ code: 'S1', name: 'Άλλος', status: 1 }] }, ADMIN_NAME]) {
      expectStatus(200, await client.call('PATCH', path, { json }));
      tags.push(getTag(expectStatus(200, await client.get(path))));
    }
    expect(new Set(tags).size).toBe(4);
    expectStatus(200, await client.call('PATCH', path, { json: ADMIN_NAME }));
    expect(getTag(expectStatus(200, await client.get(path)))).toBe(tags[3]);
  });

  it('prevent one person from overwriting the newer change of another', async () => {
    const [one, other] = [await createStaff(app.running, 'admin'), await createStaff(app.running, 'admin')];
    const made = expectStatus(
      201,
      await one.client.post('/backoffice-api/users', { email: 'two@insurer.example', name: 'Α', role: 'issuing' }),
    );
    const path = `/backoffice-api/users/${made.json<{ id: number }>().id}`;
    const etag = getTag(made);
    expectStatus(200, await other.client.call('PATCH', path, { json: { role: 'underwriter' }, headers: { 'If-Match': etag } }));
    expectError(await one.client.call('PATCH', path, { json: { name: 'Β' }, headers: { 'If-Match': etag } }), {
      status: 412,
      code: '-402',
    });
    expect((await one.client.get(path)).json()).toMatchObject({ name: 'Α', role: 'underwriter' });
    expectStatus(200, await one.client.call('PATCH', path, { json: { name: 'Β' }, headers: { 'If-Match': '*' } }));
    expectStatus(200, await one.client.call('PATCH', path, { json: { name: 'Γ' } }));
  });

  it('follow the version of an application, which agents change too', async () => {
    const { client } = await createStaff(app.running, 'underwriter');
    const { id } = await agent.insertIn('30');
    const path = `/backoffice-api/applications/${id}`;
    const read = expectStatus(200, await client.get(path));
    const { version } = read.json<{ version: number }>();
    expect(getTag(read).startsWith(`"${version}.`)).toBe(true);
    const own = (await agent.client.get(agent.path(id))).headers.etag!;
    expect(own).toBe(`"${version}-el"`);
    const decide = (tag: string): Promise<HttpResponse> =>
      client.call('POST', `${path}/decisions`, { json: { decision: 'approve' }, headers: { 'If-Match': tag } });
    expectError(await decide(`"${version - 1}-el"`), { status: 412, code: '-402' });
    // The agent's tag in the other language.
    expectStatus(200, await decide(own.replace('-el', '-en')));
    // A tag read before a change by the other side is outdated, for staff and for the agent.
    const before = getTag(expectStatus(200, await client.get(path)));
    expectError(await agent.client.call('PUT', agent.path(`${id}/edit`), { headers: { 'If-Match': own } }), {
      status: 412,
      code: '-402',
    });
    expectStatus(200, await agent.client.call('PUT', agent.path(`${id}/edit`), { headers: { 'If-Match': before } }));
    expect(getTag(expectStatus(200, await client.get(path)))).not.toBe(before);
  });

  it('change with a new document, which is not part of the version', async () => {
    const { client } = await createStaff(app.running, 'issuing');
    const { id } = await agent.insert();
    const path = `/backoffice-api/applications/${id}`;
    const before = expectStatus(200, await client.get(path));
    const query = 'file_name=a.txt&mime_type=text/plain&category_id=2';
    const upload = { body: 'text', headers: { 'Content-Type': 'application/octet-stream' } };
    expectStatus(201, await agent.client.call('POST', `/docs-api/policy/applications/${id}/documents?${query}`, upload));
    const after = expectStatus(200, await client.with({ 'If-None-Match': getTag(before) }).get(path));
    expect([after.json()['version'], getTag(after) === getTag(before)]).toEqual([before.json()['version'], false]);
  });

  it('are compared in the language they were read in', async () => {
    const { client } = await createStaff(app.running, 'issuing');
    const english = client.with({ 'Accept-Language': 'en' });
    const [el, en] = [await client.get('/backoffice-api/settings'), await english.get('/backoffice-api/settings')];
    expect(String(en.headers.etag)).toBe(String(el.headers.etag).replace('-el', '-en'));
    expectStatus(
      200,
      await client.call('PUT', '/backoffice-api/settings', { json: {}, headers: { 'If-Match': `"1-el", ${en.headers.etag}` } }),
    );
  });

  it('are returned with a repeated response', async () => {
    const { client } = await createStaff(app.running, 'admin');
    const path = `/backoffice-api/agents/${OTHER_CODE}`;
    const etag = getTag(expectStatus(200, await client.get(path)));
    const keyed = client.with({ 'Idempotency-Key': 'tagged', 'If-Match': etag });
    const first = expectStatus(200, await keyed.call('PATCH', path, { json: { creditLimit: 77 } }));
    const again = expectStatus(200, await keyed.call('PATCH', path, { json: { creditLimit: 77 } }));
    expect([again.headers['idempotency-replayed'], again.headers.etag]).toEqual(['true', first.headers.etag]);
    expect(getTag(first)).toBe(getTag(await client.get(path)));
  });
});
