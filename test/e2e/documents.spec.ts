import { createHash } from 'node:crypto';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { grantAccess } from '../support/agent-access.js';
import type { HttpResponse } from '../support/client.js';
import { charge, CHARGE_TIME, createPolicy, parseLinks } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { testAgent } from '../support/record-fixtures.js';
import { expectRefused } from '../support/expect-error.js';

interface DocumentEntity {
  readonly id: number;
  readonly category_id: number;
  readonly size: number;
  readonly sha256: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

let app: FireApp;
let agent: FireAgent;
let sandboxAgent: FireAgent;
let policy: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  ({ production: agent, sandbox: sandboxAgent } = await app.createAgent());
  await agent.renewToken();
  policy = await createPolicy(agent);
});
afterAll(() => app.stop());

function documentsPath({ root }: FireAgent, applicationId: number | string, documentId?: number | string): string {
  const suffix = documentId === undefined ? '' : `/${documentId}`;
  return `${root}/docs-api/policy/applications/${applicationId}/documents${suffix}`;
}

async function listDocuments(who: FireAgent, id: number): Promise<DocumentEntity[]> {
  return expectStatus(200, await who.client.get(documentsPath(who, id))).json<DocumentEntity[]>();
}

async function policyDocument(): Promise<DocumentEntity> {
  const document = (await listDocuments(agent, policy.id)).find(({ category_id: category }) => category === 28);
  if (!document) throw new Error('the policy has no document');
  return document;
}

/** Inserts a document as if the agent had sent it. */
async function insertDocument(who: FireAgent, applicationId: number, fileName: string, content: Buffer): Promise<number> {
  const [row] = await app.query<{ id: string }>(
    who.environment,
    `WITH d AS (
       INSERT INTO document (application_id, category_id, file_name, mime_type, size, sha256, comments, is_system, created_by, created_at)
       VALUES ($1, 11, $2, 'text/plain', $3, sha256($4::bytea), 'Πρόσοψη', false, 'test', '2026-11-25T09:00:00Z') RETURNING id)
     INSERT INTO document_content SELECT id, $4 FROM d RETURNING document_id AS id`,
    [applicationId, fileName, content.length, content],
  );
  return Number(row?.id);
}

