import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import type { DemoCredentials, DemoAccess } from '../../src/backoffice/administration/demo/demo-file.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { CollectionClient, createUnknownCode } from '../support/collection-client.js';
import { setQuickHashing } from '../support/quick-scrypt.mjs';
import { findInconsistencies } from '../support/record-checks.js';
import { ManualClock } from '../support/manual-clock.js';
import { StaffClient } from '../support/staff-client.js';

// The stored passwords were hashed at the cost of the program.
setQuickHashing(false);

/** Content of the file that write-first-release.mjs wrote. */
interface FirstRelease {
  readonly writtenAt: string;
  readonly secrets: DemoAccess & { readonly secondAgent: DemoAccess; readonly staff: Record<'admin' | 'underwriter', DemoCredentials> };
  readonly found: readonly Found[];
}

interface Found {
  readonly caller: 'agent' | 'agentInSandbox' | 'secondAgent' | 'admin' | 'underwriter';
  readonly path: string;
  readonly status: number;
  /** JSON, or the digest of a file. */
  readonly body?: unknown;
  readonly sha256?: string;
}

const read = async (name: string): Promise<string> => brotliDecompressSync(await readFile(new URL(name, import.meta.url))).toString();
const { writtenAt, secrets, found } = JSON.parse(await read('first-release.json.br')) as FirstRelease;

/** Path of a title of a status or of a category of documents. */
const PROGRAM_TEXT = /\/(?:(?:status|category)_?title(?:_?en)?|docCategoryDescr)$/i;

/**
 * Lists differences between a response and that of the first release. New fields, additional list items and their order
 * do not count, because later releases may print more documents. URLs begin with the address of the server. Titles of
 * statuses and categories are texts of the program, which a release may reword.
 */
function differences(then: unknown, now: unknown, path = ''): string[] {
  if (PROGRAM_TEXT.test(path)) return typeof now === 'string' ? [] : [`${path}: no text`];
  if (typeof then !== 'object' || then === null || typeof now !== 'object' || now === null) {
    if (path === '/total' && Number(now) >= Number(then)) return [];
    const [previous, present] = [then, now].map((value) => JSON.stringify(value)?.replace(/https:\/\/127\.0\.0\.1:\d+/g, ''));
    return previous === present ? [] : [`${path}: ${present} instead of ${previous}`];
  }
  const fields = now as Record<string, unknown>;
  return Object.entries(then).flatMap(([name, value]) => differences(value, sameOf(value, now) ?? fields[name], `${path}/${name}`));
}

/** Finds the item of a list with the same id. */
function sameOf(item: unknown, list: object): unknown {
  const { id } = (item ?? {}) as { id?: unknown };
  return Array.isArray(list) && id !== undefined ? (list as { id?: unknown }[]).find((each) => each.id === id) : undefined;
}

describe('the data of the first release', () => {
  const clock = new ManualClock(writtenAt);
  let database: TestDatabase;
  let running: RunningApp;
  let callers: Record<Found['caller'], { readonly root: string; readonly client: Client }>;

  beforeAll(async () => {
    database = await createTestDatabase({}, 'empty');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(await read('first-release.sql.br'));
    await client.end();
    running = await startApp({ clock, database });
    await running.parts.stopTimedWork();
    callers = {
      agent: await agent(secrets, ''),
      agentInSandbox: await agent(secrets, '/dev'),
      secondAgent: await agent(secrets.secondAgent, ''),
      admin: await staff('admin'),
      underwriter: await staff('underwriter'),
    };
  });
  afterAll(async () => {
    await running.stop();
    await database.drop();
  });

  async function agent({ apiKey, userKey }: DemoAccess, root: string): Promise<{ root: string; client: Client }> {
    const client = running.client.withKey(apiKey);
    const response = expectStatus(201, await client.post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey }));
    return { root, client: client.withToken(response.json<{ token: string }>().token) };
  }

  async function staff(role: 'admin' | 'underwriter'): Promise<{ root: string; client: Client }> {
    const response = expectStatus(201, await running.client.post('/backoffice-api/sessions', secrets.staff[role]));
    return { root: '', client: running.client.withToken(response.json<{ token: string }>().token) };
  }

  it.each(found.map((response) => [response.caller, response.path, response] as const))(
    'gives the same response as before: %s %s',
    async (caller, path, then) => {
      const { root, client } = callers[caller];
      const now = await client.get(root + path);
      expect(now.status).toBe(then.status);
      if (then.sha256 !== undefined) expect(createHash('sha256').update(now.bytes).digest('hex')).toBe(then.sha256);
      else expect(differences(then.body, now.json())).toEqual([]);
    },
  );

  it('has whole books', async () => {
    for (const environment of ENVIRONMENTS) expect(await verifyLedger(running.parts.store, environment)).toEqual([]);
  });

  it('lets unidentified money wait and be returned', async () => {
    const issuing = new CollectionClient(await StaffClient.open(running, 'issuing'), () => clock.today());
    const { suspenseId, reason } = await issuing.bookPayment(createUnknownCode(), 332.64);
    expect([suspenseId, reason?.code]).toEqual([expect.any(Number), '-703']);
    expectStatus(200, await issuing.resolve(suspenseId ?? 0, { refund: true }));
    expect(await verifyLedger(running.parts.store, 'production')).toEqual([]);
  });

  it('lets prepaid applications be issued', async () => {
    const { root, client } = callers.agentInSandbox;
    expectStatus(205, await client.put(`${root}/collection-api/applications/1/charge`));
    const policy = expectStatus(200, await client.get(`${root}/fire-api/rsc/applications/1`)).json<FireEntity>();
    expect(policy).toMatchObject({ status_code: '50', type: 'POLICY', last_receipt: { receipt_no: 1, gross: 332.64 } });
    expect(await findInconsistencies(running.parts.store, 'sandbox')).toEqual([]);
  });
});
