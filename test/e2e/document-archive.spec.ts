import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { jest } from '@jest/globals';
import type { Environment } from '../../src/common/environment.js';
import { registerOperationGauges } from '../../src/http/operation-gauges.js';
import type { HttpResponse } from '../support/client.js';
import { createPolicy } from '../support/collection.js';
import { PDF } from '../support/files.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { ObjectStorageServer } from '../support/object-storage-server.js';
import { StaffClient } from '../support/staff-client.js';
import { uploadDocument } from '../support/agent-data.js';

const DAYS = 30;
const AWAY = { status: 503, code: '-2' };
const PERSON = { last_name: 'Ξεχασμένου', first_name: 'Λήθη', birth_date: '1971-03-04', afm: '094019245' };

let storage: ObjectStorageServer;
let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;
let applicationId: number;
let fileCount = 0;

beforeAll(async () => {
  storage = await ObjectStorageServer.start();
  app = await FireApp.start({ objectStorage: storage.address });
  ({ production: agent } = await app.createAgent());
  admin = await StaffClient.open(app.running, 'admin');
  expectStatus(200, await admin.put('settings', { documentArchiveDays: DAYS }));
  ({ id: applicationId } = await agent.insert());
});
beforeEach(() => {
  storage.isAway = storage.isDamaged = false;
  storage.before = () => undefined;
  storage.requests.length = 0;
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await app.stop();
  await storage.stop();
});

const archive = (environment: Environment = 'production'): Promise<void> =>
  app.running.parts.documentArchiver.archiveDue({ environment, at: app.clock.now() });
const deleteObjects = (): Promise<void> => app.running.parts.objectDeletions.deleteDue('production');

/** Uploads a file that no other has; the length makes its content span several parts. */
async function upload(application = applicationId, who = agent): Promise<{ id: number; content: Buffer }> {
  fileCount += 1;
  const content = Buffer.concat([PDF, Buffer.alloc(300_000, `${fileCount} `)]);
  const { id } = expectStatus(201, await uploadDocument(who, application, content, 'application/pdf')).json<{ id: number }>();
  return { id, content };
}

async function ageDocuments(): Promise<void> {
  app.clock.advanceDays(DAYS + 1);
  await agent.renewToken();
  admin = await StaffClient.open(app.running, 'admin');
}

function download(id: number, headers: Record<string, string> = {}): Promise<HttpResponse> {
  return agent.client.get(`${agent.root}/docs-api/policy/applications/${applicationId}/documents/${id}`, { headers });
}

async function readRow(id: number): Promise<unknown> {
  const [row] = await app.query(
    'production',
    `SELECT c.content IS NULL AS "isEmpty", d.archived_at IS NOT NULL AS "isArchived", o.state, o.failures, o.fault
     FROM document d JOIN document_content c ON c.document_id = d.id LEFT JOIN document_object o ON o.document_id = d.id WHERE d.id = $1`,
    [id],
  );
  return row;
}

const STORED = { isEmpty: true, isArchived: true, state: 'stored', failures: 0, fault: null };
const keysOf = (id: number): string[] => storage.keys.filter((key) => key.startsWith(`production/documents/${id}-`));

async function expireLease(id: number): Promise<void> {
  await app.query('production', `UPDATE document_object SET leased_until = now() - interval '1 second' WHERE document_id = $1`, [id]);
}

/** Holds the next request of the method until it is released. */
function holdNext(method: string): { readonly held: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  let begin = (): void => undefined;
  const held = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  storage.before = (given) => {
    if (given !== method) return;
    storage.before = () => undefined;
    begin();
    return released;
  };
  return { held, release: () => release() };
}

/** Archives everything that is due, also what is tried again only later. */
async function archiveAll(): Promise<void> {
  await app.query('production', `UPDATE document_object SET leased_until = NULL WHERE state = 'storing'`);
  await archive();
}

async function createArchived(): Promise<{ id: number; content: Buffer }> {
  const document = await upload();
  await ageDocuments();
  await archive();
  return document;
}

