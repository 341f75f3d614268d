import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { EventPage } from '../../clients/typescript/src/index.js';
import { type GatewayFeed, EventsDeleted, type GatewayFeedQuery, Unreachable } from './gateway-feed.js';
import { getFailure } from './failure.js';
import type { ListenOptions } from './listen-options.js';

const FORWARD_TIMEOUT_MS = 15_000;
const WAIT_SECONDS = 25;
const SKIPPED_AT_ONCE = 500;
const EMPTY_PAUSE_MS = 200;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Rare type, so that the end of the feed is reached in few pages. */
const RARE_TYPE = 'policy.expired';

export class Listener {
  private cursor: string | undefined;
  private pauseMs = 0;

  constructor(
    private readonly feed: GatewayFeed,
    private readonly options: ListenOptions,
    private readonly print: (line: string) => void,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<string | undefined> {
    const { beginning, types } = this.options;
    if (typeof beginning === 'object') this.cursor = beginning.after;
    if (beginning === 'now') await this.skipToEnd();
    if (beginning === 'now' && !this.signal.aborted) this.print('Ready. Waiting for events …');
    while (!this.signal.aborted) {
      const page = await this.read({ wait: WAIT_SECONDS, ...(types !== null && { types }) });
      for (const event of page?.events ?? []) {
        if (this.signal.aborted) return this.cursor;
        await this.forward(event);
      }
      if (page === null) continue;
      this.cursor = page.next;
      if (page.events.length === 0) await this.rest(EMPTY_PAUSE_MS);
    }
    return this.cursor;
  }

  private async skipToEnd(): Promise<void> {
    while (!this.signal.aborted) {
      const page = await this.read({ types: RARE_TYPE, limit: SKIPPED_AT_ONCE });
      if (page === null) continue;
      if (page.next === this.cursor) return;
      this.cursor = page.next;
    }
  }

  private async read(query: GatewayFeedQuery): Promise<EventPage | null> {
    try {
      const page = await this.feed.read({ ...query, after: this.cursor });
      if (this.pauseMs > 0) this.print('Connected again.');
      this.pauseMs = 0;
      return page;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (error instanceof EventsDeleted) {
        this.print('Events after this cursor were deleted by age. Continuing with the oldest stored event.');
        this.cursor = error.next;
        return null;
      }
      if (!(error instanceof Unreachable)) throw error;
      if (this.pauseMs === 0) this.print(`${error.message} Retrying …`);
      this.pauseMs = Math.min(Math.max(2 * this.pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      await this.rest(Math.max(this.pauseMs, error.retryAfterSeconds * 1000));
      return null;
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  private async forward(event: EventPage['events'][number]): Promise<void> {
    const outcome = await sendEvent(event, this.options.forwardTo, this.options.secret, this.signal);
    if (this.signal.aborted) return;
    this.print(`${new Date().toTimeString().slice(0, 8)}  ${event.type}  ${event.id}  → ${outcome}`);
  }
}

async function sendEvent(event: EventPage['events'][number], target: URL, secret: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(event);
  const sentAt = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event.id, sentAt, body),
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return getFailure(error);
  }
}
