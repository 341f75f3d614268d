import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { Link } from '../../common/domain-error.js';
import type { Page } from '../../common/paging.js';
import { callOf, type Call } from '../call/call.js';
import { splitTarget } from '../call/target.js';
import { toLinkHeader } from '../call/error-entity.js';
import { JSON_TYPE } from '../call/send.js';

/** A body of JSON that is sent unchanged. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Returns JSON that is sent in parts, as fast as the caller takes it. An error cuts the connection. */
export function jsonStream(response: Response, parts: AsyncGenerator<string, void>): StreamableFile {
  return textStream(response, parts, { type: JSON_TYPE });
}

/** Returns any text that is sent in parts. */
export function textStream(
  response: Response,
  parts: AsyncGenerator<string, void>,
  options: { readonly type: string; readonly disposition?: string },
): StreamableFile {
  const content =
    response.req.method === 'HEAD' ? Readable.from([]) : Readable.from(toBytes(parts, callOf(response.req)), { objectMode: false });
  return new StreamableFile(content, options).setErrorHandler((_error, target) => void (target as Response).destroy());
}

async function* toBytes(parts: AsyncGenerator<string, void>, call: Call): AsyncGenerator<Buffer, void> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    call.streamedBytes += bytes.length;
    yield bytes;
  }
}

export function setLinks(response: ServerResponse, links: readonly Link[]): void {
  if (links.length > 0) response.setHeader('Link', toLinkHeader(links));
}

/** Sets the headers of a page: total and links to its neighbours (gateway.37). The handler returns the rows. */
export function sendPage(
  response: Response,
  page: Pick<Page<unknown>, 'total' | 'isCapped'> & { readonly found: number },
  window: { readonly start: number; readonly limit: number },
): void {
  response.setHeader('X-Total-Count', String(page.total));
  if (page.isCapped) response.setHeader('X-Total-Capped', '1');
  const { start, limit } = window;
  const links: Link[] = [];
  // Beyond a capped total only a full page says that there may be more.
  if (start + limit <= page.total || (page.isCapped && page.found === limit))
    links.push({ rel: 'next', href: pageHref(response, start + limit, limit) });
  if (start > 1) links.push({ rel: 'prev', href: pageHref(response, Math.max(1, start - limit), limit) });
  setLinks(response, links);
}

function pageHref(response: Response, start: number, limit: number): string {
  const { req: request } = response;
  const [path, search] = splitTarget(request.url);
  const query = new URLSearchParams(search);
  for (const name of ['api_key', 'start', 'limit', 'size']) query.delete(name);
  query.set('start', String(start));
  query.set('limit', String(limit));
  return `${callOf(request).caller?.root ?? ''}${path}?${query.toString()}`;
}
