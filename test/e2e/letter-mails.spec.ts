import { ABSENT } from '../support/json-changes.js';
import { createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { MailServer } from '../support/mail-server.js';
import { StaffClient } from '../support/staff-client.js';

interface MailEntity {
  readonly state: string;
  readonly attempts: number;
  readonly mayBeDouble: boolean;
  readonly failure: string | null;
}

const server = new MailServer();
let app: FireApp;
let agent: FireAgent;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start({ smtpUrl: await server.listen() });
  agent = (await app.createAgent({ code: 'M100' })).production;
  issuing = await StaffClient.open(app.running, 'issuing');
});
afterAll(async () => {
  await app.stop();
  server.close();
});
beforeEach(() => {
  server.answer = '250 ok';
  server.dropsMails = false;
  server.mails.length = 0;
});

const send = (): Promise<void> => app.running.parts.letterSender.sendDue('production');
const execute = (statement: string): Promise<unknown[]> => app.query('production', statement, []);

async function mailOf(id: number): Promise<MailEntity> {
  const { items } = expectStatus(200, await issuing.get(`applications/${id}/letters`)).json<{ items: { mails: MailEntity[] }[] }>();
  const mail = items[0]?.mails[0];
  if (!mail) throw new Error('The letter has no mail.');
  return mail;
}

async function countTasks(id: number): Promise<number> {
  const path = `messages?kind=LETTER&state=open&applicationId=${id}`;
  return expectStatus(200, await issuing.get(path)).json<{ total: number }>().total;
}

const messageIds = (): string[] => server.mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1] ?? '');
/** Ends leases and waits, as time does. */
const passTime = (): Promise<unknown[]> =>
  execute(`UPDATE letter_mail SET leased_until = NULL, next_attempt_at = now() WHERE state = 'pending'`);

describe('a mail with a letter', () => {
  it('is sent once, names the customer and the policy, and nothing else of the person (letters.3, letters.4)', async () => {
    const { id } = await createPrepaid(agent);
    await Promise.all([send(), send()]);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', attempts: 1, mayBeDouble: false, failure: null });
    expect(server.mails).toHaveLength(1);
    const text = decodeMail(server.mails[0] ?? '');
    expect(text).toContain('Παπαδοπούλου Μαρία');
    const { client } = await agent.get(id);
    for (const value of [client['afm'], client['address'], client['birth_date'], client['mobile']]) {
      if (typeof value === 'string') expect(text).not.toContain(value);
    }
  });

  it('is repeated after a temporary refusal (letters.4)', async () => {
    server.answer = '451 later';
    const { id } = await createPrepaid(agent);
    await send();
    expect(await mailOf(id)).toMatchObject({ state: 'pending', attempts: 1, failure: '451' });
    server.answer = '250 ok';
    await send();
    expect(server.mails).toHaveLength(0);
    await passTime();
    await send();
    expect(await mailOf(id)).toMatchObject({ state: 'sent', attempts: 2, mayBeDouble: false });
    expect(await countTasks(id)).toBe(0);
  });

  it('becomes a task for staff when the server refuses it for good (letters.5)', async () => {
    server.answer = '550 no such user';
    const { id } = await createPrepaid(agent);
    await send();
    expect(await mailOf(id)).toMatchObject({ state: 'failed', attempts: 1, failure: '550' });
    expect(await countTasks(id)).toBe(1);
  });

  it('that a killed process left is sent once more with the same Message-ID, which the log says, and never a third time (letters.4)', async () => {
    server.dropsMails = true;
    const { id } = await createPrepaid(agent);
    await send();
    expect(server.mails).toHaveLength(1);
    server.dropsMails = false;
    await passTime();
    await send();
    expect(await mailOf(id)).toMatchObject({ state: 'sent', attempts: 2, mayBeDouble: true });
    expect(new Set(messageIds()).size).toBe(1);
    expect(server.mails).toHaveLength(2);

    const other = await createPrepaid(agent);
    await execute(`UPDATE letter_mail SET begun_at = now(), attempts = 2, unclear = 1 WHERE state = 'pending'`);
    await send();
    expect(server.mails).toHaveLength(2);
    expect(await mailOf(other.id)).toMatchObject({ state: 'failed', failure: 'OUTCOME_UNKNOWN' });
    expect(await countTasks(other.id)).toBe(1);
  });

  it('without an address is a task for staff (letters.5)', async () => {
    const { id } = await createPrepaid(agent, { 'client.email': ABSENT, 'client.afm': '111111102' });
    expect(await mailOf(id)).toMatchObject({ state: 'no_address' });
    expect(await countTasks(id)).toBe(1);
  });
});

/** Decodes the text of a mail in base64 or quoted-printable. */
function decodeMail(mail: string): string {
  const [head = '', ...parts] = mail.split('\n\n');
  const body = parts.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
