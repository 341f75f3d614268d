import { NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CONSOLE_FOLDER, hasConsole } from '../common/package-root.js';
import { ServedText, type Encoding } from '../gateway/documentation/served-text.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';
import { serveConsoleHelp } from './console-help.js';

/** The file name changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>;

const PAGES = ['', 'dev/', ':a', ':a/:b', ':a/:b/:c', ':a/:b/:c/:d', ':a/:b/:c/:d/:e', ':a/:b/:c/:d/:e/:f'];

const buildPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; connect-src 'self'; ` +
  "frame-src blob:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

export function serveConsole(documents: DocumentRoutes): void {
  if (!hasConsole()) return;
  // Before the pages, whose patterns match every address.
  serveConsoleHelp(documents);
  const page = readFileSync(join(CONSOLE_FOLDER, 'index.html'), 'utf8');
  const assets = new Map(
    readdirSync(join(CONSOLE_FOLDER, 'assets'))
      .filter((name) => extname(name) in TYPES)
      .map((name) => [name, serveLazily(name)]),
  );
  documents.addConsole('/console/assets/:name', (request, response) => {
    const asset = assets.get(String(request.params['name']));
    if (asset === undefined) throw new NotFoundException();
    return asset(request, response);
  });
  for (const path of PAGES)
    documents.addConsole(`/console/${path}`, (request, response) => sendPage(page, countDepth(request.url), response));
  for (const [path, location] of [
    ['/console', 'console/'],
    ['/dev/console', '../console/dev/'],
  ] as const)
    documents.addDocumentation(path, (_, response) => {
      response.setHeader('Location', location);
      response.status(302).end();
    });
}

function sendPage(page: string, depth: number, response: Response): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Security-Policy', buildPolicy(nonce));
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const base = depth === 0 ? './' : '../'.repeat(depth);
  const body = Buffer.from(page.replaceAll('__NONCE__', nonce).replace('__BASE__', base));
  response.setHeader('Content-Length', String(body.length));
  response.status(200).end(body);
}

function countDepth(url: string): number {
  return url.split('?', 1)[0]!.split('/').length - 3;
}

function serveLazily(name: string): (request: Request, response: Response) => Promise<void> {
  const file = join(CONSOLE_FOLDER, 'assets', name);
  let text: ServedText | null = null;
  const encoded = (plain: Buffer, encoding: Encoding): Promise<Buffer> =>
    encoding === 'identity' ? Promise.resolve(plain) : readFile(`${file}${SUFFIXES[encoding]}`);
  return (request, response) =>
    (text ??= new ServedText(readFileSync(file), TYPES[extname(name)]!, FOREVER, encoded)).send(request, response);
}
