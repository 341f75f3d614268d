import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { Link } from '../../common/domain-error.js';
import type { Language } from '../../common/language.js';
import type { Page } from '../../common/paging.js';
import { getCall, type Call } from '../call/call.js';
import { parseTarget } from '../call/target.js';
import { toLinkHeader } from '../call/error-entity.js';

export class JsonText {
  constructor(readonly text: string) {}
}

/** An error before the first part becomes an error response. */
export async function sendParts(
  response: Response,
  parts: AsyncGenerator<Buffer | string, void>,
  options: { readonly type: string; readonly disposition?: string; readonly length?: number },
  signal?: AbortSignal,
): Promise<StreamableFile> {
  const content = response.req.method === 'HEAD' ? Readable.from([]) : await startReading(toBytes(parts, getCall(response.req)), signal);
  return new StreamableFile(content, options).setErrorHandler((_error, target) => void (target as Response).destroy());
}

async function startReading(parts: AsyncGenerator<Buffer, void>, signal?: AbortSignal): Promise<Readable> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<Buffer, void> {
    if (first.value) yield first.value;
    yield* parts;
  }
  const content = Readable.from(all(), { objectMode: false, signal });
  // A caller who disconnects before the second part would leave the generator open.
  return content.once('close', () => void parts.return());
}

async function* toBytes(parts: AsyncGenerator<Buffer | string, void>, call: Call): AsyncGenerator<Buffer, void> {
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    call.streamedBytes += bytes.length;
    yield bytes;
  }
}

export function setContentLanguage(response: ServerResponse, language: Language): void {
  response.setHeader('Content-Language', language);
  response.appendHeader('Vary', 'Accept-Language');
}

export function setLinks(response: ServerResponse, links: readonly Link[]): void {
  if (links.length > 0) response.setHeader('Link', toLinkHeader(links));
}

export function setPageHeaders(
  response: Response,
  page: Pick<Page<unknown>, 'total' | 'isCapped'> & { readonly found: number },
  window: { readonly start: number; readonly limit: number },
): void {
  response.setHeader('X-Total-Count', String(page.total));
  if (page.isCapped) response.setHeader('X-Total-Capped', '1');
  const { start, limit } = window;
  const links: Link[] = [];
  // Beyond a capped total a full page may have a next one.
  if (start + limit <= page.total || (page.isCapped && page.found === limit))
    links.push({ rel: 'next', href: buildPageHref(response, start + limit, limit) });
  if (start > 1) links.push({ rel: 'prev', href: buildPageHref(response, Math.max(1, start - limit), limit) });
  setLinks(response, links);
}

function buildPageHref(response: Response, start: number, limit: number): string {
  const { req: request } = response;
  const [path, search] = parseTarget(request.url);
  const query = new URLSearchParams(search);
  for (const name of ['api_key', 'start', 'limit', 'size']) query.delete(name);
  query.set('start', String(start));
  query.set('limit', String(limit));
  return `${getCall(request).caller?.root ?? ''}${path}?${query.toString()}`;
}
