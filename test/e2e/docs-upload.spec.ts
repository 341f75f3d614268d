import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { Uploads } from '../../src/gateway/body/uploads.js';
import type { Answer } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectFaults, expectRefusal, expectRefused } from '../support/refusal.js';

interface DocumentEntity {
  readonly id: number;
  readonly file_name: string;
  readonly category_id: number;
  readonly comments: string | null;
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const FIELDS = { file_name: 'Φωτογραφία.png', mime_type: 'image/png', category_id: '2', comments: 'Πρόσοψη & πλάι' };

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let application: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent } = await app.agent());
  ({ production: other } = await app.agent({ code: '10077' }));
  application = await agent.insert();
});
afterAll(() => app.stop());

function path(documentId?: number | string, query: Record<string, string> = {}, id: number | string = application.id): string {
  const search = new URLSearchParams(query).toString();
  const document = documentId === undefined ? '' : `/${documentId}`;
  return `${agent.root}/docs-api/policy/applications/${id}/documents${document}${search && `?${search}`}`;
}

/** The Content-Type says something else: the query counts. */
function upload(fields: Record<string, string>, body: Buffer | string = PNG, who = agent): Promise<Answer> {
  return who.client.call('POST', path(undefined, fields), { body, headers: { 'Content-Type': 'application/octet-stream' } });
}

async function inserted(): Promise<DocumentEntity> {
  return expectStatus(201, await upload(FIELDS)).json<DocumentEntity>();
}

describe('insert', () => {
  it('answers 201 with Location and the entity, and gives the file back byte for byte', async () => {
    const answer = expectStatus(201, await upload(FIELDS));
    const entity = answer.json<DocumentEntity>();
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    expect(entity).toMatchObject({ ...FIELDS, category_id: 2, size: PNG.length, sha256, system: '0' });
    expect(answer.headers['location']).toMatch(new RegExp(`/docs-api/policy/applications/${application.id}/documents/${entity.id}$`));
    const file = expectStatus(200, await agent.client.get(path(entity.id)));
    expect(file.bytes.equals(PNG)).toBe(true);
    expect(file.headers['content-type']).toBe('image/png');
    const list = expectStatus(200, await agent.client.get(path())).json<DocumentEntity[]>();
    expect(list.map(({ id }) => id)).toContain(entity.id);
  });

  it('names every parameter that is missing', () =>
    expectFaults(app, () => upload({}), ['file_name', '-105'], ['mime_type', '-105'], ['category_id', '-105']));

  it.each<[string, Record<string, string>, Buffer, number, string]>([
    ['a type outside the list', { ...FIELDS, mime_type: 'image/gif' }, PNG, 400, '-800'],
    ['a PNG called PDF', { ...FIELDS, mime_type: 'application/pdf' }, PNG, 400, '-800'],
    ['an unknown category', { ...FIELDS, category_id: '999' }, PNG, 400, '-803'],
    ['a category of the system', { ...FIELDS, category_id: '28' }, PNG, 400, '-803'],
    ['a category of vehicles', { ...FIELDS, category_id: '3' }, PNG, 400, '-803'],
    ['a name with a path', { ...FIELDS, file_name: '../secret.png' }, PNG, 400, '-804'],
    ['3,000,000 bytes', FIELDS, Buffer.alloc(3_000_000, PNG), 413, '-801'],
  ])('refuses %s', (_, fields, body, status, code) => expectRefused(app, () => upload(fields, body), { status, code }));

  it.each([
    'BM;plate\n10;ABE1234\n',
    'BMW 320i, front damage',
    'MZ motors',
    'GIFts of the owner',
    'II. Storey',
    '<?xml version="1.0"?><a/>',
  ])('takes the text %j', async (text) => {
    for (const type of ['text/csv', 'text/plain']) expectStatus(201, await upload({ ...FIELDS, mime_type: type }, text));
  });

  it.each(['%PDF-1.4 of letters', '{\\rtf1 letters}', '%!PS-Adobe-3.0', 'BM\0\x01', 'bell \x07'])('refuses %j as a text', (content) =>
    expectRefused(app, () => upload({ ...FIELDS, mime_type: 'text/plain' }, content), { status: 400, code: '-800' }),
  );

  it('refuses the file of an application that ended while it came', async () => {
    const { id } = await agent.insert();
    const uploads = app.running.app.get(Uploads, { strict: false });
    const receive = uploads.receive.bind(uploads);
    jest.spyOn(uploads, 'receive').mockImplementationOnce((request, limit, work) =>
      receive(request, limit, async (file) => {
        expectStatus(204, await agent.act(id, 'DELETE'));
        return work(file);
      }),
    );
    const answer = await agent.client.call('POST', path(undefined, FIELDS, id), { body: PNG });
    expectRefusal(answer, { status: 400, code: '-401' });
    expect(expectStatus(200, await agent.client.get(path(undefined, {}, id))).json()).toEqual([]);
  });

  it('does not know the application of another agent', () => expectRefused(app, () => upload(FIELDS, PNG, other), { code: '-300' }));

  it('refuses a cancelled application', async () => {
    const { id } = await agent.insertIn('02');
    const call = (): Promise<Answer> => agent.client.call('POST', path(undefined, FIELDS, id), { body: PNG });
    await expectRefused(app, call, { code: '-401' });
  });
});

