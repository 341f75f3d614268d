import { setTimeout as sleep } from 'node:timers/promises';
import { EventsDeleted, type FeedEvent, type ReceivedPage, type GatewayClient, Unreachable } from './gateway-client.js';
import { forward } from './forwarder.js';
import type { ListenOptions } from './listen-options.js';

const WAIT_SECONDS = 25;
const SKIPPED_AT_ONCE = 500;
const EMPTY_PAUSE_MS = 200;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Rare: to come to the end of the feed quickly, pages of this type are skipped. */
const RARE_TYPE = 'policy.expired';

/** Reads the feed and forwards what comes, one event after the other in the feed's order, until the signal ends it. */
export class Listener {
  /** Everything before this place was forwarded; undefined: the oldest event kept. */
  private cursor: string | undefined;
  private pauseMs = 0;

  constructor(
    private readonly client: GatewayClient,
    private readonly options: ListenOptions,
    private readonly print: (line: string) => void,
    private readonly signal: AbortSignal,
  ) {}

  /** Returns where the feed goes on. @throws OperatorError for what waiting does not mend */
  async run(): Promise<string | undefined> {
    const { beginning, types } = this.options;
    if (typeof beginning === 'object') this.cursor = beginning.after;
    if (beginning === 'now') await this.skipToEnd();
    // Both keys and, if it begins now, its place in the feed are known to be good.
    if (beginning === 'now' && !this.signal.aborted) this.print('Ready. Waiting for events …');
    while (!this.signal.aborted) {
      const page = await this.read({ wait: WAIT_SECONDS, ...(types !== null && { types }) });
      for (const event of page?.events ?? []) {
        if (this.signal.aborted) return this.cursor;
        await this.forward(event);
      }
      if (page === null) continue;
      this.cursor = page.next;
      // Which is sooner than it was asked to wait: by a server that stops, for instance.
      if (page.events.length === 0) await this.rest(EMPTY_PAUSE_MS);
    }
    return this.cursor;
  }

  /** Until `next` stays as it is (events.4). */
  private async skipToEnd(): Promise<void> {
    while (!this.signal.aborted) {
      const page = await this.read({ types: RARE_TYPE, limit: SKIPPED_AT_ONCE });
      if (page === null) continue;
      if (page.next === this.cursor) return;
      this.cursor = page.next;
    }
  }

  /** Null when there was none; after a failure it pauses, each time twice as long. */
  private async read(request: { readonly wait?: number; readonly types?: string; readonly limit?: number }): Promise<ReceivedPage | null> {
    try {
      const page = await this.client.readFeed({ ...request, after: this.cursor });
      if (this.pauseMs > 0) this.print('Connected again.');
      this.pauseMs = 0;
      return page;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (error instanceof EventsDeleted) {
        this.print('Events after this place were deleted by age; going on with the oldest that is kept.');
        this.cursor = error.next;
        return null;
      }
      if (!(error instanceof Unreachable)) throw error;
      if (this.pauseMs === 0) this.print(`${error.message} Trying again …`);
      this.pauseMs = Math.min(Math.max(2 * this.pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      await this.rest(Math.max(this.pauseMs, error.retryAfterSeconds * 1000));
      return null;
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  private async forward(event: FeedEvent): Promise<void> {
    const outcome = await forward(event, this.options.forwardTo, this.options.secret, this.signal);
    if (this.signal.aborted) return;
    this.print(`${new Date().toTimeString().slice(0, 8)}  ${event.type}  ${event.id}  → ${outcome}`);
  }
}
