import { connect } from 'node:net';
import type { MotorDocumentResponse } from '../../src/services/mtr/motor-document.dto.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import * as files from '../support/files.js';
import { MotorAgent } from '../support/motor.js';
import { sendRaw } from '../support/raw-response.js';
import { expectError, expectRefused } from '../support/expect-error.js';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const LIMIT = 3_000_000;

let app: FireApp;
let agent: MotorAgent;
let stranger: MotorAgent;
let sandbox: MotorAgent;
let id: number;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox } = await MotorAgent.create(app));
  ({ production: stranger } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
  ({ id } = await agent.insert());
});
afterAll(() => app.stop());

interface Sent {
  readonly body?: Buffer;
  readonly type?: string;
  readonly query?: Record<string, string>;
  readonly by?: MotorAgent;
  readonly of?: number;
  readonly headers?: Record<string, string>;
}

function upload({ body = files.PDF, type = 'application/pdf', query, by = agent, of = id, headers }: Sent = {}): Promise<HttpResponse> {
  const fileName = `Άδεια κυκλοφορίας${type === 'application/pdf' ? '.pdf' : ''}`;
  const parameters = new URLSearchParams(query ?? { fileName, categoryId: '4', comments: 'Και οι δύο όψεις' });
  const path = by.path(`applications/${of}/documents?${parameters.toString()}`);
  return by.agent.client.call('POST', path, { body, headers: { 'Content-Type': type, ...headers } });
}

async function uploadDocument(sent: Sent = {}): Promise<MotorDocumentResponse> {
  return expectStatus(201, await upload(sent)).json<MotorDocumentResponse>();
}

/** Builds a PDF of this size. */
function getPdf(bytes: number): Buffer {
  return Buffer.concat([files.PDF, Buffer.alloc(bytes - files.PDF.length, 'x')]);
}

