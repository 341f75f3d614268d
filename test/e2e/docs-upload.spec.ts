import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import pg from 'pg';
import type { Environment } from '../../src/common/environment.js';
import type { HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectAllRefused, expectViolations, expectError, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

interface DocumentEntity {
  readonly id: number;
  readonly file_name: string;
  readonly category_id: number;
  readonly comments: string | null;
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const TIFF_WITHOUT_DIRECTORY = Buffer.from('49492a0008000000ffff0000', 'hex');
const ID3_HEADERS = Buffer.alloc(300_000, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'));
const FIELDS = { file_name: 'Φωτογραφία.png', mime_type: 'image/png', category_id: '2', comments: 'Πρόσοψη & πλάι' };

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let application: FireEntity;
let staff: StaffClient;

beforeAll(async () => {
  // There are more connections than uploads that may run.
  app = await FireApp.start({ databasePoolSize: 8 });
  ({ production: agent } = await app.createAgent());
  ({ production: other } = await app.createAgent({ code: '10077' }));
  application = await agent.insert();
  staff = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());

function buildPath(documentId?: number | string, query: Record<string, string> = {}, id: number | string = application.id): string {
  const search = new URLSearchParams(query).toString();
  const document = documentId === undefined ? '' : `/${documentId}`;
  return `${agent.root}/docs-api/policy/applications/${id}/documents${document}${search && `?${search}`}`;
}

/** The query parameter takes precedence over the Content-Type. */
function upload(fields: Record<string, string>, body: Buffer | string = PNG, who = agent): Promise<HttpResponse> {
  return who.client.call('POST', buildPath(undefined, fields), { body, headers: { 'Content-Type': 'application/octet-stream' } });
}

async function insertDocument(): Promise<DocumentEntity> {
  return expectStatus(201, await upload(FIELDS)).json<DocumentEntity>();
}

describe('the upload of a document', () => {
  it('returns 201, Location and the entity, and a download has the same bytes', async () => {
    const response = expectStatus(201, await upload(FIELDS));
    const entity = response.json<DocumentEntity>();
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    expect(entity).toMatchObject({ ...FIELDS, category_id: 2, size: PNG.length, sha256, system: '0' });
    expect(response.headers['location']).toMatch(new RegExp(`/docs-api/policy/applications/${application.id}/documents/${entity.id}$`));
    const file = expectStatus(200, await agent.client.get(buildPath(entity.id)));
    expect(file.bytes.equals(PNG)).toBe(true);
    expect(file.headers['content-type']).toBe('image/png');
    const list = expectStatus(200, await agent.client.get(buildPath())).json<DocumentEntity[]>();
    expect(list.map(({ id }) => id)).toContain(entity.id);
  });

  it('reports every missing parameter', () =>
    expectViolations(app, () => upload({}), ['file_name', '-105'], ['mime_type', '-105'], ['category_id', '-105']));

  it.each<[string, Record<string, string>, Buffer, number, string]>([
    ['a type outside the list', { ...FIELDS, mime_type: 'image/gif' }, PNG, 400, '-800'],
    ['a PNG called PDF', { ...FIELDS, file_name: 'a.pdf', mime_type: 'application/pdf' }, PNG, 400, '-800'],
    ['an Ogg that ends early', FIELDS, Buffer.from('OggS\0'), 400, '-800'],
    ['a TIFF that ends early as a PNG', FIELDS, TIFF_WITHOUT_DIRECTORY, 400, '-800'],
    ['a gzip in a gzip as a ZIP', { ...FIELDS, file_name: 'a.zip', mime_type: 'application/zip' }, gzipSync(gzipSync('x')), 400, '-800'],
    ['300 KB of ID3 headers as a PDF', { ...FIELDS, file_name: 'a.pdf', mime_type: 'application/pdf' }, ID3_HEADERS, 400, '-800'],
    ['an unknown category', { ...FIELDS, category_id: '999' }, PNG, 400, '-803'],
    ['a category of the system', { ...FIELDS, category_id: '28' }, PNG, 400, '-803'],
    ['a category of vehicles', { ...FIELDS, category_id: '3' }, PNG, 400, '-803'],
    ['a name with a path', { ...FIELDS, file_name: '../secret.png' }, PNG, 400, '-804'],
    ['3,000,000 bytes', FIELDS, Buffer.alloc(3_000_000, PNG), 413, '-801'],
  ])('refuses %s', (_, fields, body, status, code) => {
    const violations = code === '-803' ? [['category_id', '-803'] as const] : [];
    return expectRefused(app, () => upload(fields, body), { status, code, violations });
  });

  it.each([
    'BM;plate\n10;ABE1234\n',
    'BMW 320i, front damage',
    'MZ motors',
    'GIFts of the owner',
    'II. Storey',
    'II* see overleaf',
    'ID3 is what players read',
    'OggS, cast in silver',
    '!<arch>\nin the garden',
    '<?xml version="1.0"?><a/>',
  ])('accepts the text %j', async (text) => {
    for (const type of ['text/csv', 'text/plain'])
      expectStatus(201, await upload({ ...FIELDS, file_name: 'σημείωμα.txt', mime_type: type }, text));
  });

  it.each(['%PDF-1.4 of letters', '{\\rtf1 letters}', '%!PS-Adobe-3.0', 'BM\0\x01', 'bell \x07'])('refuses %j as a text', (content) =>
    expectRefused(app, () => upload({ ...FIELDS, file_name: 'a.txt', mime_type: 'text/plain' }, content), { status: 400, code: '-800' }),
  );

  it.each<[string, string, Buffer]>([
    ['a TIFF that ends early', 'image/tiff', TIFF_WITHOUT_DIRECTORY],
    ['a PNG of 8 bytes', 'image/png', PNG.subarray(0, 8)],
    ['a ZIP that ends early', 'application/zip', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
  ])('accepts %s by its first bytes', async (_what, type, body) => {
    expectStatus(201, await upload({ ...FIELDS, file_name: 'όνομα', mime_type: type }, body));
  });

  it('refuses names that hide or fake something', async () => {
    const query = (name: string): string => buildPath(undefined, { ...FIELDS, file_name: '' }).replace('file_name=', `file_name=${name}`);
    const named = (name: string) => () => agent.client.call('POST', query(name), { body: PNG });
    const hidden = [
      0x00, 0x1f, 0x7f, 0x85, 0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069,
    ];
    const names = [...hidden, 0xfeff, 0xfffd].map((code) => encodeURIComponent(`a${String.fromCharCode(code)}gnp.png`));
    const escapes = ['%ff.png', '%c3.png', '%ed%a0%80.png', 'a%2Fb.png', 'a%5Cb.png', '..', '.', '%EF%BB%BFa.png'];
    const extensions = ['a.exe', 'a.PDF', 'a.png.js', 'a.exe.', 'a.exe.%20.', 'a.png::$DATA', '.htaccess', 'a.jpg', 'a.svg'];
    const refusal = { code: '-804' };
    await expectAllRefused(
      app,
      [...names, ...escapes, ...extensions].map((name) => [named(name), refusal] as const),
    );
    const comments = buildPath(undefined, { ...FIELDS, comments: '' }).replace('comments=', 'comments=%ff');
    await expectViolations(app, () => agent.client.call('POST', comments, { body: PNG }), ['comments', '-105']);
  });

  it.each([
    'Πρόσοψη',
    'Πρόσοψη.PNG',
    'Αίτηση της 12.3.2026',
    'Υπόδειγμα Α.Ε.',
    'a.b.png',
    '🏠.png',
    'photo.jpg (1).png',
    '.png',
    'J. Smith',
  ])('accepts the name %j', async (name) => {
    expect(expectStatus(201, await upload({ ...FIELDS, file_name: ` ${name} ` })).json()).toMatchObject({ file_name: name });
  });

  it('is refused when the application ends during the upload', async () => {
    const { id } = await agent.insert();
    const uploads = app.running.parts.uploads;
    const receive = uploads.receive.bind(uploads);
    jest.spyOn(uploads, 'receive').mockImplementationOnce((request, holder, limit, work) =>
      receive(request, holder, limit, async (file) => {
        expectStatus(204, await agent.act(id, 'DELETE'));
        return work(file);
      }),
    );
    const response = await agent.client.call('POST', buildPath(undefined, FIELDS, id), { body: PNG });
    expectError(response, { status: 400, code: '-401' });
    expect(expectStatus(200, await agent.client.get(buildPath(undefined, {}, id))).json()).toEqual([]);
  });

  it.each<[string, () => Promise<never> | Promise<{ bytesWritten: number }>]>([
    ['is full', () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))],
    ['is full for this user', () => Promise.reject(Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }))],
    ['becomes full during a write', () => Promise.resolve({ bytesWritten: 1_000 })],
  ])('returns 503 for a file above 256 KiB when the disk %s, and accepts it later', async (_, writev) => {
    const file = Buffer.concat([PNG, Buffer.alloc(300_000)]);
    const handle = await open('/dev/null');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const write = jest.spyOn(prototype, 'writev').mockImplementation(writev as never);
    try {
      await expectRefused(app, () => upload(FIELDS, file), { status: 503, code: '-2' });
      expect(write).toHaveBeenCalledTimes(1);
      expectStatus(201, await upload(FIELDS));
    } finally {
      write.mockRestore();
    }
    expectStatus(201, await upload(FIELDS, file));
  });

  it('is refused for the application of another agent as not found', () =>
    expectRefused(app, () => upload(FIELDS, PNG, other), { code: '-300' }));

  it('is refused for a cancelled application', async () => {
    const { id } = await agent.insertIn('02');
    const call = (): Promise<HttpResponse> => agent.client.call('POST', buildPath(undefined, FIELDS, id), { body: PNG });
    await expectRefused(app, call, { code: '-401' });
  });
});

describe('the limits of uploads', () => {
  const most = (settings: object): Promise<HttpResponse> => staff.put('settings', settings);
  const textOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');
  const send = (id: number, bytes: number, who = agent): Promise<HttpResponse> => {
    const fields = { ...FIELDS, file_name: 'a.txt', mime_type: 'text/plain' };
    return who.client.call('POST', buildPath(undefined, fields, id), { body: textOf(bytes) });
  };
  const errorOf = (response: HttpResponse): unknown => response.json<{ error?: string }>().error ?? response.status;
  afterEach(() => most({ documentsPerApplication: 100, documentMegabytesPerApplication: 100, documentMegabytesPerAgentDay: 2_000 }));

  it('apply to the number of documents of an application, without the system’s own, until one is deleted', async () => {
    expectStatus(200, await most({ documentsPerApplication: 2 }));
    const { id } = await agent.insertIn('45');
    expect(expectStatus(200, await agent.client.get(buildPath(undefined, {}, id))).json()).toHaveLength(1);
    for (let count = 0; count < 2; count += 1) expectStatus(201, await send(id, 10));
    const refused = await expectRefused(app, () => send(id, 10), { code: '-805' });
    expect(refused.json()).toMatchObject({ message: 'Τα έγγραφα μιας αίτησης είναι έως 2.' });
    const documents = expectStatus(200, await agent.client.get(buildPath(undefined, {}, id))).json<DocumentEntity[]>();
    expectStatus(204, await agent.client.delete(buildPath(documents.at(-1)?.id, {}, id)));
    expectStatus(201, await send(id, 10));
  });

  it('let one of two simultaneous uploads through', async () => {
    expectStatus(200, await most({ documentsPerApplication: 3 }));
    const { id } = await agent.insert();
    for (let count = 0; count < 2; count += 1) expectStatus(201, await send(id, 10));
    const responses = await Promise.all([send(id, 2_000_000), send(id, 2_000_000), send(id, 2_000_000)]);
    expect(responses.map(errorOf).toSorted()).toEqual(['-805', '-805', 201]);
    expect(expectStatus(200, await agent.client.get(buildPath(undefined, {}, id))).json()).toHaveLength(3);
  });

  it('apply to the megabytes of an application to the byte', async () => {
    expectStatus(200, await most({ documentMegabytesPerApplication: 3 }));
    const { id } = await agent.insert();
    expectStatus(201, await send(id, 2_000_000));
    const refused = await expectRefused(app, () => send(id, 1_000_001), { code: '-805' });
    expect(refused.json()).toMatchObject({ message: 'Τα έγγραφα μιας αίτησης είναι συνολικά έως 3 MB.' });
    expectStatus(201, await send(id, 1_000_000));
    await expectRefused(app, () => send(id, 1), { code: '-805' });
  });

  it('apply to the megabytes of an agent per day over all applications, including deleted documents and simultaneous uploads', async () => {
    const { production: sender } = await app.createAgent({ code: '10088' });
    expectStatus(200, await most({ documentMegabytesPerAgentDay: 5 }));
    const [one, two] = [await sender.insert(), await sender.insert()];
    const { id } = expectStatus(201, await send(one.id, 2_000_000, sender)).json<DocumentEntity>();
    expectStatus(204, await sender.client.delete(buildPath(id, {}, one.id)));
    const responses = await Promise.all([send(one.id, 2_000_000, sender), send(two.id, 2_000_000, sender)]);
    expect(responses.map(errorOf).toSorted()).toEqual(['-805', 201]);
    const refused = await expectRefused(app, () => send(two.id, 1_000_001, sender), { code: '-805' });
    expect(refused.json()).toMatchObject({ message: 'Τα έγγραφα που υποβάλλει ένας συνεργάτης σε μία ημέρα είναι συνολικά έως 5 MB.' });
    expectStatus(201, await send((await other.insert()).id, 2_000_000, other));
    const today = app.clock.now();
    app.clock.set('2026-11-20T22:00:00Z');
    await sender.renewToken();
    expectStatus(201, await send(two.id, 2_000_000, sender));
    app.clock.set(today);
  });
});

describe('the turns of uploads', () => {
  /** Half of the four uploads that are stored at once, which is the share of a program. */
  const HELD = 2;
  let holder: pg.Client;
  let sender: Record<Environment, FireAgent>;
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: app.running.database.url });
    await holder.connect();
    sender = await app.createAgent({ code: '10099' });
  });
  afterEach(() => holder.query('ROLLBACK'));
  afterAll(() => holder.end());

  const send = ({ client, root }: FireAgent, id: number): Promise<HttpResponse> => {
    const fields = new URLSearchParams({ ...FIELDS, file_name: 'a.txt', mime_type: 'text/plain' });
    return client.call('POST', `${root}/docs-api/policy/applications/${id}/documents?${fields.toString()}`, { body: 'text' });
  };

  /** Makes the agent's uploads wait for the count of its day. */
  const hold = async (id: number): Promise<void> => {
    expectStatus(201, await send(sender.production, id));
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM production.upload_day WHERE agent_code = '10099' FOR UPDATE`);
  };
  const areHeld = async (): Promise<boolean> => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO upload_day%'`;
    return (await app.query('production', waiting)).length === HELD;
  };

  it('do not wait for those of the other environment', async () => {
    const { id } = await sender.production.insert();
    const sandboxed = await sender.sandbox.insert();
    await hold(id);
    const done: string[] = [];
    const held = Array.from({ length: HELD }, () => send(sender.production, id).finally(() => done.push('production')));
    await eventually('they are held', areHeld);
    expectStatus(201, await send(sender.sandbox, sandboxed.id));
    expect(done).toEqual([]);
    await holder.query('ROLLBACK');
    for (const response of await Promise.all(held)) expectStatus(201, response);
  });

  it('are refused when they do not come in time', async () => {
    const { id } = await sender.production.insert();
    await hold(id);
    const refused = async (): Promise<void> => expectError(await send(sender.production, id), { status: 503, code: '-2' });
    // The database cancels each held upload after five seconds, and then holds those that waited behind them.
    const held = Array.from({ length: HELD }, refused);
    await eventually('they are held', areHeld);
    const behind = Array.from({ length: HELD + 1 }, refused);
    await Promise.race(behind);
    expect(await areHeld()).toBe(true);
    await Promise.all([...held, ...behind]);
    expect(expectStatus(200, await sender.production.client.get(buildPath(undefined, {}, id))).json()).toHaveLength(1);
  });
});

