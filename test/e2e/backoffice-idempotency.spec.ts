import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startApp, type RunningApp } from '../support/app.js';
import { BACK_OFFICE_ACCESS } from '../contract/tables/both-ways/back-office-access.js';
import { AMENDMENT_RUNS } from '../contract/tables/both-ways/amendment-runs.js';
import { AMENDMENTS } from '../contract/tables/both-ways/amendments.js';
import { PORTFOLIO_TRANSFERS } from '../contract/tables/both-ways/portfolio-transfers.js';
import { BACK_OFFICE_RECORD } from '../contract/tables/both-ways/back-office-record.js';
import type { BothWays, Call } from '../contract/tables/both-ways/way.js';
import { AGENT_CODE, OTHER_CODE, CallFixture } from '../contract/tables/both-ways/call-fixture.js';
import type { HttpResponse, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { expectConflict, expectReplay } from '../support/idempotency.js';
import { readOutbox } from '../support/outbox.js';
import { expectError } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const WAYS = new Map(
  Object.entries({ ...BACK_OFFICE_RECORD, ...BACK_OFFICE_ACCESS, ...AMENDMENTS, ...AMENDMENT_RUNS, ...PORTFOLIO_TRANSFERS }),
);
const WRITE = /^(POST|PUT|PATCH|DELETE) \/backoffice-api\//;

/**
 * Writes with a session but without idempotency keys (backoffice.33): they end the session, or contain a password or a
 * link that is shown only once. A new write has a key by default and is tested by its row in
 * `test/contract/tables/both-ways`.
 */
const WITHOUT_KEY: ReadonlySet<string> = new Set([
  'DELETE /backoffice-api/sessions',
  'DELETE /backoffice-api/sessions/current',
  'POST /backoffice-api/sessions/current/sign-out',
  'PUT /backoffice-api/passwords/mine',
  'POST /backoffice-api/factors/totp',
  'POST /backoffice-api/factors/totp/confirmation',
  'POST /backoffice-api/factors/totp/removal',
  'POST /backoffice-api/factors/passkeys',
  'POST /backoffice-api/factors/passkeys/confirmation',
  'POST /backoffice-api/factors/passkeys/{id}/removal',
  'POST /backoffice-api/factors/recovery-codes',
  'POST /backoffice-api/applications/{id}/customer-links',
]);
/** Secrets that are shown only once and not stored (gateway.47). */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'POST /backoffice-api/api-keys': 'apiKey',
  'POST /backoffice-api/api-keys/{id}/rotate': 'apiKey',
  'POST /backoffice-api/user-keys': 'userKey',
  'POST /backoffice-api/user-keys/{id}/recreate': 'userKey',
  'POST /backoffice-api/webhooks/{id}/rotate': 'secret',
};