describe('update', () => {
  it.each(['PUT', 'POST'])('takes the fields from the query (%s)', async (method) => {
    const { id } = await inserted();
    const answer = expectStatus(200, await agent.client.call(method, path(id, { file_name: 'νέο.png', category_id: '11' })));
    expect(answer.json()).toMatchObject({ id, file_name: 'νέο.png', category_id: 11, comments: FIELDS.comments });
  });

  it.each(['PUT', 'POST'])('takes them as a JSON body (%s)', async (method) => {
    const { id } = await inserted();
    const answer = expectStatus(200, await agent.client.call(method, path(id), { json: { category_id: 2, comments: null } }));
    expect(answer.json()).toMatchObject({ id, file_name: FIELDS.file_name, category_id: 2, comments: null });
  });

  it('takes a blank query parameter for an absent one', async () => {
    const { id } = await inserted();
    const query = { category_id: '2', comments: '', file_name: ' ' };
    for (const json of [undefined, {}])
      expect(expectStatus(200, await agent.client.call('PUT', path(id, query), { json })).json()).toMatchObject({
        ...FIELDS,
        category_id: 2,
      });
    const json = { comments: 'από το σώμα' };
    expect(expectStatus(200, await agent.client.call('PUT', path(id, query), { json })).json()).toMatchObject(json);
    const wrong = (): Promise<Answer> => agent.client.call('PUT', path(id, { category_id: 'abc' }), { json: {} });
    await expectFaults(app, wrong, ['category_id', '-105']);
  });

  it('wants a category, in whichever place', async () => {
    const { id } = await inserted();
    await expectFaults(app, () => agent.client.put(path(id, { comments: 'x' })), ['category_id', '-105']);
    await expectFaults(app, () => agent.client.put(path(id), { comments: 'x' }), ['category_id', '-101']);
  });

  it('does not know a document of another application, nor a malformed id', async () => {
    const { id } = await inserted();
    const { id: elsewhere } = await agent.insert();
    const fields = { category_id: '2' };
    await expectRefused(app, () => agent.client.put(path(id, fields, elsewhere)), { code: '-303' });
    await expectRefused(app, () => agent.client.put(path('abc', fields)), { code: '-303' });
  });
});

describe('delete', () => {
  it('removes a document of the same day', async () => {
    const { id } = await inserted();
    expectStatus(204, await agent.client.delete(path(id)));
    await expectRefused(app, () => agent.client.get(path(id)), { code: '-303' });
  });

  it('keeps a document of another day', async () => {
    const { id } = await inserted();
    const today = app.clock.now();
    app.clock.set('2026-11-21T08:00:00Z');
    await agent.renewToken();
    await expectRefused(app, () => agent.client.delete(path(id)), { code: '-802' });
    app.clock.set(today);
    await agent.renewToken();
  });
});
