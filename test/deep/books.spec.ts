import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { toLocalDate } from '../../src/common/athens.js';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import { readConfig } from '../../src/config/config.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import { expectBooked } from '../support/booked-calls.js';
import { MoneyWorkload, type WorkloadApplication } from '../support/money-workload.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { createMigratedDataDir, findServerPid } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { CollectionClient } from '../support/collection-client.js';
import type { Callers, MoneyCall } from '../support/money-call.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(300_000);

const ROOT = join(import.meta.dirname, '../..');
const SEED = readSeed('BOOKS_SEED', 20_261_126);
const ROUNDS = Array.from(
  { length: getRounds({ everyday: 2, deep: 4 }) },
  (_, index) => ({ round: index + 1, victim: index % 2 === 0 ? 'server' : 'database' }) as const,
);
/** Number of clients in each environment. */
const CLIENTS = 4;
/** Applications at the start of a round, in each environment. */
const APPLICATIONS: readonly WorkloadApplication[] = ['fire', 'quarterly', 'vehicle', 'fire', 'vehicle', 'spare', 'spare', 'spare'];
/** Responses in a round before a kill may happen. */
const MIN_ANSWERS = 40;
const MAX_DELAY_MS = 600;
const RECOVERY_MS = 60_000;

interface Books {
  readonly environment: Environment;
  readonly workload: MoneyWorkload;
}

const moments = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;
let books: Books[];
/** Calls interrupted by kills, over all rounds, by kind. */
const cutOff: Record<string, number> = {};

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
  const { agentCode } = server.demo;
  const options = { agentCode, today: toLocalDate(new Date()), random: createRandom(SEED + 1), isKeyed: true };
  books = [];
  for (const environment of ENVIRONMENTS)
    books.push({ environment, workload: new MoneyWorkload({ ...options, callers: await listCallers(environment) }) });
});
afterAll(() => server.destroy());

/** Signs in an agent and the issuing department. */
async function listCallers(environment: Environment): Promise<Callers> {
  const { client, demo } = server;
  const root = environment === 'sandbox' ? '/dev' : '';
  const withKey = client.withKey(demo.apiKey);
  const response = expectStatus(201, await withKey.post(`${root}/auth-api/resources/tokens`, { 'user-key': demo.userKey }));
  const agent = { client: withKey.withToken(response.json<{ token: string }>().token), root };
  return { agent, issuing: new CollectionClient(await StaffClient.signIn(client, demo.staff.issuing, root)) };
}

/** Lists every money call so far, of both environments. */
function everyCall(): MoneyCall[] {
  return books.flatMap(({ workload }) => workload.calls);
}

function refusals(): number {
  return everyCall().reduce((total, call) => total + call.refusals, 0);
}

function answered(): number {
  return everyCall().filter(({ isOpen }) => !isOpen).length;
}

interface Acting {
  /** Resolves to how each client ended. */
  readonly ends: Promise<('lost' | 'stopped')[]>;
  readonly stop: () => void;
}

/** Runs all clients and kills the process at a random moment. */
async function actUntil(kill: () => Promise<void>): Promise<Acting> {
  let isOver = false;
  const act = async ({ workload }: Books): Promise<'lost' | 'stopped'> => {
    while (!isOver) if (!(await workload.runRandomAction())) return 'lost';
    return 'stopped';
  };
  const [previous, refused] = [answered(), refusals()];
  const ends = Promise.all(books.flatMap((each) => Array.from({ length: CLIENTS }, () => act(each))));
  // An error of a client fails the test at once.
  await Promise.race([ends, eventually('enough calls have a response', () => answered() >= previous + MIN_ANSWERS, RECOVERY_MS)]);
  await sleep(moments() * MAX_DELAY_MS);
  expect(refusals()).toBe(refused);
  for (const { kind, isOpen } of everyCall()) if (isOpen) cutOff[kind] = (cutOff[kind] ?? 0) + 1;
  await kill();
  return { ends, stop: () => (isOver = true) };
}

async function killServer(): Promise<void> {
  const refused = refusals();
  const { ends } = await actUntil(async () => {
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
  });
  expect(new Set(await ends)).toEqual(new Set(['lost']));
  expect(refusals()).toBe(refused);
  server = await ServerProcess.start(dataDir);
  for (const { environment, workload } of books) workload.callers = await listCallers(environment);
}

async function killDatabase(): Promise<void> {
  const previous = await findServerPid(dataDir);
  const { ends, stop } = await actUntil(() => Promise.resolve(process.kill(previous ?? 0, 'SIGKILL')).then(() => undefined));
  const isServed = async (): Promise<boolean> => ![null, previous].includes(await findServerPid(dataDir));
  await Promise.race([ends, eventually('another database server runs', isServed, RECOVERY_MS)]);
  const before = answered();
  await Promise.race([
    ends,
    eventually('all clients are served again', () => answered() > before + 2 * CLIENTS * books.length, RECOVERY_MS),
  ]);
  stop();
  expect(new Set(await ends)).toEqual(new Set(['stopped']));
}

async function openStore(): Promise<Store> {
  return Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
}

async function expectRightBooks(): Promise<void> {
  const store = await openStore();
  try {
    for (const { environment, workload } of books) {
      expect(await verifyLedger(store, environment)).toEqual([]);
      await expectBooked(store, environment, workload.calls);
    }
  } finally {
    await store.close();
  }
}

/** Runs the operator's command against the running database. */
function verifyByCommand(): { status: number | null; output: string } {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  // Skips the build script, because another spec file may be building.
  const args = ['run', '--silent', '--ignore-scripts', 'ledger', '--', 'verify'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the books', () => {
  it.each(ROUNDS)('are correct and contain what was acknowledged once: round $round, the $victim is killed', async ({ victim }) => {
    await Promise.all(books.map(({ workload }) => workload.addApplications(APPLICATIONS)));
    const starts = books.map(({ workload }) => workload.calls.length);
    await (victim === 'server' ? killServer() : killDatabase());
    await Promise.all(books.map(({ workload }, at) => workload.repeat(workload.calls.slice(starts[at]))));
    await expectRightBooks();
  });

  it('were interrupted during every action that moves money', () => {
    const done: Record<string, number> = {};
    for (const { workload } of books) for (const [name, count] of workload.successes) done[name] = (done[name] ?? 0) + count;
    process.stdout.write(`Cut off: ${JSON.stringify(cutOff)}; refused: ${refusals()}; done: ${JSON.stringify(done)}\n`);
    const total = Object.values(cutOff).reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(ROUNDS.length);
    for (const name of ['charge', 'pay', 'payWrong', 'repeat', 'cancel', 'settle', 'refund'])
      expect([name, done[name] ?? 0]).not.toEqual([name, 0]);
  });

  it('are verified by the command, which reports their violations', async () => {
    expect(verifyByCommand()).toEqual({ status: 0, output: 'The ledger has no errors.\n' });
    const { agentCode } = server.demo;
    const store = await openStore();
    await store.query('sandbox', 'UPDATE account SET balance = balance + 1 WHERE agent_code = $1', [agentCode]);
    await store.close();
    const { status, output } = verifyByCommand();
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(`^sandbox: a balance is not the sum of its entries: agent ${agentCode}: .*\n$`),
    ]);
  });
});
