import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Language } from '../../common/language.js';
import { sendList } from './list-response.js';

const written = (title: string, digest: string) => ({ body: Buffer.from(JSON.stringify([{ code: '1', title, titleEn: 'Male' }])), digest });
const LISTS = { el: written('Άνδρας', 'greek'), en: written('Male', 'english') };
const list = { in: (language: Language) => LISTS[language] };
const answer = { ...list.in('el'), etag: '"greek"' };
let server: Server;

beforeAll(async () => {
  const app = express();
  app.get('/list', (_, response) => sendList(response, list));
  app.get('/own', (_, response) => sendList(response, list, 0));
  server = createServer(app as unknown as Parameters<typeof createServer>[1]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function call(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage & { text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Object.assign(response, { text: Buffer.concat(chunks).toString() })));
    }).on('error', reject);
  });
}

describe('sendList', () => {
  it('returns the list with its entity tag', async () => {
    const { statusCode, headers, text } = await call('/list');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      etag: answer.etag,
      vary: 'Accept-Language',
      'cache-control': 'private, max-age=300',
      'content-length': String(answer.body.length),
    });
    expect(text).toBe('[{"code":"1","title":"Άνδρας","titleEn":"Male"}]');
  });

  it('returns the list in the requested language with another tag', async () => {
    const { headers, text } = await call('/list', { 'accept-language': 'en' });
    expect(text).toBe('[{"code":"1","title":"Male","titleEn":"Male"}]');
    expect(headers.etag).not.toBe(answer.etag);
    expect((await call('/list', { 'accept-language': 'en', 'if-none-match': answer.etag })).statusCode).toBe(200);
    expect((await call('/list', { 'accept-language': 'en', 'if-none-match': headers.etag ?? '' })).statusCode).toBe(304);
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const { statusCode, headers, text } = await call('/list', {}, 'HEAD');
    expect([statusCode, headers['content-length'], headers.etag, text]).toEqual([200, String(answer.body.length), answer.etag, '']);
  });

  it('makes clients revalidate lists that belong to one caller', async () => {
    expect((await call('/own')).headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    ['the tag', answer.etag],
    ['the tag, weak', `W/${answer.etag}`],
    ['one of several', `"other", W/"a,b" , ${answer.etag}`],
    ['any', '*'],
  ])('returns 304 without a body for %s', async (_, tag) => {
    for (const method of ['GET', 'HEAD']) {
      const { statusCode, headers, text } = await call('/list', { 'if-none-match': tag, 'cache-control': 'no-cache' }, method);
      expect([statusCode, text, headers.etag, headers['cache-control']]).toEqual([304, '', answer.etag, 'private, max-age=300']);
      expect(headers['content-type']).toBeUndefined();
    }
  });

  it.each(['"other"', answer.etag.slice(1, -1), '', '"*"', `"x${answer.etag.slice(1)}`])('returns 200 for the tag %j', async (tag) => {
    expect((await call('/list', { 'if-none-match': tag })).statusCode).toBe(200);
  });
});
