import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createMigratedDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { buildFireBody } from '../support/fire.js';
import { expectStatus } from '../support/fire-app.js';
import { MailServer } from '../support/mail-server.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';
import { addDays, toLocalDate } from '../../src/common/athens.js';

jest.setTimeout(600_000);

const SEED = readSeed('LETTER_SEED', 20_261_126);
const KILLS = getRounds({ everyday: 2, deep: 8 });
const LETTERS_OF_EACH = 12;
const MAX_DELAY_MS = 2_500;
const WAIT_MS = 60_000;

const random = createRandom(SEED);
const mails = new MailServer();
let dataDir: string;
let smtpUrl: string;
let server: ServerProcess;
const ids: number[] = [];

beforeAll(async () => {
  await buildServer();
  // Makes it likely that a kill comes between the delivery of a mail and its record.
  mails.acceptsAfterMs = 150;
  smtpUrl = await mails.listen();
  dataDir = await createMigratedDataDir();
  server = await start();
});
afterAll(async () => {
  await server.destroy();
  mails.close();
});

const start = (): Promise<ServerProcess> => ServerProcess.start(dataDir, { SMTP_URL: smtpUrl });

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Moves applications to prepay, each with a letter to its customer. */
async function requestPayments(): Promise<void> {
  const { apiKey, userKey } = server.demo;
  const withKey = server.client.withKey(apiKey);
  const { token } = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey })).json<{ token: string }>();
  const client = withKey.withToken(token);
  const today = toLocalDate(new Date());
  for (let count = 0; count < LETTERS_OF_EACH; count += 1) {
    const body = buildFireBody(today, { start_date: addDays(today, 5) });
    const { id } = expectStatus(201, await client.post('/fire-api/rsc/applications', body)).json<{ id: number }>();
    expectStatus(205, await client.put(`/fire-api/rsc/applications/${id}/prepay`));
    ids.push(id);
  }
}

/** Ends the leases of a killed process at once, which otherwise takes a minute. */
const endLeases = (): Promise<unknown> => query(`UPDATE production.letter_mail SET leased_until = NULL WHERE state = 'pending'`);

it(`mails of a sender that is killed ${KILLS} times arrive once, or twice where the letter says so (letters.4)`, async () => {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await requestPayments();
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    server = await start();
    await endLeases();
  }
  const waiting = `SELECT FROM production.letter_mail WHERE state = 'pending'`;
  await eventually('no mail waits', async () => (await query(waiting)).length === 0, WAIT_MS);

  const arrivals = new Map<string, number>();
  for (const mail of mails.mails) {
    const [, id = ''] = /^Message-ID: <letter-production-(\d+)@/m.exec(mail) ?? [];
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  expect(arrivals.size).toBe(KILLS * LETTERS_OF_EACH);
  const staff = await StaffClient.signIn(server.client, server.demo.staff.issuing);
  let twice = 0;
  for (const id of ids) {
    type Letters = { items: { mails: { id: number; state: string; mayBeDouble: boolean }[] }[] };
    const { items } = expectStatus(200, await staff.get(`applications/${id}/letters`)).json<Letters>();
    const [mail] = items.flatMap((letter) => letter.mails);
    const times = arrivals.get(String(mail?.id)) ?? 0;
    expect([id, mail?.state, times >= 1 && times <= 2, times === 1 || mail?.mayBeDouble]).toEqual([id, 'sent', true, true]);
    if (times === 2) twice += 1;
  }
  process.stdout.write(`${KILLS} kills, ${ids.length} mails, ${twice} came twice\n`);
});
