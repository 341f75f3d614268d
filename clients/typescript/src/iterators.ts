import type { GatewayClient } from './gateway-client.js';
import type { components } from './openapi.js';
import { type CallResult, findLink, unwrap } from './result.js';

export interface PageQuery {
  readonly start: number;
  readonly limit: number;
}

const PAGE = 100;

/**
 * Yields the items of all pages of a list. `load` calls the list with the query that it gets.
 * @example listAll((query) => client.GET('/fire-api/rsc/applications', { params: { query } }))
 */
export async function* listAll<Item>(
  load: (query: PageQuery) => Promise<CallResult<readonly Item[]>>,
  limit = PAGE,
): AsyncGenerator<Item, void> {
  for (let start = 1; ; start += limit) {
    const result = await load({ start, limit });
    yield* unwrap(result);
    if (findLink(result.response, 'next') === null) return;
  }
}

export type EventPage = components['schemas']['EventListResponse'];

export interface FollowOptions {
  /** Cursor `next` of the last page that was processed; the oldest stored event when absent. */
  readonly after?: string;
  /** Types of events, separated by commas. */
  readonly types?: string;
  /** Seconds that a call waits for an event. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const WAIT_SECONDS = 25;

/** Yields pages of events without end. Store `next` of a page after its events: it continues there after a restart. */
export async function* readEventPages(client: GatewayClient, options: FollowOptions = {}): AsyncGenerator<EventPage, void> {
  const { types, wait = WAIT_SECONDS, signal } = options;
  let { after } = options;
  while (signal?.aborted !== true) {
    const query = { wait, ...(after !== undefined && { after }), ...(types !== undefined && { types }) };
    const result = await client.GET('/events-api/resources/events', { params: { query }, ...(signal && { signal }) });
    const next = result.response.status === 410 ? findCursor(result.response) : null;
    if (next === null) {
      const page = unwrap(result);
      if (page.events.length > 0) yield page;
      after = page.next;
    } else after = next; // The events after the cursor were deleted by age.
  }
}

/** Returns the cursor at which the feed continues after a 410 for a cursor whose events were deleted by age. */
export function findCursor(response: Response): string | null {
  const address = findLink(response, 'next');
  return address === null ? null : new URL(address).searchParams.get('after');
}
