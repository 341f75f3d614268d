import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { getHolder, type UserCaller } from '../../../common/caller.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { buildCursor, formatCursor, parseCursor, type Cursor } from './event-cursor.js';
import { parseEventId, type RecordedEvent } from './event.js';
import type { EventType } from './event-types.js';
import { EventWatch } from './event-watch.js';
import { EventFeedRepository, type FeedPart, type FeedQuery } from './event-feed.repository.js';

interface FeedRequest {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly types?: readonly EventType[] | undefined;
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FeedPage {
  readonly events: readonly RecordedEvent[];
  readonly next: string;
}

type FeedAddress = (after: string) => string;

/** Returns events in published order (events.4, events.7 to events.9). */
@Injectable()
export class EventFeed {
  private readonly shared = new Map<string, Promise<FeedPart>>();

  constructor(
    private readonly repository: EventFeedRepository,
    private readonly watch: EventWatch,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** A page is empty only after `waitMs` without events or when too many calls wait. */
  async read(caller: UserCaller, request: FeedRequest, addressOf: FeedAddress): Promise<FeedPage> {
    const { environment, programId } = caller;
    const { waitMs = 0, signal = new AbortController().signal } = request;
    const untilMs = performance.now() + waitMs;
    let query = toQuery(caller, request);
    for (let isWoken = false; ; isWoken = true) {
      const part = await (isWoken ? this.readShared(caller, query) : this.repository.read(environment, query));
      assertNotDeleted(part, addressOf);
      const { events, readUntil, head, epochs } = part;
      const wait = { environment, programId, agentCodes: query.agentCodes, after: readUntil, untilMs, signal };
      if (events.length > 0 || readUntil < head || !(await this.watch.wait(wait))) return toPage(part);
      query = { ...query, after: buildCursor(readUntil, epochs) };
    }
  }

  async getEnd(environment: Environment): Promise<string> {
    const { head, epochs } = await this.repository.read(environment, { agentCodes: [], after: null, limit: 1, types: null });
    return formatCursor(buildCursor(head, epochs));
  }

  async get({ environment, user }: UserCaller, id: string): Promise<RecordedEvent> {
    const key = parseEventId(id);
    const event = key && (await this.repository.find(environment, key, user.readableAgents));
    if (event === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return event;
  }

  /** Shares one read among calls of a program with the same query. A call that finds nothing waits again. */
  private readShared(caller: UserCaller, query: FeedQuery): Promise<FeedPart> {
    const { environment, programId } = caller;
    const key = JSON.stringify([environment, programId, query]);
    const running = this.shared.get(key);
    if (running !== undefined) return running;
    const { feedReads } = this.bulkheads;
    const read = feedReads.run(getHolder(caller), () => this.repository.read(environment, query)).finally(() => this.shared.delete(key));
    this.shared.set(key, read);
    return read;
  }
}

function assertNotDeleted({ after, oldest, epochs }: FeedPart, addressOf: FeedAddress): void {
  if (after === null || after + 1 >= oldest) return;
  const next = formatCursor(buildCursor(oldest - 1, epochs));
  const text = {
    el: `Τα συμβάντα μετά από αυτό το σημείο διαγράφηκαν λόγω παρέλευσης του χρόνου τήρησης. Συνεχίστε με after=${next}`,
    en: `The events after this cursor were deleted when their retention period ended. Continue with after=${next}`,
  };
  throw new DomainError(ErrorCode.EVENTS_DELETED, { text, links: [{ rel: 'next', href: addressOf(next) }] });
}

function toQuery({ user }: UserCaller, { after, limit, types }: FeedRequest): FeedQuery {
  return { agentCodes: user.readableAgents, after: after === undefined ? null : toCursor(after), limit, types: types ?? null };
}

function toCursor(text: string): Cursor {
  const cursor = parseCursor(text);
  if (cursor !== null) return cursor;
  const violation = {
    el: 'Η τιμή δεν είναι σημείο της ροής συμβάντων. Στείλτε το next της προηγούμενης σελίδας.',
    en: 'The cursor is invalid. Send the next of the previous page.',
  };
  throw DomainError.ofViolations([{ path: 'after', code: ErrorCode.INVALID, text: violation }]);
}

function toPage({ events, readUntil, epochs }: FeedPart): FeedPage {
  return { events, next: formatCursor(buildCursor(readUntil, epochs)) };
}
