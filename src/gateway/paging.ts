import type { Request, Response } from 'express';
import type { Caller } from '../common/caller.js';
import type { Link } from '../common/domain-error.js';
import type { Page } from '../common/paging.js';
import { setLinks } from './responses.js';

/** Parameters of a call that never go into an answer. */
const SECRET_PARAMETERS = ['api_key'];

interface PagedCall {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
}

/** `X-Total-Count`, `X-Total-Capped` and the links to the next and previous page of a bare array (decisions §4). */
export function setPageHeaders(
  { request, response, caller }: PagedCall,
  page: Page<unknown>,
  { start, limit }: { start: number; limit: number },
): void {
  response.setHeader('X-Total-Count', page.total);
  if (page.isCapped) response.setHeader('X-Total-Capped', '1');
  const links: Link[] = [];
  const at = (position: number): string => {
    const url = new URL(request.url, 'http://localhost');
    for (const name of SECRET_PARAMETERS) url.searchParams.delete(name);
    url.searchParams.set('start', String(position));
    url.searchParams.set('limit', String(limit));
    return `${caller.root}${url.pathname}${url.search}`;
  };
  const hasNext = page.items.length === limit && (page.isCapped || start + limit <= page.total);
  if (hasNext) links.push({ rel: 'next', href: at(start + limit) });
  if (start > 1) links.push({ rel: 'prev', href: at(Math.max(1, start - limit)) });
  setLinks(response, links);
}