const operations = listOperations(readDocument()).filter(({ name }) => WRITE.test(name));
const takesKey = ({ operation }: (typeof operations)[number]): boolean =>
  (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key');
const keyed = operations.filter(takesKey).map(({ name }) => name);

let app: FireApp;
let fixture: CallFixture;
let tables: TableFingerprints;
/** Another node, which shares only the database. */
let otherNode: RunningApp;

beforeAll(async () => {
  app = await FireApp.start();
  const subagents = [{ code: 'S1', name: 'Υποπράκτορας', status: 1 as const }];
  const [agents, others] = [await app.createAgent({ code: AGENT_CODE, subagents }), await app.createAgent({ code: OTHER_CODE })];
  fixture = await CallFixture.open(app, 'production', agents.production, others.production);
  tables = await TableFingerprints.open(app.running.database.url, ['production', 'sandbox', 'gateway']);
  otherNode = await startApp({ clock: app.clock, database: app.running.database });
  await otherNode.parts.stopTimedWork();
});
afterAll(async () => {
  await otherNode.stop();
  await tables.close();
  await app.stop();
});

async function callOf(operation: string): Promise<{ call: Call; status: number }> {
  const [status, way] = (WAYS.get(operation) as BothWays).done;
  return { status, call: typeof way === 'function' ? await way(fixture) : way };
}

async function send(operation: string, call: Call, key: string): Promise<HttpResponse> {
  return (await fixture.prepare(operation, call, { 'Idempotency-Key': key }))();
}

/** Counts the rows of the audit record, which has one for nearly every write, or the cached responses. */
async function count(table: 'audit_entry' | 'kept_staff_answer'): Promise<number> {
  const [row] = await app.query<{ count: number }>('production', `SELECT count(*)::int AS count FROM gateway.${table}`);
  return row?.count ?? -1;
}

/** Waits for the background work that follows responses. */
async function waitUntilWorkedOff(): Promise<void> {
  await app.waitForErasures();
  const mails = 'SELECT FROM gateway.account_mail';
  await eventually('mails are sent', async () => (await app.query('production', mails)).length === 0, 30_000);
  const booking = `SELECT FROM bank_statement WHERE state = 'BOOKING'`;
  await eventually('files of the bank are booked', async () => (await app.query('production', booking)).length === 0, 30_000);
  const runs = `SELECT FROM amendment_run WHERE state IN ('CALCULATING', 'RUNNING')`;
  await eventually('amendment runs are done', async () => (await app.query('production', runs)).length === 0, 30_000);
}

function omitField(response: HttpResponse, field: string): unknown {
  return { ...response.json<Record<string, unknown>>(), [field]: undefined };
}

describe('the Idempotency-Key of a staff call', () => {
  it('is accepted by every write with a session, except the listed ones and previews', () => {
    const named = operations.map(({ name }) => name).filter((name) => !WITHOUT_KEY.has(name) && !/\/(preview|price)$/.test(name));
    const withSession = new Set(
      operations.filter(({ operation }) => JSON.stringify(operation.security).includes('staff')).map(({ name }) => name),
    );
    expect(keyed).toEqual(named.filter((name) => withSession.has(name)));
    expect(keyed.length).toBeGreaterThan(20);
    expect(keyed.filter((name) => !WAYS.has(name))).toEqual([]);
  });
});

describe.each(keyed)('the keyed call %s', (operation) => {
  it('is carried out once and gets the same response every time', async () => {
    const { call, status } = await callOf(operation);
    const key = randomUUID();
    const first = expectStatus(status, await send(operation, call, key));
    await waitUntilWorkedOff();
    const written = await tables.read();
    const again = await send(operation, call, key);
    const secret = NOT_KEPT[operation];
    if (secret === undefined) expectReplay(again, first);
    else {
      expect(first.json()[secret]).toMatch(/^(?:\w{40}|whsec_[A-Za-z0-9+/]{43}=)$/);
      expect([again.status, again.json()[secret], again.headers['idempotency-replayed']]).toEqual([status, undefined, 'true']);
      expect(omitField(again, secret)).toEqual(omitField(first, secret));
    }
    const query = [call.query, 'format=json'].filter((part) => part !== undefined).join('&');
    expectConflict(await send(operation, { ...call, query }, key), '-403');
    expect(await tables.read()).toEqual(written);
  });

  it('is carried out once by ten simultaneous calls', async () => {
    const single = await callOf(operation);
    const before = await count('audit_entry');
    expectStatus(single.status, await send(operation, single.call, randomUUID()));
    await waitUntilWorkedOff();
    const audited = (await count('audit_entry')) - before;
    const { call, status } = await callOf(operation);
    const [entries, kept] = [await count('audit_entry'), await count('kept_staff_answer')];
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(operation, call, key)));
    const own = responses.filter((response) => response.status < 300 && response.headers['idempotency-replayed'] === undefined);
    expect(own.map((response) => response.status)).toEqual([status]);
    for (const response of responses) if (response.status !== status) expectConflict(response, '-404');
    await waitUntilWorkedOff();
    expect([(await count('audit_entry')) - entries, (await count('kept_staff_answer')) - kept]).toEqual([audited, 1]);
  });
});