describe('the insert of a vehicle document', () => {
  it('returns the document and its location', async () => {
    const response = expectStatus(201, await upload());
    const document = response.json<MotorDocumentResponse>();
    expect(document).toEqual({
      fileId: document.fileId,
      fileName: 'Άδεια κυκλοφορίας.pdf',
      fileMime: 'application/pdf',
      fileBlob: [],
      docCategoryId: 4,
      docCategoryDescr: 'Άδεια κυκλοφορίας',
      comments: 'Και οι δύο όψεις',
      scan: 'clean',
      cancelled: false,
      error: { no: '0', message: 'OK' },
    });
    expect(response.headers['location']).toMatch(new RegExp(`/applications/${id}/documents/${document.fileId}$`));
    const path = `applications/${id}/documents/${document.fileId}`;
    expect(expectStatus(200, await agent.call('GET', path)).json()).toEqual(document);
    const image = expectStatus(200, await agent.call('GET', `${path}/image`));
    expect(image.bytes.equals(files.PDF)).toBe(true);
    expect(image.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(image.headers['content-disposition']).toContain(`filename*=UTF-8''%CE%86%CE%B4%CE%B5%CE%B9%CE%B1`);
  });

  it('allows the file to be read in base64 chunks of 64 KiB', async () => {
    const file = getPdf(150_000);
    const { fileId } = await uploadDocument({ body: file });
    const response = await agent.call('GET', `applications/${id}/documents/${fileId}?withfile=1`);
    const { fileBlob } = expectStatus(200, response).json<MotorDocumentResponse>();
    expect(fileBlob.map((chunk) => Buffer.from(chunk, 'base64').length)).toEqual([65_536, 65_536, 18_928]);
    expect(Buffer.concat(fileBlob.map((chunk) => Buffer.from(chunk, 'base64'))).equals(file)).toBe(true);
  });

  it.each([
    ['image/jpeg', files.JPEG],
    ['image/png', files.PNG],
    ['image/tiff', files.TIFF],
    ['application/pdf', files.PDF],
    ['text/csv; charset=utf-8', files.TEXT],
    ['text/plain', files.WINDOWS_TEXT],
    ['application/zip', files.buildZip('a.txt')],
    ['application/rtf', files.RTF],
    ['application/msword', files.DOC],
    [`${OPEN_XML}.wordprocessingml.document`, files.DOCX],
    ['application/vnd.ms-excel', files.XLS],
    [`${OPEN_XML}.spreadsheetml.sheet`, files.XLSX],
    ['application/vnd.ms-powerpoint', files.PPT],
    [`${OPEN_XML}.presentationml.presentation`, files.PPTX],
  ])('accepts %s', async (type, body) => {
    expect(await uploadDocument({ type, body })).toMatchObject({ fileMime: type.split(';')[0] });
  });

  it.each<[string, Sent, string]>([
    ['a PNG called PDF', { body: files.PNG }, '-800'],
    ['a PDF called text', { type: 'text/plain' }, '-800'],
    ['a text with control characters', { type: 'text/csv', body: Buffer.from('a;b\0c') }, '-800'],
    ['a Word file called Excel', { type: 'application/vnd.ms-excel', body: files.DOC }, '-800'],
    ['a text called PDF', { body: files.TEXT }, '-800'],
    ['a zip called Word', { type: `${OPEN_XML}.wordprocessingml.document`, body: files.buildZip('a.txt') }, '-800'],
    ['a type that is not allowed', { type: 'image/gif' }, '-800'],
    ['no type', { type: '' }, '-800'],
    ['an empty file', { body: Buffer.alloc(0) }, '-800'],
    ['a path in the name', { query: { fileName: '../a.pdf', categoryId: '4' } }, '-804'],
    ['a line feed in the name', { query: { fileName: 'a\nb.pdf', categoryId: '4' } }, '-804'],
    ['a name that turns around', { query: { fileName: 'a\u202efdp.exe', categoryId: '4' } }, '-804'],
    ['a name of another type', { query: { fileName: 'a.png', categoryId: '4' } }, '-804'],
    ['a backslash in the name', { query: { fileName: 'a\\b.pdf', categoryId: '4' } }, '-804'],
    ['a name that is too long', { query: { fileName: 'ά'.repeat(130), categoryId: '4' } }, '-804'],
    ['a category of the system', { query: { fileName: 'a.pdf', categoryId: '28' } }, '-803'],
    ['a category of fire', { query: { fileName: 'a.pdf', categoryId: '11' } }, '-803'],
    ['an unknown category', { query: { fileName: 'a.pdf', categoryId: '77' } }, '-803'],
    ['no name', { query: { categoryId: '4' } }, '-105'],
    ['no number as category', { query: { fileName: 'a.pdf', categoryId: 'x' } }, '-105'],
  ])('refuses %s', async (_what, sent, code) => {
    const before = await app.readFingerprint();
    const response = await upload(sent);
    expect([response.status, response.json<{ error: string }>().error]).toEqual([400, code]);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('accepts 2,999,999 bytes and refuses 3,000,000, by length before the body and by count without one', async () => {
    await uploadDocument({ body: getPdf(LIMIT - 1) });
    await expectRefused(app, () => upload({ body: getPdf(LIMIT) }), { status: 413, code: '-801' });
    const chunked = { 'Transfer-Encoding': 'chunked' };
    await expectRefused(app, () => upload({ body: getPdf(LIMIT), headers: chunked }), { status: 413, code: '-801' });
  });

  it('returns 413 although no byte of the body was sent', async () => {
    const { status } = await sendRaw({ port: app.running.ports.port }, rawHead({ 'Content-Length': String(LIMIT) }));
    expect(status).toBe(413);
  });

  it('stores nothing of an interrupted upload', async () => {
    const before = await app.readFingerprint();
    await cutOff();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('is refused for another agent, the other environment, and after the end', async () => {
    for (const by of [stranger, sandbox]) await expectRefused(app, () => upload({ by }), { code: '-300' });
    const { id: cancelled } = await agent.insert();
    await agent.call('DELETE', `applications/${cancelled}`);
    await expectRefused(app, () => upload({ of: cancelled }), { code: '-401' });
  });
});

describe('change and removal of a vehicle document', () => {
  it('apply to name, category and comments, never to the file', async () => {
    const { fileId } = await uploadDocument();
    const path = `applications/${id}/documents/${fileId}`;
    const changed = expectStatus(200, await agent.call('PUT', path, { docCategoryId: '2', fileName: 'νέο.pdf', fileBlob: ['x'] }));
    expect(changed.json()).toMatchObject({ fileName: 'νέο.pdf', docCategoryId: 2, comments: 'Και οι δύο όψεις' });
    const cleared = expectStatus(200, await agent.call('PUT', path, { docCategoryId: 2, comments: null }));
    expect(cleared.json()).toMatchObject({ fileName: 'νέο.pdf', comments: null });
    await expectRefused(app, () => agent.call('PUT', path, {}), { code: '-101', violations: [['docCategoryId', '-101']] });
    await expectRefused(app, () => agent.call('PUT', path, { docCategoryId: 29 }), {
      code: '-803',
      violations: [['docCategoryId', '-803']],
    });
    for (const name of ['a/b', 'a.exe', 'a\u200b.pdf'])
      await expectRefused(app, () => agent.call('PUT', path, { docCategoryId: 2, fileName: name }), { code: '-804' });
  });

  it('are limited, for a removal, to the same day in Athens', async () => {
    const { fileId: today } = await uploadDocument();
    expectStatus(204, await agent.call('DELETE', `applications/${id}/documents/${today}`));
    expectError(await agent.call('GET', `applications/${id}/documents/${today}`), { code: '-303' });

    const { fileId } = await uploadDocument();
    app.clock.set('2026-11-20T22:30:00Z');
    await agent.agent.renewToken();
    await expectRefused(app, () => agent.call('DELETE', `applications/${id}/documents/${fileId}`), { code: '-802' });
    for (const by of [stranger, sandbox]) {
      await by.agent.renewToken();
      await expectRefused(app, () => by.call('DELETE', `applications/${id}/documents/${fileId}`), { code: '-300' });
    }
    for (const unknown of ['999999', 'abc', '12345678901'])
      await expectRefused(app, () => agent.call('DELETE', `applications/${id}/documents/${unknown}`), { code: '-303' });
  });
});

describe('the documents of a vehicle policy', () => {
  it('include the policy document in Greek, which cannot be changed or removed', async () => {
    const policy = await agent.createPolicy({ plateNo: 'YYX2001' });
    await uploadDocument({ of: policy.id });
    const path = `policies/${policy.id}/documents`;
    const list = expectStatus(200, await agent.call('GET', path)).json<{ documents: MotorDocumentResponse[]; total: number }>();
    expect(list).toMatchObject({ start: 1, total: 4 });
    const system = list.documents.find(({ docCategoryId }) => docCategoryId === 28);
    expect(system).toMatchObject({ docCategoryId: 28, fileName: `${policy.policyNo}.pdf`, fileMime: 'application/pdf' });
    const image = expectStatus(200, await agent.call('GET', `${path}/${system?.fileId}/image`));
    expect(image.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(expectStatus(200, await agent.call('GET', `${path}/${system?.fileId}`)).json()).toEqual(system);
    const whole = expectStatus(200, await agent.call('GET', `${path}/${system?.fileId}?withfile=1`)).json<MotorDocumentResponse>();
    expect(Buffer.concat(whole.fileBlob.map((chunk) => Buffer.from(chunk, 'base64'))).equals(image.bytes)).toBe(true);
    const last = list.documents.at(-1);
    const second = expectStatus(200, await agent.call('GET', `${path}?start=4&size=1`)).json<{ documents: unknown[] }>();
    expect(second).toMatchObject({ start: 4, limit: 1, total: 4, documents: [{ fileId: last?.fileId }] });
    const own = `applications/${policy.id}/documents/${system?.fileId}`;
    await expectRefused(app, () => agent.call('DELETE', own), { code: '-802' });
    await expectRefused(app, () => agent.call('PUT', own, { docCategoryId: 4 }), { code: '-802' });
    expectError(await stranger.call('GET', path), { code: '-301' });
    expectError(await agent.call('GET', `policies/${id}/documents`), { code: '-301' });
  });
});

function cutOff(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.running.ports.port, '127.0.0.1', () => {
      socket.write(rawHead({ 'Content-Length': '100000' }));
      socket.write(files.PDF, () => socket.destroy());
    });
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}

/** Builds the head of an upload with these headers. */
function rawHead(headers: Record<string, string>): string {
  const own = (agent.agent.client as unknown as { headers: Record<string, string> }).headers;
  const all = { Host: 'localhost', 'Content-Type': 'application/pdf', ...own, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${agent.path(`applications/${id}/documents?fileName=a.pdf&categoryId=4`)} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
