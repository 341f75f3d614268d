import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { readConfig } from '../../src/config/config.js';
import { Store } from '../../src/store/store.js';
import type { HttpResponse, Client } from '../support/client.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { createMigratedDataDir, listProcesses, findServerPid } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { findInconsistencies } from '../support/record-checks.js';
import { PolicyWorkload, type TrackedApplication } from '../support/policy-workload.js';

jest.setTimeout(300_000);

const SEED = readSeed('CRASH_SEED', 20_261_120);
const ROUNDS = Array.from(
  { length: getRounds({ everyday: 2, deep: 20 }) },
  (_, index) => ({ round: index + 1, victim: index % 2 === 0 ? 'server' : 'database' }) as const,
);
/** Maximum time from the first call of a round to the kill, several policies long. */
const MAX_DELAY_MS = 600;
const RECOVERY_MS = 60_000;

const random = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;
/** Steps interrupted by kills, over all rounds. */
const cutOff: Record<string, number> = {};
/** Every number ever assigned, by environment. */
const numbers = new Set<string>();

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
  const store = await openStore();
  for (const environment of ENVIRONMENTS) await store.query(environment, 'UPDATE agent SET credit_limit = 100000000');
  await store.close();
});
afterAll(() => server.destroy());

/** Whether a failure is not the expected error of an unavailable database. */
function isUnexpected(failure: string): boolean {
  return failure !== '503 -2';
}

async function openStore(): Promise<Store> {
  return Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
}

/** Runs three workloads and kills the process at a random moment. */
async function runStoriesUntil(kill: () => Promise<void>): Promise<{ workloads: PolicyWorkload[]; tales: Promise<unknown> }> {
  const workloads = (['production', 'production', 'sandbox'] as const).map(
    (environment) => new PolicyWorkload(server.client, server.demo, environment),
  );
  const tales = Promise.all(workloads.map((workload) => workload.run()));
  await eventually('the first story is told', () => workloads.some(({ completedPolicies: wholeStories }) => wholeStories > 0), RECOVERY_MS);
  await sleep(random() * MAX_DELAY_MS);
  expect(workloads.flatMap(({ failures }) => failures)).toEqual([]);
  for (const { currentStep: underWay } of workloads) if (underWay !== '') cutOff[underWay] = (cutOff[underWay] ?? 0) + 1;
  await kill();
  return { workloads, tales };
}

/** Expects acknowledged steps to be complete, unacknowledged ones to be done or not, and the workload to continue. */
async function expectStored(workload: PolicyWorkload, reported: TrackedApplication): Promise<void> {
  const { root, environment } = workload;
  const client = server.client.withKey(server.demo.apiKey).withToken(workload.token);
  const entity = await getEntity(client, root, reported.id);
  expect([reported.status, reported.requestedStatus]).toContain(entity.status_code);
  expect(entity.pricing?.gross).toBe(332.64);
  if (reported.status === '50') {
    expect(entity).toMatchObject({ policy_no: reported.policyNo, last_receipt: { receipt_no: reported.receiptNo, gross: 332.64 } });
    expect(expectStatus(200, await client.get(reported.policyPath ?? '')).bytes.length).toBeGreaterThan(1000);
  }
  if (entity.status_code === '01') expectStatus(205, await client.put(`${root}/fire-api/rsc/applications/${reported.id}/prepay`));
  if (entity.status_code !== '50') expectStatus(205, await client.put(`${root}/collection-api/applications/${reported.id}/charge`));
  await expectWholePolicy(client, root, await getEntity(client, root, reported.id), environment);
}

async function getEntity(client: Client, root: string, id: number): Promise<FireEntity> {
  return expectStatus(200, await client.get(`${root}/fire-api/rsc/applications/${id}`)).json<FireEntity>();
}

