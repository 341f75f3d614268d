import { jest } from '@jest/globals';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { HttpResponse } from '../support/client.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { eventually } from '../support/eventually.js';
import type { FireApp } from '../support/fire-app.js';
import { readOutbox } from '../support/outbox.js';
import { TableFingerprints } from '../support/table-fingerprints.js';
import { buildTables, SANDBOX_WAYS } from './tables/both-ways/all-ways.js';
import { BothWaysApp } from './tables/both-ways/both-ways-app.js';
import type { BothWays } from './tables/both-ways/way.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const DRY_RUN = 'dry_run=true';
/** Writes that sign in or out, change a password or second factor, or come from a customer's link (gateway.100). */
const WITHOUT_DRY_RUN =
  / \/(c\/|auth-api\/(oauth2|resources\/tokens)|mtr-api\/resources\/tokens|parameters-api\/tokens|backoffice-api\/(factors|oidc|passwords|signup|sessions(?!\/(others|\{id\}|current\/production))))/;
/** Fields with a random value. */
const RANDOM = /"(\w*prefix|\w*secret|sha256|serviceRequestId|api_?key|user_?key|key|url)":"[^"]*"/gi;
const DIGITS = /\d+/g;
/** Work that an earlier call left to jobs. A run that is leased for longer belongs to the fixture, which stops it. */
const UNDER_WAY = ENVIRONMENTS.flatMap((schema) => [
  `SELECT FROM ${schema}.amendment_run
   WHERE state IN ('CALCULATING', 'RUNNING') AND coalesce(leased_until, now()) < now() + interval '1 minute'`,
  `SELECT FROM ${schema}.agent_clock WHERE state <> 'ready'`,
]).join(' UNION ALL ');

let running: BothWaysApp;
const TABLES = buildTables(() => running.provider);

const operations = listOperations(readDocument());
const undoable = new Set(
  operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'dry_run')).map(({ name }) => name),
);
const writes = operations.filter(({ method }) => method !== 'GET').map(({ name }) => name);

function isUndoable([operation]: readonly [string, BothWays]): boolean {
  return undoable.has(operation);
}

/** Returns what two responses to the same call have in common: status, header names, and the body without ids. */
function simplify(response: HttpResponse): object {
  const names = Object.keys(response.headers).filter((name) => !['x-dry-run', 'server-timing'].includes(name));
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const body = isJson && response.text !== '' ? simplifyValue(response.json()) : response.headers['content-type'];
  return { status: response.status, names: names.sort(), body };
}

function simplifyValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(RANDOM, '"$1":""').replace(DIGITS, '0')) as unknown;
}

describe('the writes of the API document', () => {
  it('have a dry run, unless they concern sign-ins, passwords or links of customers', () => {
    expect(writes.filter((name) => !undoable.has(name))).toEqual(writes.filter((name) => WITHOUT_DRY_RUN.test(name)));
  });
});

describe('dry_run=true', () => {
  let app: FireApp;
  let tables: TableFingerprints;
  let fixtures: BothWaysApp['fixtures'];

  beforeAll(async () => {
    running = await BothWaysApp.start();
    ({ app, fixtures } = running);
    tables = await TableFingerprints.open(app.running.database.url, [...ENVIRONMENTS, 'gateway']);
  });
  afterAll(async () => {
    await tables.close();
    await running.stop();
  });

  /** Returns the content of all tables and the number of mails. */
  async function readState(): Promise<object> {
    await app.waitForErasures();
    await eventually('the jobs are done', async () => (await app.query('production', UNDER_WAY)).length === 0, 30_000);
    return { ...(await tables.read()), mails: (await readOutbox(app.running.database.config.dataDir)).length };
  }

  const cases = [
    ...Object.entries(TABLES).map(([name, ways]) => ['production', name, ways] as const),
    ...Object.entries(SANDBOX_WAYS).map(([name, ways]) => ['sandbox', name, ways] as const),
  ]
    .map(([environment, name, ways]) => [environment, name, Object.entries(ways).filter(isUndoable)] as const)
    .filter(([, , ways]) => ways.length > 0);

  describe.each(cases)('in %s, %s', (environment, _name, ways) => {
    it.each(ways)('%s responds like the call itself, and changes nothing', async (operation, { done: [status, way] }) => {
      const call = await fixtures.get(environment)!.prepare(operation, way);
      const before = await readState();
      const undone = await call(DRY_RUN);
      expect([undone.status, undone.status < 300 ? undone.headers['x-dry-run'] : undone.text]).toEqual([status, 'true']);
      expect(await readState()).toEqual(before);
      expect(simplify(undone)).toEqual(simplify(await call()));
    });

    it('is refused like the call itself, and changes nothing', async () => {
      for (const [operation, { refused }] of ways) {
        const call = await fixtures.get(environment)!.prepare(operation, refused[1]);
        const before = await readState();
        const undone = await call(DRY_RUN);
        expect(await readState()).toEqual(before);
        expect([operation, simplify(undone)]).toEqual([operation, simplify(await call())]);
      }
    });
  });

  it('leaves the Idempotency-Key unused', async () => {
    const { agent } = fixtures.get('production')!;
    const send = (query: string): Promise<HttpResponse> =>
      agent.client.post(`/fire-api/rsc/applications${query}`, agent.body(), { headers: { 'Idempotency-Key': 'dry-run-1' } });
    expect((await send(`?${DRY_RUN}`)).headers['x-dry-run']).toBe('true');
    const inserted = await send('');
    expect([inserted.status, inserted.headers['idempotency-replayed'], inserted.headers['x-dry-run']]).toEqual([201, undefined, undefined]);
    expect((await send('')).headers['idempotency-replayed']).toBe('true');
  });

  it('counts for the limit', async () => {
    const { agent } = fixtures.get('production')!;
    const remaining = async (query: string): Promise<number> =>
      Number((await agent.client.post(`/fire-api/rsc/applications${query}`, agent.body())).headers['x-ratelimit-remaining']);
    const first = await remaining(`?${DRY_RUN}`);
    expect(await remaining(`?${DRY_RUN}`)).toBe(first - 1);
  });

  it.each(['maybe', '1', 'TRUE'])('is refused as %s', async (value) => {
    const { agent } = fixtures.get('production')!;
    const before = await readState();
    const response = await agent.client.post(`/fire-api/rsc/applications?dry_run=${value}`, agent.body());
    expect([response.status, response.json()]).toEqual([
      400,
      expect.objectContaining({ error: '-105', details: [expect.objectContaining({ path: 'dry_run' })] }),
    ]);
    expect(await readState()).toEqual(before);
  });

  it.each(
    Object.entries(TABLES)
      .flatMap(([, ways]) => Object.entries(ways))
      .filter(([operation]) => WITHOUT_DRY_RUN.test(operation) && !operation.startsWith('GET')),
  )('is refused for %s', async (operation, { done: [, way] }) => {
    const call = await fixtures.get('production')!.prepare(operation, way);
    const before = await readState();
    const response = await call(DRY_RUN);
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('dry_run')]);
    expect(await readState()).toEqual(before);
  });
});