describe('the idempotency keys of staff', () => {
  const PROGRAM = { name: 'Portal', owner: 'portal@broker.example' };
  const TERMS = { name: 'Portal', services: ['fire-api'], environments: ['sandbox'] };
  const programs = '/backoffice-api/programs';
  const post = (client: Client, key: string, path = programs, json: unknown = PROGRAM): Promise<HttpResponse> =>
    client.with({ 'Idempotency-Key': key }).post(path, json);

  it('belong to user and environment: the same key is new elsewhere, and refused on another path', async () => {
    const [one, other] = [await createStaff(app.running, 'admin'), await createStaff(app.running, 'admin')];
    const key = randomUUID();
    const first = expectStatus(201, await post(one.client, key));
    for (const response of [await post(other.client, key), await post(one.client, key, `/dev${programs}`)])
      expect([response.status, response.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const entries = await count('audit_entry');
    expectConflict(await post(one.client, key, '/backoffice-api/api-keys', TERMS), '-403');
    expect(await count('audit_entry')).toBe(entries);
    expectReplay(await post(one.client, key), first);
  });

  it('outlive the session', async () => {
    const { client, userId } = await createStaff(app.running, 'admin');
    const key = randomUUID();
    const first = expectStatus(201, await post(client, key));
    const { store, sessions } = app.running.parts;
    const { token } = await store.transaction('gateway', (tx) => sessions.open(tx, userId));
    expectReplay(await post(app.running.client.withToken(token), key), first);
  });

  it('apply on every node, also for two nodes that get the same call at once', async () => {
    const { client, token } = await createStaff(app.running, 'admin');
    const nodes = [client, otherNode.client.withToken(token)];
    const before = await count('audit_entry');
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, (_, at) => post(nodes[at % 2]!, key)));
    const own = responses.filter((response) => response.status === 201 && response.headers['idempotency-replayed'] === undefined);
    expect([own.length, (await count('audit_entry')) - before]).toEqual([1, 1]);
    for (const node of nodes) expectReplay(await post(node, key), own[0]!);
    for (const node of nodes) expectConflict(await post(node, key, programs, { ...PROGRAM, name: 'Other' }), '-403');
  });

  it('refuse a different call even where that call would be answered without a write', async () => {
    const operation = 'POST /backoffice-api/payments';
    const { call } = await callOf(operation);
    const key = randomUUID();
    expectStatus(200, await send(operation, call, key));
    const again = expectStatus(200, await send(operation, call, randomUUID()));
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    expectConflict(await send(operation, { ...call, query: 'format=json' }, key), '-403');
  });

  it('are stored for a day and then deleted', async () => {
    const { client } = await createStaff(app.running, 'admin');
    const key = randomUUID();
    const at = app.clock.now().getTime();
    try {
      const first = expectStatus(201, await post(client, key));
      await app.running.parts.deleteExpired();
      expectReplay(await post(client, key), first);
      app.clock.set(new Date(at + 24 * 3_600_000).toISOString());
      await app.running.parts.deleteExpired();
      expect(await count('kept_staff_answer')).toBe(0);
    } finally {
      app.clock.set(new Date(at).toISOString());
    }
  });

  it('store no secret in the cached response', async () => {
    const { client } = await createStaff(app.running, 'admin');
    const { apiKey } = expectStatus(201, await post(client, randomUUID(), '/backoffice-api/api-keys', TERMS)).json<{
      apiKey: string;
    }>();
    const kept = await app.query(
      'production',
      `SELECT FROM gateway.kept_staff_answer WHERE position($1 IN convert_from(body, 'UTF8')) > 0`,
      [apiKey],
    );
    expect([apiKey.length, kept.length]).toEqual([40, 0]);
  });

  it('send one invitation, once the user exists', async () => {
    const { client } = await createStaff(app.running, 'admin');
    const json = { email: 'invited@insurer.example', name: 'Νέος Χρήστης', role: 'issuing' };
    const key = randomUUID();
    expectStatus(201, await post(client, key, '/backoffice-api/users', json));
    expectStatus(201, await post(client, key, '/backoffice-api/users', json));
    const { dataDir } = app.running.database.config;
    await eventually('the invitation is sent', async () => (await readOutbox(dataDir)).some(({ to }) => to === json.email));
    expect((await readOutbox(dataDir)).filter(({ to }) => to === json.email)).toHaveLength(1);
  });

  it('are refused when malformed, and have no effect on calls that store nothing', async () => {
    const { client } = await createStaff(app.running, 'admin');
    expectError(await post(client, 'k'.repeat(256)), { code: '-102', violations: [['Idempotency-Key', '-102']] });
    const operation = 'POST /backoffice-api/applications/{id}/cancellation/preview';
    const { call } = await callOf(operation);
    const before = await count('kept_staff_answer');
    for (const key of ['one', 'one', '']) {
      const response = expectStatus(200, await send(operation, call, key));
      expect(response.headers['idempotency-replayed']).toBeUndefined();
    }
    expect(await count('kept_staff_answer')).toBe(before);
  });
});