async function expectWholePolicy(client: Client, root: string, policy: FireEntity, environment: string): Promise<void> {
  const { id, policy_no, last_receipt } = policy;
  expect(policy).toMatchObject({ status_code: '50', type: 'POLICY', policy_no: expect.stringMatching(/^P\d{9}$/) as string });
  const receipts = expectStatus(200, await client.get(`${root}/common-api/policy/applications/${id}/receipts`)).json<object[]>();
  expect(receipts).toMatchObject([{ receipt_no: last_receipt?.receipt_no, policy_no, status: 'PAID', gross: 332.64 }]);
  const path = `${root}/docs-api/policy/applications/${id}/documents`;
  type Document = { id: number; sha256: string; category_id: number };
  const documents = expectStatus(200, await client.get(path)).json<Document[]>();
  expect(documents.map(({ category_id }) => category_id).toSorted((one, other) => one - other)).toEqual([1, 28, 30]);
  const printed = documents.find(({ category_id }) => category_id === 28);
  const file = expectStatus(200, await client.get(`${path}/${printed?.id}`));
  expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(printed?.sha256);
  for (const number of [`${environment} ${policy_no}`, `${environment} receipt ${last_receipt?.receipt_no}`]) {
    expect(numbers).not.toContain(number);
    numbers.add(number);
  }
}

async function expectReadablePolicy(workload: PolicyWorkload, { policyPath = '', policyNo }: TrackedApplication): Promise<void> {
  const client = server.client.withKey(server.demo.apiKey).withToken(workload.token);
  const file: HttpResponse = expectStatus(200, await client.get(policyPath));
  const lines = (await pdfText(file.bytes)).split('\n');
  for (const line of [`Ασφαλιστήριο ${policyNo}`, 'Παπαδοπούλου Μαρία', 'Σύνολο 332,64 €']) expect(lines).toContain(line);
}

async function expectWholeRecord(): Promise<void> {
  const store = await openStore();
  try {
    for (const environment of ENVIRONMENTS) expect(await findInconsistencies(store, environment)).toEqual([]);
  } finally {
    await store.close();
  }
}

async function expectAllStored(workloads: readonly PolicyWorkload[]): Promise<void> {
  await expectWholeRecord();
  await Promise.all(
    workloads.map(async (workload) => {
      for (const reported of workload.applications) await expectStored(workload, reported);
      const last = workload.applications.findLast(({ status }) => status === '50');
      if (last) await expectReadablePolicy(workload, last);
    }),
  );
}

describe('an interrupted story', () => {
  it.each(ROUNDS)('is kept as far as it was acknowledged: round $round, the $victim is killed', async ({ victim }) => {
    if (victim === 'server') {
      const { workloads, tales } = await runStoriesUntil(async () => {
        server.signal('SIGKILL');
        expect(await server.ended).toBe('SIGKILL');
      });
      await tales;
      expect(new Set(workloads.flatMap(({ failures }) => failures))).toEqual(new Set(['lost']));
      server = await ServerProcess.start(dataDir);
      await expectAllStored(workloads);
    } else {
      const previous = await findServerPid(dataDir);
      const { workloads, tales } = await runStoriesUntil(() =>
        Promise.resolve(process.kill(previous ?? 0, 'SIGKILL')).then(() => undefined),
      );
      const before = workloads.map(({ completedPolicies: wholeStories }) => wholeStories);
      await eventually(
        'every caller is served again',
        () =>
          workloads.every(
            (workload, index) => workload.failures.some(isUnexpected) || workload.completedPolicies > (before[index] ?? 0) + 1,
          ),
        RECOVERY_MS,
      );
      for (const workload of workloads) workload.stop();
      await tales;
      expect(workloads.flatMap(({ failures }) => failures).filter(isUnexpected)).toEqual([]);
      const present = await findServerPid(dataDir);
      expect(present).not.toBeNull();
      expect(present).not.toBe(previous);
      await expectAllStored(workloads);
    }
  });

  it('was interrupted at every step', () => {
    process.stdout.write(`Cut off: ${JSON.stringify(cutOff)}; policies: ${numbers.size / 2}\n`);
    const total = Object.values(cutOff).reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(ROUNDS.length);
  });

  it('leaves nothing behind when the server is told to stop', async () => {
    await expectWholeRecord();
    expect(await server.stop()).toBe(0);
    expect(await listProcesses(dataDir)).toEqual([]);
  });
});
