import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { readConfig } from '../../src/config/config.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import { BankFileClient, expectMatchingTotals } from '../support/bank-file-client.js';
import { buildCamtFile, type CamtEntry } from '../support/camt.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { removeDataDir, createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { getPaymentCode, createUnknownCode } from '../support/collection-client.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(600_000);

const SEED = readSeed('BANK_FILE_SEED', 20_261_123);
const ENTRIES = getRounds({ everyday: 600, deep: 10_000 });
const KILLS = getRounds({ everyday: 1, deep: 3 });
const CODES = 8;
const WAIT_MS = 300_000;
const MAX_DELAY_MS = 40;

const random = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;
let bank: BankFileClient;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  await start();
});
afterAll(async () => {
  server.signal('SIGKILL');
  await server.ended;
  await removeDataDir(dataDir);
});

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir, { DATABASE_POOL_SIZE: '8' });
  bank = new BankFileClient(await StaffClient.signIn(server.client, server.demo.staff.issuing, '/dev'));
}

/** Creates applications in prepay and returns their payment codes and amounts. */
async function createPaymentCodes(): Promise<{ code: string; amount: number }[]> {
  const withKey = server.client.withKey(server.demo.apiKey);
  const token = expectStatus(201, await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': server.demo.userKey }));
  const client = withKey.withToken(token.json<{ token: string }>().token);
  const path = '/dev/fire-api/rsc/applications';
  const today = toLocalDate(new Date());
  const given: { code: string; amount: number }[] = [];
  while (given.length < CODES) {
    const body = buildFireBody(today, { start_date: addDays(today, 10) });
    const { id } = expectStatus(201, await client.post(path, body)).json<{ id: number }>();
    expectStatus(205, await client.put(`${path}/${id}/prepay`));
    const { payment_code: code, amount } = await getPaymentCode({ client, root: '/dev' }, id);
    given.push({ code, amount });
  }
  return given;
}

/**
 * Builds entries: paid, a euro short, unknown, a damaged code, without code, repeated, without reference, in another
 * currency, a debit, a reversal.
 */
function listEntries(given: readonly { code: string; amount: number }[]): CamtEntry[] {
  const entries: CamtEntry[] = given.map(({ code, amount }, index) => ({ amount, code, reference: `PAID-${index}` }));
  while (entries.length < ENTRIES) {
    const index = entries.length;
    const { code, amount } = given[index % CODES]!;
    const reference = `R-${index}`;
    const kinds: readonly CamtEntry[] = [
      { amount: amount - 1, code, reference },
      { amount: 20, code: createUnknownCode(), reference },
      { amount: 21, texts: [code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))], reference },
      { amount: 22, sender: 'DIMOU', texts: ['xoris kodiko'], place: `P-${index}` },
      { amount, code, reference: `PAID-${index % CODES}` },
      { amount: 23, sender: 'IOANNOU' },
      { amount: 24, currency: 'USD', reference },
      { amount: 25, direction: 'DBIT', reference, isBare: true },
      { amount: 26, isReversal: true, reference },
    ];
    entries.push(kinds[Math.floor(random() * kinds.length)]!);
  }
  return entries;
}

async function inStore<T>(look: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** Reads the balance of the bank account in cents. */
const bankCents = (): Promise<number> =>
  inStore(async (store) => {
    expect(await verifyLedger(store, 'sandbox')).toEqual([]);
    const [row] = await store.query<{ total: string }>(
      'sandbox',
      `SELECT coalesce(sum(e.amount), 0.00) AS total FROM account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = 'bank'`,
    );
    return Math.round(Number(row!.total) * 100);
  });

it('a bank file whose booking was interrupted is booked completely and once', async () => {
  const entries = listEntries(await createPaymentCodes());
  const before = await bankCents();
  const file = buildCamtFile(entries, {
    account: 'GR1601101250000000012300695',
    sums: { closing: getClosing(entries) },
    date: toLocalDate(new Date()),
  });
  const { id } = expectStatus(202, await bank.upload(file)).json<{ id: number }>();
  let waiting = (await bank.get(id)).credits.waiting.count;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = waiting - waiting / (KILLS + 2);
    await eventually('a part of it is booked', async () => (await bank.get(id)).credits.waiting.count < goal, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await start();
    const reported = await bank.get(id);
    waiting = reported.credits.waiting.count;
    expectMatchingTotals(reported);
    process.stdout.write(`Cut off with ${waiting} credits left\n`);
  }
  await eventually('it is done', async () => (await bank.get(id)).state === 'DONE', WAIT_MS);
  const done = await bank.get(id);
  expectMatchingTotals(done);
  expect(done).toMatchObject({ entries: ENTRIES, transfers: ENTRIES, credits: { paid: { count: CODES }, waiting: { count: 0 } } });
  const booked = Math.round((done.credits.paid.amount + done.credits.suspense.amount) * 100);
  expect((await bankCents()) - before).toBe(booked);
  // The number of booked transfers equals that of new transfers in the file.
  const credits = entries.filter(({ direction, currency, isReversal }) => direction !== 'DBIT' && !currency && !isReversal);
  const reported = new Set(credits.map(({ reference }, index) => reference ?? index));
  expect(done.credits.paid.count + done.credits.suspense.count).toBe(reported.size);
  const again = await bank.upload(file);
  expect([again.status, again.json()]).toEqual([200, done]);
  expect((await bankCents()) - before).toBe(booked);
});

function getClosing(entries: readonly CamtEntry[]): string {
  const euro = entries.filter(({ currency }) => !currency);
  const cents = euro.map(({ amount, direction }) => Math.round(Number(amount) * 100) * (direction === 'DBIT' ? -1 : 1));
  return (cents.reduce((total, one) => total + one, 100_000) / 100).toFixed(2);
}
