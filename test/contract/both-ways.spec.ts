import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import type { HttpResponse } from '../support/client.js';
import { listOperations, readDocument } from '../support/described/document.js';
import type { FireApp } from '../support/fire-app.js';
import { TableFingerprints } from '../support/table-fingerprints.js';
import { buildTables, SANDBOX_WAYS } from './tables/both-ways/all-ways.js';
import { BothWaysApp } from './tables/both-ways/both-ways-app.js';
import type { BothWays } from './tables/both-ways/way.js';
import { AGENT_CODE } from './tables/both-ways/call-fixture.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let running: BothWaysApp;

const TABLES = buildTables(() => running.provider);
const SANDBOX_TABLES = { ...TABLES, ...SANDBOX_WAYS };
const rows = Object.values(SANDBOX_TABLES).flatMap((ways) => Object.entries(ways));

/** Operations that only calculate. */
const WRITE_NOTHING: ReadonlySet<string> = new Set([
  'POST /fire-api/pricing/calcbundles',
  'POST /mtr-api/resources/quotes/prices',
  'POST /fire-api/rsc/applications/{id}/amendments/price',
  'POST /mtr-api/resources/policies/{id}/amendments/price',
]);
/** GET operations that request an approval or create a payment code. */
const WRITE_ALTHOUGH_GET: ReadonlySet<string> = new Set([
  'GET /fire-api/rsc/applications/{id}/request_approval',
  'GET /mtr-api/resources/policies/{id}/notification',
]);
/** Operations that use real time, belong to staff, or concern the clock itself. */
const BESIDE_THE_CLOCK = / \/(auth-api|backoffice-api|test-api\/resources\/(clock|faults|reset))\b|tokens$/;

/** Reads routes.tsv: each method and path, with and without its optional part, and the statuses of success. */
function contractRoutes(): { operation: string; success: string[] }[] {
  const lines = readFileSync(join(PACKAGE_ROOT, 'test/contract/tables/routes.tsv'), 'utf8').split('\n');
  const routes = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  return routes.flatMap(([, method = '', path = '', , , success = '']) =>
    [...new Set([path.replace(/\[.*\]/, ''), path.replace(/\[(.*)\]/, '$1')])].map((one) => ({
      operation: `${method} ${one}`,
      success: success.split(','),
    })),
  );
}

/** Returns status and error code. @example 400 -300 */
function getRefusal(response: HttpResponse): string {
  const { error } = response.json<{ error?: string | { code: string } }>();
  return `${response.status} ${typeof error === 'object' ? error.code : error}`;
}

describe('the tables of calls and refusals', () => {
  it('contain each operation of docs/openapi.json once and no other', () => {
    const documented = listOperations(readDocument()).map(({ name }) => name);
    expect(rows.map(([operation]) => operation).sort()).toEqual(documented.sort());
  });

  it('contain each route of the contract with its documented success', () => {
    const routes = contractRoutes();
    expect(routes.length).toBeGreaterThan(100);
    const ways = new Map(rows);
    const wrong = routes.filter(({ operation, success }) => !success.includes(String(ways.get(operation)?.done[0])));
    expect(wrong.map(({ operation }) => operation)).toEqual([]);
  });

  it('expect 2xx for each success and 4xx for each refusal', () => {
    for (const [operation, { done, refused }] of rows)
      expect([operation, String(done[0]), refused[0]]).toEqual([
        operation,
        expect.stringMatching(/^2/),
        expect.stringMatching(/^4\d\d \S/),
      ]);
  });
});

/** Calls every operation in each of its environments, once with success and once with an error of the service. */
describe('every operation', () => {
  let app: FireApp;
  let tables: TableFingerprints;
  let fixtures: BothWaysApp['fixtures'];
  /** Result of each operation of an agent while the clock is advancing. */
  const whileClockIsHeld = new Map<string, string>();

  beforeAll(async () => {
    running = await BothWaysApp.start();
    ({ app, fixtures } = running);
    tables = await TableFingerprints.open(app.running.database.url, [...ENVIRONMENTS, 'gateway']);
  });
  afterAll(async () => {
    await tables.close();
    await running.stop();
  });

  const tablesOf = { production: TABLES, sandbox: SANDBOX_TABLES };
  const cases = ENVIRONMENTS.flatMap((environment) =>
    Object.entries(tablesOf[environment]).map(([name, ways]) => [environment, name, ways] as const),
  );

  describe.each(cases)('in %s, %s', (environment, _name, ways) => {
    it('gets its refusal and changes nothing', async () => {
      const fixture = fixtures.get(environment)!;
      const calls: (() => Promise<HttpResponse>)[] = [];
      for (const [operation, { refused }] of Object.entries(ways)) calls.push(await fixture.prepare(operation, refused[1]));
      await app.waitForErasures();
      const before = await tables.read();
      const responses: string[] = [];
      for (const call of calls) {
        const response = await call();
        responses.push(`${response.operation} ${getRefusal(response)}`);
      }
      expect(responses).toEqual(Object.entries(ways).map(([operation, { refused }]) => `${operation} ${refused[0]}`));
      expect(await tables.read()).toEqual(before);
    });

    it.each(Object.entries(ways))('%s succeeds', async (operation, { done: [status, way] }: BothWays) => {
      const fixture = fixtures.get(environment)!;
      const call = await fixture.prepare(operation, way);
      if (environment === 'sandbox' && !BESIDE_THE_CLOCK.test(operation)) whileClockIsHeld.set(operation, await whileHeld(call));
      const response = await call();
      expect([response.operation, response.status, response.status < 300 ? '' : response.text]).toEqual([operation, status, '']);
    });
  });

  /** Returns the result of a call while the agent's clock is advancing, and expects that it changes nothing. */
  async function whileHeld(call: () => Promise<HttpResponse>): Promise<string> {
    const set = (fields: string): string => `UPDATE agent_clock SET ${fields} WHERE agent_code = '${AGENT_CODE}';`;
    // The endless lease keeps the clock from advancing or arriving.
    await app.query('sandbox', set(`state = 'advancing', advance_to = now(), leased_until = 'infinity'`));
    const release = set(`state = 'resetting', advance_to = NULL, leased_until = NULL`) + set(`state = 'ready'`);
    try {
      const response = await call();
      return response.status < 300 ? 'done' : `${getRefusal(response)}, again after ${response.headers['retry-after']} s`;
    } finally {
      await app.query('sandbox', release);
    }
  }

  it('refuses writes of an agent whose clock is held, and allows reads (sandbox.4)', () => {
    const refused = Array.from(whileClockIsHeld).filter(([, reported]) => reported !== 'done');
    expect(new Set(refused.map(([, reported]) => reported))).toEqual(new Set(['503 -2, again after 1 s']));
    const writes = (operation: string): boolean =>
      WRITE_ALTHOUGH_GET.has(operation) || !(operation.startsWith('GET ') || WRITE_NOTHING.has(operation));
    expect(refused.map(([operation]) => operation)).toEqual([...whileClockIsHeld.keys()].filter(writes));
  });
});
