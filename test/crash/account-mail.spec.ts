import { jest } from '@jest/globals';
import pg from 'pg';
import { createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { MailServer } from '../support/mail-server.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(240_000);

/** Longer than any call, so that no mail of the first process is accepted. */
const NEVER_MS = 600_000;
const WAIT_MS = 60_000;

let dataDir: string;
let mails: MailServer;
let url: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  mails = new MailServer();
  url = await mails.listen();
  server = await ServerProcess.start(dataDir, { SMTP_URL: url });
});
afterAll(async () => {
  await server.destroy();
  mails.close();
});

async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await server.databaseUrl(), options: '-c search_path=gateway,public' });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const count = async (): Promise<number> => (await query<{ count: number }>('SELECT count(*)::int AS count FROM account_mail'))[0]!.count;
const listTo = (address: string): string[] =>
  mails.mails.filter((mail) => mail.includes(`<${address}>`) || mail.includes(`To: ${address}`));

it('mails to users survive a kill between the commit and the mail server (backoffice.127)', async () => {
  const admin = await StaffClient.signIn(server.client, server.demo.staff.admin);
  mails.acceptsAfterMs = NEVER_MS;
  const signup = { email: 'new@agency.example', name: 'Νέα Εταιρεία', programName: 'Νέο πρόγραμμα' };
  expectStatus(202, await server.client.post('/dev/backoffice-api/signup', signup));
  expectStatus(201, await admin.post('users', { email: 'invited@insurer.example', name: 'Μαρία', role: 'underwriter' }));
  expectStatus(202, await server.client.post('/backoffice-api/passwords/reset', { email: server.demo.staff.issuing.email }));
  await eventually('all mails are stored', async () => (await count()) === 3);
  const rows = await query<{ mail: Buffer }>('SELECT mail FROM account_mail');
  for (const { mail } of rows) expect(mail.includes(Buffer.from('token='))).toBe(false);
  server.signal('SIGKILL');
  expect(await server.ended).toBe('SIGKILL');

  mails.acceptsAfterMs = 0;
  mails.mails.length = 0;
  server = await ServerProcess.start(dataDir, { SMTP_URL: url });
  await query('UPDATE account_mail SET leased_until = NULL');
  await eventually('another process has sent them', async () => (await count()) === 0, WAIT_MS);
  for (const address of [signup.email, 'invited@insurer.example', server.demo.staff.issuing.email])
    expect([address, listTo(address).length]).toEqual([address, 1]);
});
