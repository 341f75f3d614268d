import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { insertAuditEntry } from '../../src/identity/audit-entry.js';
import { RefusalRecorder } from '../../src/identity/refusal-recorder.js';
import { startApp, type RunningApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createOAuthProgram, requestOAuthToken, toOAuthForm } from '../support/oauth-program.js';
import { Receiver } from '../support/receiver.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';

const KEYS = '/backoffice-api/api-keys';
const ACTOR = { userId: null, name: 'underwriter@insurer.example', address: null, requestId: null };
const TERMS = { name: 'Portal', services: ['fire-api'], environments: ['sandbox'] };

interface Exported {
  readonly class_uid: number;
  readonly metadata: { readonly uid: string; readonly sequence: number };
  readonly actor: { readonly user: { readonly name: string } };
  readonly resources: readonly { readonly type: string; readonly uid: string }[];
}

let database: TestDatabase;
let app: RunningApp;
let admin: StaffAccess;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ database });
  admin = await createStaff(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** Makes an audited change and returns the id of its entry. */
async function change(): Promise<number> {
  const response = await admin.client.post(KEYS, TERMS);
  expect(response.status).toBe(201);
  const { id } = response.json<{ id: number }>();
  const [entry] = await rows<{ id: string }>(`SELECT id FROM audit_entry WHERE subject_type = 'api_key' AND subject_id = '${id}'`);
  return Number(entry!.id);
}

async function rows<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=gateway,public' });
  await client.connect();
  try {
    const results = [await client.query<Row & object>(text)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}

/** Changes the record as the owner of the database can, and undoes it after the check. */
async function tamper(statement: string, check: () => void, repair: string): Promise<void> {
  const run = (text: string): Promise<unknown> =>
    rows(`ALTER TABLE audit_entry DISABLE TRIGGER USER; ALTER TABLE audit_link DISABLE TRIGGER USER; ${text};
          ALTER TABLE audit_entry ENABLE TRIGGER USER; ALTER TABLE audit_link ENABLE TRIGGER USER`);
  await run(statement);
  check();
  await run(repair);
}

async function chainAll(): Promise<void> {
  const isWhole = async (): Promise<boolean> =>
    (await rows(`SELECT id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.entry_id = e.id)`)).length === 0;
  await eventually('every entry is chained', isWhole, 20_000);
}

/** Runs `npm run audit -- verify`. */
function verify(...args: string[]): { status: number | null; lines: string[] } {
  return verifyAt(database.url, ...args);
}

function verifyAt(url: string, ...args: string[]): { status: number | null; lines: string[] } {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const { status, stdout } = spawnSync(process.execPath, ['dist/src/commands.js', 'audit', 'verify', ...args], { env, encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

function readHead({ lines }: { lines: string[] }): string {
  return /Head: (\S+)$/.exec(lines.at(-1) ?? '')![1]!;
}

describe('the chain of the audit record', () => {
  it('proves a record that nobody has touched, and that it continues a head of before', async () => {
    await change();
    await chainAll();
    const first = verify();
    expect(first).toMatchObject({
      status: 0,
      lines: [expect.stringMatching(/^The audit record has no errors\. \d+ entries, 0 of them/) as string],
    });
    await change();
    await chainAll();
    expect(verify(readHead(first)).status).toBe(0);
    const [position] = readHead(first).split(':');
    expect(verify(`${position}:${'ab'.repeat(32)}`)).toMatchObject({
      status: 1,
      lines: [`Link ${position} is not the one that was logged.`, expect.any(String) as string],
    });
    expect(verify(`999999:${'ab'.repeat(32)}`).lines[0]).toMatch(/^The chain ends at \d+, before 999999\.$/);
  });

  it('has no entry at first, which the check says in words', async () => {
    const empty = await createTestDatabase();
    expect(verifyAt(empty.url)).toEqual({ status: 0, lines: ['The audit record has no errors. Its chain has no entry yet.'] });
    expect(verifyAt(empty.url, `7:${'ab'.repeat(32)}`)).toEqual({
      status: 1,
      lines: ['The chain ends at 0, before 7.', 'Its chain has no entry yet.'],
    });
    await empty.drop();
  });

  it('names an entry that was changed', async () => {
    const id = await change();
    await chainAll();
    await tamper(
      `UPDATE audit_entry SET actor = 'somebody@else.example' WHERE id = ${id}`,
      () => expect(verify()).toMatchObject({ status: 1, lines: [`Entry ${id} was changed.`, expect.any(String) as string] }),
      `UPDATE audit_entry SET actor = '${admin.email}' WHERE id = ${id}`,
    );
    expect(verify().status).toBe(0);
  });

  it('names an entry whose changed text has a new hash, because the chain does not follow', async () => {
    const id = await change();
    await chainAll();
    const hash = `hash_audit_entry(at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details, role, erasable_sha256)`;
    const set = (action: string): string =>
      `UPDATE audit_entry SET action = '${action}' WHERE id = ${id}; UPDATE audit_entry SET sha256 = ${hash} WHERE id = ${id}`;
    await tamper(
      set('rotate'),
      () => expect(verify().lines[0]).toMatch(new RegExp(`^Link \\d+ of entry ${id} does not follow from the one before\\.$`)),
      set('create'),
    );
    expect(verify().status).toBe(0);
  });

  it('names an entry that was inserted by SQL', async () => {
    await rows(
      `INSERT INTO audit_entry (at, actor, action, subject_type, subject_id, details) VALUES (now(), 'ghost@insurer.example', 'create', 'api_key', '1', '{}')`,
    );
    await chainAll();
    const [ghost] = await rows<{ id: string }>(`SELECT id FROM audit_entry WHERE actor = 'ghost@insurer.example'`);
    expect(verify()).toMatchObject({
      status: 1,
      lines: [`Entry ${ghost!.id} was not written by the program.`, expect.any(String) as string],
    });
  });

  it('names an entry that was removed', async () => {
    const id = await change();
    await chainAll();
    await tamper(
      `CREATE TABLE public.kept AS SELECT * FROM audit_entry WHERE id = ${id}; DELETE FROM audit_entry WHERE id = ${id}`,
      () => expect(verify().lines).toContain(`Entry ${id} was removed.`),
      `INSERT INTO audit_entry OVERRIDING SYSTEM VALUE SELECT * FROM public.kept; DROP TABLE public.kept`,
    );
    expect(verify().lines).not.toContain(`Entry ${id} was removed.`);
  });

  it('proves an entry without its erased texts, whose hash does not tell them any more', async () => {
    const details = { decision: 'decline', reason: 'ναι' };
    await app.parts.store.transaction('gateway', (tx) =>
      insertAuditEntry(tx, new Date(), ACTOR, { action: 'decide', subject: 'application', id: 1, environment: 'production', details }),
    );
    // As a node of the previous version writes it.
    await rows(`
      INSERT INTO audit_entry (at, actor, action, subject_type, subject_id, details, erasable_sha256, sha256)
      SELECT e.*, hash_erasable_details(e.details),
        hash_audit_entry(e.at, NULL, e.actor, e.action, e.subject_type, e.subject_id, NULL, NULL, NULL, e.details, NULL, hash_erasable_details(e.details))
      FROM (SELECT now() AS at, 'older', 'decide', 'application', '2', '{"reason": "ναι"}'::jsonb) AS e (at, actor, action, subject_type, subject_id, details)`);
    await chainAll();
    const before = verify();
    const SHOWN = `SELECT details, erasable_salt, erasable_sha256 = hash_erasable_details('{"reason": "ναι"}') AS "isGuessed"
      FROM audit_entry WHERE subject_type = 'application' ORDER BY id`;
    expect(await rows(SHOWN)).toMatchObject([
      { erasable_salt: expect.any(Buffer) as Buffer, isGuessed: false },
      { erasable_salt: null, isGuessed: true },
    ]);
    await rows(`SELECT set_config('record.erasing', 'on', false);
      UPDATE audit_entry SET details = details - ARRAY['reason', 'messages', 'terms'] WHERE subject_type = 'application'`);
    expect(await rows(SHOWN)).toEqual([
      { details: { decision: 'decline' }, erasable_salt: null, isGuessed: false },
      { details: {}, erasable_salt: null, isGuessed: true },
    ]);
    const after = verify();
    expect([after.lines.length, readHead(after)]).toEqual([before.lines.length, readHead(before)]);
    expect(after.lines.at(-1)).toContain(', 2 of them with erased texts.');
  });

  it('names an entry whose text or salt was changed', async () => {
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      `INSERT INTO audit_entry (at, actor, action, subject_type, subject_id, details, erasable_salt, erasable_sha256, sha256)
       SELECT e.*, hash_erasable_details(e.details, e.salt),
         hash_audit_entry(e.at, NULL, e.actor, e.action, e.subject_type, e.subject_id, NULL, NULL, NULL, e.details, NULL, hash_erasable_details(e.details, e.salt))
       FROM (SELECT now() AS at, 'x', 'decide', 'application', '3', '{"reason": "όχι"}'::jsonb, '\\x01'::bytea)
         AS e (at, actor, action, subject_type, subject_id, details, salt) RETURNING id`,
    );
    await chainAll();
    for (const [changed, kept] of [
      [`details = '{"reason": "ναι"}'`, `details = '{"reason": "όχι"}'`],
      [`erasable_salt = '\\x02'`, `erasable_salt = '\\x01'`],
    ])
      await tamper(
        `UPDATE audit_entry SET ${changed} WHERE id = ${id}`,
        () => expect(verify().lines).toContain(`Entry ${id} was changed.`),
        `UPDATE audit_entry SET ${kept} WHERE id = ${id}`,
      );
    expect(verify().lines).not.toContain(`Entry ${id} was changed.`);
  });

  it('refuses other arguments with the usage', () => {
    expect(verify('12').status).toBe(2);
    expect(verify('12:zz').lines).toEqual(['']);
  });
});

describe('the export of the audit record', () => {
  it('sends every entry in order, at least once, over an outage of the receiver and from two nodes', async () => {
    const receiver = await Receiver.start();
    const config = { auditExport: receiver.url('/audit').replace('http://', 'http://reader:secret@') };
    const accepted: Exported[] = [];
    let isAway = false;
    receiver.respond = (response, { body }) => {
      if (isAway) return response.writeHead(503).end();
      for (const line of body.trim().split('\n')) accepted.push(JSON.parse(line) as Exported);
      return response.writeHead(204).end();
    };
    let nodes = [await startApp({ database, config }), await startApp({ database, config })];
    const has = (id: number): boolean => accepted.some(({ metadata }) => metadata.uid === String(id));
    const first = await change();
    await eventually('the first entry arrives', () => has(first), 20_000);
    isAway = true;
    const second = await change();
    const before = receiver.received.length;
    await eventually('an attempt fails', () => receiver.received.length > before, 20_000);
    await Promise.all(nodes.map((node) => node.stop()));
    isAway = false;
    nodes = [await startApp({ database, config }), await startApp({ database, config })];
    const third = await change();
    await eventually('what was missed arrives', () => has(second) && has(third), 40_000);
    await Promise.all(nodes.map((node) => node.stop()));
    const target = receiver.url('/audit');
    await receiver.stop();
    const links = await rows<{ position: string; entry_id: string }>('SELECT position, entry_id FROM audit_link ORDER BY position');
    const firsts = accepted.filter(({ metadata }, index) => accepted.findIndex((other) => other.metadata.uid === metadata.uid) === index);
    expect(firsts.map(({ metadata }) => [metadata.sequence, metadata.uid])).toEqual(
      links.slice(0, firsts.length).map((link) => [Number(link.position), link.entry_id]),
    );
    expect(firsts.find(({ metadata }) => metadata.uid === String(first))).toMatchObject({
      class_uid: 6003,
      actor: { user: { name: admin.email } },
      resources: [{ type: 'api_key' }],
    });
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      authorization: `Basic ${Buffer.from('reader:secret').toString('base64')}`,
    });
    expect((await rows<{ target: string }>('SELECT target FROM audit_export')).map(({ target }) => target)).toEqual([target]);
  });

  it('writes to a file, and to a syslog receiver by RFC 5424', async () => {
    const path = join(database.config.dataDir, 'audit.jsonl');
    let syslog = '';
    const server: Server = createTcpServer((socket) => socket.setEncoding('utf8').on('data', (text: string) => (syslog += text))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const targets = [pathToFileURL(path).href, `syslog://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const nodes = await Promise.all(targets.map((auditExport) => startApp({ database, config: { auditExport } })));
    const id = await change();
    const read = (): Promise<string> => readFile(path, 'utf8').catch(() => '');
    await eventually('the file has it', async () => (await read()).includes(`"uid":"${id}","sequence"`), 20_000);
    await eventually('the receiver has it', () => syslog.includes(`"uid":"${id}","sequence"`), 20_000);
    await Promise.all(nodes.map((node) => node.stop()));
    server.close();
    const sequences = (await read())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Exported).metadata.sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    const [, length = '', rest = ''] = /^(\d+) ([^]*)$/.exec(syslog) ?? [];
    expect(Buffer.from(rest).subarray(0, Number(length)).toString()).toMatch(
      /^<109>1 \d{4}-\S+Z \S+ insurance-gateway - audit-\d+ - \{.*\}$/,
    );
  });
});

describe('refused access in the audit record', () => {
  it('counts refused keys and failed sign-ins by what is known of them, without what a stranger typed', async () => {
    const anonymous = app.client.with({ 'X-Forwarded-For': '192.0.2.201' });
    const before = Number((await rows<{ max: string }>('SELECT max(id) FROM audit_entry'))[0]!.max);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await anonymous.withKey('not-a-key-at-all').get('/fire-api/rsc/applications')).status).toBe(403);
    for (const email of [admin.email, 'hunter2@nowhere.example'])
      expect((await anonymous.post('/backoffice-api/sessions', { email, password: 'wrong-password-1' })).status).toBe(401);
    expect((await anonymous.get('/fire-api/rsc/applications')).status).toBe(403);
    await app.app.get(RefusalRecorder, { strict: false }).write();
    const entries = await rows<object>(
      `SELECT actor, action, subject_type, subject_id, address, details FROM audit_entry WHERE id > ${before} ORDER BY subject_type, subject_id`,
    );
    const common = { actor: 'stranger', action: 'refuse', address: '192.0.2.201' };
    expect(entries).toEqual([
      { ...common, subject_type: 'api_key', subject_id: '-', details: { count: 3 } },
      { ...common, subject_type: 'session', subject_id: '-', details: { count: 1 } },
      { ...common, subject_type: 'session', subject_id: String(admin.userId), details: { count: 1 } },
    ]);
  });

  it('counts refused clients of OAuth, by their key once they have proved who they are', async () => {
    const program = await createOAuthProgram(app, { environments: ['sandbox'] });
    await app.app.get(RefusalRecorder, { strict: false }).write();
    const before = Number((await rows<{ max: string }>('SELECT max(id) FROM audit_entry'))[0]!.max);
    const request = async (secret: string): Promise<unknown> => {
      const form = { ...toOAuthForm(program), client_secret: secret };
      return (await requestOAuthToken(app.client, form, { 'X-Forwarded-For': '192.0.2.202' })).json()['error'];
    };
    // The key is for the sandbox only.
    expect([await request('x'.repeat(40)), await request('secret'), await request(program.userKey), await request('')]).toEqual([
      'invalid_client',
      'invalid_client',
      'unauthorized_client',
      'invalid_client',
    ]);
    await app.app.get(RefusalRecorder, { strict: false }).write();
    const common = { actor: 'stranger', action: 'refuse', subject_type: 'api_key', address: '192.0.2.202' };
    expect(
      await rows(
        `SELECT actor, action, subject_type, subject_id, address, details FROM audit_entry WHERE id > ${before} ORDER BY subject_id`,
      ),
    ).toEqual([
      { ...common, subject_id: '-', details: { count: 2 } },
      { ...common, subject_id: program.apiKey.slice(0, 6), details: { count: 1 } },
    ]);
  });

  it('are counted on while the record cannot be written', async () => {
    const recorder = app.app.get(RefusalRecorder, { strict: false });
    await recorder.write();
    const address = '192.0.2.203';
    const count = async (): Promise<unknown[]> =>
      (await rows<{ details: object }>(`SELECT details FROM audit_entry WHERE address = '${address}'`)).map(({ details }) => details);
    recorder.record({ subject: 'api_key', id: null, address });
    await rows(`ALTER TABLE audit_entry ADD CONSTRAINT no_refusals CHECK (action <> 'refuse') NOT VALID`);
    await expect(recorder.write()).rejects.toThrow();
    recorder.record({ subject: 'api_key', id: null, address });
    expect(await count()).toEqual([]);
    await rows('ALTER TABLE audit_entry DROP CONSTRAINT no_refusals');
    await recorder.write();
    expect(await count()).toEqual([{ count: 2 }]);
  });

  it('writes at most 21 entries at once, whatever the strangers send', async () => {
    const recorder = app.app.get(RefusalRecorder, { strict: false });
    await recorder.write();
    const before = Number((await rows<{ max: string }>('SELECT max(id) FROM audit_entry'))[0]!.max);
    for (let host = 0; host < 200; host += 1) recorder.record({ subject: 'api_key', id: null, address: `198.51.100.${host}` });
    await Promise.all([recorder.write(), recorder.write()]);
    const entries = await rows<{ details: { count: number } }>(`SELECT details FROM audit_entry WHERE id > ${before} ORDER BY id`);
    expect(entries.length).toBe(21);
    expect(entries.at(-1)?.details).toEqual({ count: 180, others: true });
  });
});