describe('the update of a document', () => {
  it.each(['PUT', 'POST'])('accepts the fields in the query (%s)', async (method) => {
    const { id } = await insertDocument();
    const response = expectStatus(200, await agent.client.call(method, buildPath(id, { file_name: 'νέο.png', category_id: '11' })));
    expect(response.json()).toMatchObject({ id, file_name: 'νέο.png', category_id: 11, comments: FIELDS.comments });
  });

  it.each(['PUT', 'POST'])('accepts the fields as a JSON body (%s)', async (method) => {
    const { id } = await insertDocument();
    const response = expectStatus(200, await agent.client.call(method, buildPath(id), { json: { category_id: 2, comments: null } }));
    expect(response.json()).toMatchObject({ id, file_name: FIELDS.file_name, category_id: 2, comments: null });
  });

  it('treats a blank query parameter as absent', async () => {
    const { id } = await insertDocument();
    const query = { category_id: '2', comments: '', file_name: ' ' };
    for (const json of [undefined, {}])
      expect(expectStatus(200, await agent.client.call('PUT', buildPath(id, query), { json })).json()).toMatchObject({
        ...FIELDS,
        category_id: 2,
      });
    const json = { comments: 'από το σώμα' };
    expect(expectStatus(200, await agent.client.call('PUT', buildPath(id, query), { json })).json()).toMatchObject(json);
    const wrong = (): Promise<HttpResponse> => agent.client.call('PUT', buildPath(id, { category_id: 'abc' }), { json: {} });
    await expectViolations(app, wrong, ['category_id', '-105']);
  });

  it('requires a category in either place', async () => {
    const { id } = await insertDocument();
    await expectViolations(app, () => agent.client.put(buildPath(id, { comments: 'x' })), ['category_id', '-105']);
    await expectViolations(app, () => agent.client.put(buildPath(id), { comments: 'x' }), ['category_id', '-101']);
  });

  it('checks a new name by the rules of an upload, and keeps an existing one', async () => {
    const { id } = await insertDocument();
    const put = (name: string) => () => agent.client.put(buildPath(id), { file_name: name, category_id: 2 });
    const refusal = { code: '-804' };
    await expectAllRefused(
      app,
      ['a.exe', 'a\u202egnp.png', 'a\ud800.png', 'a\ufffd.png', 'a/b.png', 'a\u0000.png'].map((name) => [put(name), refusal]),
    );
    await app.query('production', 'UPDATE document SET file_name = $2 WHERE id = $1', [id, 'as-of-old.exe']);
    const json = { file_name: 'as-of-old.exe', category_id: 11 };
    expect(expectStatus(200, await agent.client.put(buildPath(id), json)).json()).toMatchObject(json);
  });

  it('is refused for a document of another application and for a malformed id', async () => {
    const { id } = await insertDocument();
    const { id: elsewhere } = await agent.insert();
    const fields = { category_id: '2' };
    await expectRefused(app, () => agent.client.put(buildPath(id, fields, elsewhere)), { code: '-303' });
    await expectRefused(app, () => agent.client.put(buildPath('abc', fields)), { code: '-303' });
  });
});

describe('the deletion of a document', () => {
  it('removes a document of the same day', async () => {
    const { id } = await insertDocument();
    expectStatus(204, await agent.client.delete(buildPath(id)));
    await expectRefused(app, () => agent.client.get(buildPath(id)), { code: '-303' });
  });

  it('is refused for a document of another day', async () => {
    const { id } = await insertDocument();
    const today = app.clock.now();
    app.clock.set('2026-11-21T08:00:00Z');
    await agent.renewToken();
    await expectRefused(app, () => agent.client.delete(buildPath(id)), { code: '-802' });
    app.clock.set(today);
    await agent.renewToken();
  });
});