describe('the list of documents', () => {
  it('contains the policy document that the issue created', async () => {
    const documents = (await listDocuments(agent, policy.id)).filter(({ category_id: category }) => category === 28);
    const [document] = documents;
    expect(documents).toEqual([
      {
        id: expect.any(Number) as number,

        file_name: `${policy.policy_no}.pdf`,
        mime_type: 'application/pdf',
        category_id: 28,
        comments: null,
        system: '1',
        cancelled: '0',
        scan: 'clean',
        category_title: 'Ασφαλιστήριο',
        size: expect.any(Number) as number,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        created_at: '2026-11-25T10:00:00',
        links: [{ rel: 'self', href: expect.stringMatching(/^https:\/\//) as string }],
      },
    ]);
    expect(new URL(document?.links[0]?.href ?? '').pathname).toBe(documentsPath(agent, policy.id, document?.id));
  });

  it('is empty before prepay', async () => {
    const { id } = await agent.insert();
    const response = await agent.client.get(documentsPath(agent, id));
    expect([response.status, response.text]).toEqual([200, '[]']);
  });

  it('is returned in English on request, oldest first, with the agents’ uploads', async () => {
    const { id } = await createPolicy(agent);
    const own = await insertDocument(agent, id, 'house.txt', Buffer.from('house'));
    const headers = { 'Accept-Language': 'en' };
    const documents = (await agent.client.get(documentsPath(agent, id), { headers })).json<DocumentEntity[]>();
    const shown = documents.filter(({ category_id: category }) => category === 28 || category === 11);
    expect(shown).toMatchObject([
      { category_title: 'Policy document', system: '1' },
      { id: own, file_name: 'house.txt', category_title: 'Photographs of the building', comments: 'Πρόσοψη', system: '0', size: 5 },
    ]);
  });
});

describe('the download of a document', () => {
  it('returns the stored bytes', async () => {
    const { id, size, sha256 } = await policyDocument();
    const response = await agent.client.get(documentsPath(agent, policy.id, id));
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${policy.policy_no}.pdf"; filename*=UTF-8''${policy.policy_no}.pdf`,
      etag: `"${sha256}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(response.bytes).toHaveLength(size);
    expect(createHash('sha256').update(response.bytes).digest('hex')).toBe(sha256);
    expect(await pdfText(response.bytes)).toContain(`Ασφαλιστήριο ${policy.policy_no}`);
  });

  it('returns 304 to a caller that has it', async () => {
    const { id, sha256 } = await policyDocument();
    const path = documentsPath(agent, policy.id, id);
    for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
      const response = await agent.client.get(path, { headers: { 'If-None-Match': tag, 'Cache-Control': 'no-cache' } });
      expect([response.status, response.bytes.length, response.headers.etag]).toEqual([304, 0, `"${sha256}"`]);
      expect(response.headers['content-disposition']).toBeUndefined();
    }
    expect((await agent.client.get(path, { headers: { 'If-None-Match': '"other"' } })).bytes.length).toBeGreaterThan(1000);
  });

  it.each<[string, string, string, (size: number) => [number, number]]>([
    ['the first bytes', 'bytes=0-99', '', () => [0, 100]],
    ['one byte', 'bytes=5-5', '', () => [5, 6]],
    ['from a byte on', 'bytes=100-', '', (size) => [100, size]],
    ['the last bytes', 'bytes=-7', '', (size) => [size - 7, size]],
    ['more than there is', 'bytes=10-99999999', '', (size) => [10, size]],
    ['the file as it is', 'bytes=0-9', 'same', () => [0, 10]],
  ])('returns a part: %s', async (_what, range, ifRange, expected) => {
    const { id, size, sha256 } = await policyDocument();
    const path = documentsPath(agent, policy.id, id);
    const whole = (await agent.client.get(path)).bytes;
    const response = await agent.client.get(path, { headers: { Range: range, ...(ifRange && { 'If-Range': `"${sha256}"` }) } });
    const [start, end] = expected(size);
    expect([response.status, response.headers['content-range']]).toEqual([206, `bytes ${start}-${end - 1}/${size}`]);
    expect(response.bytes.equals(whole.subarray(start, end))).toBe(true);
    expect(response.headers).toMatchObject({ 'content-length': String(end - start), 'accept-ranges': 'bytes', etag: `"${sha256}"` });
  });

  it.each<[string, Record<string, string>]>([
    ['several ranges', { Range: 'bytes=0-1,5-6' }],
    ['an end before the start', { Range: 'bytes=9-3' }],
    ['another unit', { Range: 'lines=1-2' }],
    ['no range at all', { Range: 'bytes=-' }],
    ['another file', { Range: 'bytes=0-9', 'If-Range': '"other"' }],
    ['a date', { Range: 'bytes=0-9', 'If-Range': 'Sat, 21 Nov 2026 10:00:00 GMT' }],
  ])('returns the whole when asked for %s', async (_what, headers) => {
    const { id, size } = await policyDocument();
    const response = await agent.client.get(documentsPath(agent, policy.id, id), { headers });
    expect([response.status, response.bytes.length, response.headers['content-range']]).toEqual([200, size, undefined]);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])('returns 416 for the range %s', async (range) => {
    const { id, size } = await policyDocument();
    const response = await agent.client.get(documentsPath(agent, policy.id, id), { headers: { Range: range } });
    expect([response.status, response.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    expect(response.json()).toMatchObject({ status: 'ERROR', error: '-102' });
  });

  it('responds to HEAD with the headers of GET', async () => {
    const { id, size, sha256 } = await policyDocument();
    const response = await agent.client.call('HEAD', documentsPath(agent, policy.id, id));
    expect([response.status, response.bytes.length]).toEqual([200, 0]);
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-length': String(size), etag: `"${sha256}"` });
  });

  it.each([
    ['Κάτοψη ορόφου.txt', '______ ______.txt'],
    ['a "quoted" back\\slash 100%.txt', 'a _quoted_ back_slash 100_.txt'],
    ["it's (1) *final*; name=x.txt", "it's (1) *final*; name=x.txt"],
    ['😀.txt', '__.txt'],
  ])('names %s in UTF-8 and, for old programs, in ASCII (RFC 6266)', async (fileName, ascii) => {
    const documentId = await insertDocument(agent, policy.id, fileName, Buffer.from('x'));
    const header = String((await agent.client.get(documentsPath(agent, policy.id, documentId))).headers['content-disposition']);
    const [, quoted, encoded = ''] = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ?? [];
    expect(quoted).toBe(ascii);
    expect(decodeURIComponent(encoded)).toBe(fileName);
  });

  it('is refused alike when it is unknown, of another application or malformed', async () => {
    const other = await createPolicy(agent);
    const [foreign] = await listDocuments(agent, other.id);
    const responses: HttpResponse[] = [];
    for (const documentId of [99_999_999, foreign?.id ?? 0, 'abc', '0', '01', '-1', '12345678901', '%20'])
      responses.push(await expectRefused(app, () => agent.client.get(documentsPath(agent, policy.id, documentId)), { code: '-303' }));
    expectAlike(responses);
  });
});

describe('the documents of an application that the caller cannot see', () => {
  it('are refused alike for another agent, an unknown application and a malformed id, with any document id', async () => {
    const stranger = (await app.createAgent({ code: 'A200' })).production;
    const { id } = await policyDocument();
    const lists: HttpResponse[] = [];
    const files: HttpResponse[] = [];
    const calls: [FireAgent, number | string][] = [
      [stranger, policy.id],
      [agent, '9999999999'],
      [agent, 'abc'],
      [agent, '0'],
      [agent, '12345678901'],
    ];
    for (const [who, applicationId] of calls) {
      lists.push(await expectRefused(app, () => who.client.get(documentsPath(who, applicationId)), { code: '-300' }));
      for (const documentId of [id, 'abc'])
        files.push(await expectRefused(app, () => who.client.get(documentsPath(who, applicationId, documentId)), { code: '-300' }));
    }
    expectAlike(lists);
    expectAlike(files);
  });

  it('can be read by a supervisor', async () => {
    const supervisor = (await app.createAgent({ code: 'A300' }, ['A100'])).production;
    const { id } = await policyDocument();
    expect((await listDocuments(supervisor, policy.id)).map((document) => document.id)).toContain(id);
    expect((await supervisor.client.get(documentsPath(supervisor, policy.id, id))).status).toBe(200);
  });

  it('require a key granted for docs-api and a token', async () => {
    const services = SERVICE_NAMES.filter((name) => name !== 'docs-api');
    const ungranted = await grantAccess(app.running, testAgent({ code: 'A400' }), { services });
    const path = documentsPath(agent, policy.id);
    const refused = await ungranted.production.client.get(path);
    expect([refused.status, refused.json()]).toMatchObject([403, { error: { code: 'API_KEY_UNAUTHORIZED' } }]);
    expect((await app.running.client.withKey(agent.access.apiKey).get(path)).status).toBe(401);
  });
});

describe('the documents of the sandbox', () => {
  it('are separate: neither environment finds those of the other', async () => {
    await sandboxAgent.renewToken();
    // Creates more applications and documents than production has, so that their ids are unknown there.
    let last: FireEntity | undefined;
    for (const target = policy.id + 30; (last?.id ?? 0) < target;) last = await sandboxAgent.insert();
    const { id } = last ?? { id: 0 };
    expectStatus(205, await sandboxAgent.act(id, 'prepay'));
    const { policy: path = '' } = parseLinks(expectStatus(205, await charge(sandboxAgent, id)));
    expect(path).toMatch(/^\/dev\/docs-api\//);
    expect((await sandboxAgent.client.get(path)).status).toBe(200);
    await expectRefused(app, () => agent.client.get(path.slice('/dev'.length)), { code: '-300' });
    await expectRefused(app, () => agent.client.get(documentsPath(agent, id)), { code: '-300' });
    // A production token is unknown in the sandbox.
    expect((await agent.client.get(path)).status).toBe(401);
    const own = (await listDocuments(sandboxAgent, id)).find(({ category_id: category }) => category === 28);
    expect(own).toMatchObject({ links: [{ rel: 'self', href: expect.stringContaining(path) as string }] });
  });
});

function expectAlike(responses: readonly HttpResponse[]): void {
  const [first] = responses;
  for (const response of responses) {
    expect(response.json()).toEqual(first?.json());
    expect(Object.keys(response.headers).sort()).toEqual(Object.keys(first?.headers ?? {}).sort());
  }
}