describe('the archiving of documents (documents.56)', () => {
  it('moves old documents, and every download is the same before and after', async () => {
    const old = await upload();
    const before = [await download(old.id), await download(old.id, { Range: 'bytes=262100-262200' })];
    await ageDocuments();
    const young = await upload();
    await archive();
    expect(await readRow(old.id)).toEqual(STORED);
    expect(storage.objects.get(keysOf(old.id)[0] ?? '')?.equals(old.content)).toBe(true);
    expect(keysOf(young.id)).toEqual([]);
    const after = [await download(old.id), await download(old.id, { Range: 'bytes=262100-262200' })];
    expect(after.map(({ status }) => status)).toEqual([200, 206]);
    for (const [index, { bytes, headers }] of after.entries()) {
      expect(bytes.equals(before[index]!.bytes)).toBe(true);
      expect([headers.etag, headers['content-length']]).toEqual([before[index]!.headers.etag, before[index]!.headers['content-length']]);
    }
    expect(expectStatus(200, await download(young.id)).bytes.equals(young.content)).toBe(true);
    storage.requests.length = 0;
    await archive();
    expect(storage.requests).toEqual([]);
  });

  it('moves nothing while the setting is 0', async () => {
    const { id } = await upload();
    await ageDocuments();
    expectStatus(200, await admin.put('settings', { documentArchiveDays: 0 }));
    await archive();
    expect(keysOf(id)).toEqual([]);
    expectStatus(200, await admin.put('settings', { documentArchiveDays: DAYS }));
    await archive();
    expect(keysOf(id)).toHaveLength(1);
  });

  it('loses nothing and writes no second copy when a node stops between the write and the deletion of the bytes', async () => {
    const { id, content } = await upload();
    await ageDocuments();
    jest.spyOn(app.running.parts.documentArchiveRepository, 'saveArchived').mockRejectedValueOnce(new Error('killed'));
    await expect(archive()).rejects.toThrow('killed');
    expect(await readRow(id)).toEqual({ isEmpty: false, isArchived: false, state: 'storing', failures: 0, fault: null });
    expect(expectStatus(200, await download(id)).bytes.equals(content)).toBe(true);
    await archive();
    expect(await readRow(id)).toMatchObject({ isEmpty: false, state: 'storing' });
    await expireLease(id);
    await archive();
    expect(await readRow(id)).toEqual(STORED);
    expect(keysOf(id)).toHaveLength(1);
    expect(expectStatus(200, await download(id)).bytes.equals(content)).toBe(true);
  });

  it('has one node for a document, and a node that was frozen beyond its lease changes nothing', async () => {
    const { id, content } = await upload();
    await ageDocuments();
    const { held, release } = holdNext('PUT');
    const frozen = archive();
    await held;
    await archive();
    expect(storage.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    await expireLease(id);
    await archive();
    expect(await readRow(id)).toEqual(STORED);
    release();
    await frozen;
    expect(await readRow(id)).toEqual(STORED);
    expect(keysOf(id)).toHaveLength(1);
    expect(expectStatus(200, await download(id)).bytes.equals(content)).toBe(true);
  });

  it('does not delay a sale, an upload or a download while the storage is slow', async () => {
    await upload();
    await ageDocuments();
    const { held, release } = holdNext('PUT');
    const slow = archive();
    await held;
    expect(await createPolicy(agent)).toMatchObject({ id: expect.any(Number) as number });
    const { id } = await upload();
    expectStatus(200, await download(id));
    release();
    await slow;
  });

  it('keeps the bytes of a document that is read back differently, and tries again later', async () => {
    const { id, content } = await upload();
    await ageDocuments();
    storage.isDamaged = true;
    await archive();
    expect(await readRow(id)).toEqual({ isEmpty: false, isArchived: false, state: 'storing', failures: 1, fault: 'WRONG_BYTES' });
    expect(expectStatus(200, await download(id)).bytes.equals(content)).toBe(true);
    storage.isDamaged = false;
    await archive();
    expect(await readRow(id)).toMatchObject({ isEmpty: false });
    await expireLease(id);
    await archive();
    expect(await readRow(id)).toEqual(STORED);
  });
});

describe('an archived document (documents.57)', () => {
  it('is 503 while the storage is away or has other bytes; fresh documents and sales are not', async () => {
    const { id, content } = await createArchived();
    const young = await upload();
    storage.isAway = true;
    expectError(await download(id), AWAY);
    expectStatus(200, await download(young.id));
    expect(await createPolicy(agent)).toMatchObject({ id: expect.any(Number) as number });
    storage.isAway = false;
    storage.isDamaged = true;
    expectError(await download(id), AWAY);
    storage.isDamaged = false;
    expect(expectStatus(200, await download(id)).bytes.equals(content)).toBe(true);
  });

  it('waits for a storage that is away, and is archived afterwards', async () => {
    const { id } = await upload();
    await ageDocuments();
    storage.isAway = true;
    await expect(archive()).rejects.toThrow('The object storage refused PUT');
    const faults = await app.query('production', 'SELECT DISTINCT state, failures, fault FROM document_object WHERE failures > 0');
    expect(faults).toContainEqual({ state: 'storing', failures: 1, fault: 'UNAVAILABLE' });
    expect(await readRow(id)).toMatchObject({ isEmpty: false, isArchived: false });
    storage.isAway = false;
    await archiveAll();
    expect(await readRow(id)).toEqual(STORED);
  });
});

describe('the object of a deleted document (documents.58)', () => {
  async function erase(id: number): Promise<void> {
    await app.query('production', 'DELETE FROM document WHERE id = $1', [id]);
  }

  it('is deleted after the erasure of a person, also when the storage was away', async () => {
    const client = Object.fromEntries(Object.entries(PERSON).map(([field, value]) => [`client.${field}`, value]));
    const { id } = await agent.insert(agent.body(client));
    const document = await upload(id);
    expectStatus(204, await agent.act(id, 'DELETE'));
    await ageDocuments();
    await archive();
    expect(keysOf(document.id)).toHaveLength(1);
    expectStatus(202, await admin.post(`parties/${await app.getParty('production', PERSON.afm)}/erasure`, {}));
    await app.waitForErasures();
    storage.isAway = true;
    await expect(deleteObjects()).rejects.toThrow('The object storage refused DELETE');
    const readObject = () => app.query('production', 'SELECT state, fault FROM document_object WHERE document_id = $1', [document.id]);
    expect(await readObject()).toEqual([{ state: 'deleting', fault: 'UNAVAILABLE' }]);
    storage.isAway = false;
    await expireLease(document.id);
    await deleteObjects();
    expect(keysOf(document.id)).toEqual([]);
    expect(await readObject()).toEqual([]);
  });

  it('is not deleted before the node that writes it has ended', async () => {
    const { id } = await upload();
    await ageDocuments();
    const { held, release } = holdNext('PUT');
    const writing = archive();
    await held;
    await erase(id);
    await deleteObjects();
    release();
    await writing;
    expect(keysOf(id)).toHaveLength(1);
    await deleteObjects();
    expect(keysOf(id)).toEqual([]);
  });

  it('is deleted once more when a frozen node writes it after the deletion', async () => {
    const { id } = await upload();
    await ageDocuments();
    const { held, release } = holdNext('PUT');
    const frozen = archive();
    await held;
    await erase(id);
    await expireLease(id);
    await deleteObjects();
    release();
    await frozen;
    expect(keysOf(id)).toHaveLength(1);
    await deleteObjects();
    expect(keysOf(id)).toEqual([]);
  });
});

describe('the tables of documents', () => {
  it.each([
    ['other bytes', `UPDATE document_content SET content = 'x' WHERE document_id = $1`, 'document_content'],
    ['no bytes without an object', 'UPDATE document_content SET content = NULL WHERE document_id = $1', 'document_content'],
    ['another English copy', `UPDATE document_content SET english = '{}' WHERE document_id = $1`, 'document_content'],
    ['another hash', `UPDATE document SET sha256 = sha256('x') WHERE id = $1`, 'document'],
    ['another application', 'UPDATE document SET application_id = application_id + 1 WHERE id = $1', 'document'],
  ])('refuse %s by their name', async (_change, statement, table) => {
    const { id } = await upload();
    const refusal = { message: `Table ${table} is append-only: UPDATE refused`, code: '23001' };
    await expect(app.query('production', statement, [id])).rejects.toMatchObject(refusal);
  });

  it('refuse bytes for an archived document, and that it is no longer archived', async () => {
    const { id } = await createArchived();
    for (const statement of [
      `UPDATE document_content SET content = 'x' WHERE document_id = $1`,
      'UPDATE document SET archived_at = NULL WHERE id = $1',
    ])
      await expect(app.query('production', statement, [id])).rejects.toMatchObject({ code: '23001' });
    await expect(app.query('production', 'TRUNCATE document_content')).rejects.toThrow(
      'Table document_content is append-only: TRUNCATE refused',
    );
  });
});

describe('npm run documents -- verify', () => {
  async function verify(): Promise<{ code: number | null; lines: string[] }> {
    const { endpoint, bucket, region, accessKey, secretKey } = storage.address;
    const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    const env = { ...process.env, ...s3, DATABASE_URL: app.running.database.url };
    let text = '';
    const child = execFile(process.execPath, ['dist/src/commands.js', 'documents', 'verify'], { env });
    child.stdout?.on('data', (part: string) => (text += part));
    child.stderr?.on('data', (part: string) => (text += part));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, lines: text.trimEnd().split('\n') };
  }

  it('names missing, wrong and orphaned objects', async () => {
    const [changed, missing] = [await upload(), await upload(), await upload()];
    await ageDocuments();
    await archive();
    expect(await verify()).toEqual({ code: 0, lines: ['The archive has no errors.'] });
    const [changedKey, missingKey] = [keysOf(changed.id)[0]!, keysOf(missing.id)[0]!];
    const kept = storage.objects.get(missingKey)!;
    storage.objects.set(changedKey, Buffer.from('x'));
    storage.objects.delete(missingKey);
    const orphan = `production/documents/999999-${'0'.repeat(64)}`;
    storage.objects.set(orphan, Buffer.from('x'));
    expect(await verify()).toEqual({
      code: 1,
      lines: [
        `production: document ${changed.id} is wrong (${changedKey})`,
        `production: document ${missing.id} is missing (${missingKey})`,
        `production: the object ${orphan} is orphaned`,
      ],
    });
    storage.objects.set(changedKey, changed.content).set(missingKey, kept).delete(orphan);
  });
});

it('metrics show what is archived, waits and failed', async () => {
  await registerOperationGauges(app.running.app);
  const read = async (name: string): Promise<number> => {
    const lines = (await app.running.parts.metrics.text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  };
  const of = (state: string): string => `gateway_archive_documents{environment="production",state="${state}"}`;
  const readAll = (): Promise<number[]> =>
    Promise.all(['gateway_documents_archived_total{environment="production"}', of('waiting'), of('failed')].map(read));
  await archiveAll();
  expect((await readAll()).slice(1)).toEqual([0, 0]);
  const [before = 0] = await readAll();
  await upload();
  await ageDocuments();
  const [, waiting = 0] = await readAll();
  expect(waiting).toBeGreaterThan(0);
  storage.isAway = true;
  await expect(archive()).rejects.toThrow('The object storage refused PUT');
  expect(await readAll()).toEqual([before, waiting, Math.min(waiting, 4)]);
  storage.isAway = false;
  await archiveAll();
  expect(await readAll()).toEqual([before + waiting, 0, 0]);
  expect(await read(of('deleting'))).toBe(0);
});
