import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { holderOf, type UserCaller } from '../../../common/caller.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { cursorAt, formatCursor, parseCursor, type Cursor } from './event-cursor.js';
import { parseEventId, type RecordedEvent } from './event.js';
import type { EventType } from './event-types.js';
import { EventWatch } from './event-watch.js';
import { EventFeedRepository, type FeedPart, type FeedQuery } from './event-feed.repository.js';

export interface FeedRequest {
  /** `next` of the previous page; absent: from the oldest stored event. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Absent: all. */
  readonly types?: readonly EventType[] | undefined;
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FeedPage {
  readonly events: readonly RecordedEvent[];
  /** Cursor of the next page. */
  readonly next: string;
}

/** Builds the address to read on from a cursor. */
export type FeedAddress = (after: string) => string;

/** Events of the agents that the caller may read, in the order in which they were published (events.4, events.7 to events.9). */
@Injectable()
export class EventFeed {
  /** Reads of woken calls, by what they ask for. */
  private readonly shared = new Map<string, Promise<FeedPart>>();

  constructor(
    private readonly repository: EventFeedRepository,
    private readonly watch: EventWatch,
    private readonly bulkheads: Bulkheads,
  ) {}

  /**
   * Returns a page; an empty one only after `waitMs` without events, or when too many wait.
   * @throws DomainError INVALID at `after`; EVENTS_DELETED with a link made by `addressOf`; UNAVAILABLE
   */
  async read(caller: UserCaller, request: FeedRequest, addressOf: FeedAddress): Promise<FeedPage> {
    const { environment, programId } = caller;
    const { waitMs = 0, signal = new AbortController().signal } = request;
    const untilMs = performance.now() + waitMs;
    let query = queryOf(caller, request);
    for (let isWoken = false; ; isWoken = true) {
      const part = await (isWoken ? this.readShared(caller, query) : this.repository.read(environment, query));
      assertNotDeleted(part, addressOf);
      const { events, readUntil, head, epochs } = part;
      const wait = { environment, programId, agentCodes: query.agentCodes, after: readUntil, untilMs, signal };
      if (events.length > 0 || readUntil < head || !(await this.watch.wait(wait))) return pageOf(part);
      query = { ...query, after: cursorAt(readUntil, epochs) };
    }
  }

  /** @throws DomainError EVENT_NOT_FOUND, for a missing, a malformed and another agent's id alike */
  async get({ environment, user }: UserCaller, id: string): Promise<RecordedEvent> {
    const key = parseEventId(id);
    const event = key && (await this.repository.find(environment, key, user.readableAgents));
    if (event === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return event;
  }

  /** Lets calls of a program that ask for the same share one read. One whose read began too early finds nothing and waits again. */
  private readShared(caller: UserCaller, query: FeedQuery): Promise<FeedPart> {
    const { environment, programId } = caller;
    const asked = JSON.stringify([environment, programId, query]);
    const known = this.shared.get(asked);
    if (known !== undefined) return known;
    const { feedReads } = this.bulkheads;
    const read = feedReads.run(holderOf(caller), () => this.repository.read(environment, query)).finally(() => this.shared.delete(asked));
    this.shared.set(asked, read);
    return read;
  }
}

function assertNotDeleted({ after, oldest, epochs }: FeedPart, addressOf: FeedAddress): void {
  if (after === null || after + 1 >= oldest) return;
  const next = formatCursor(cursorAt(oldest - 1, epochs));
  const text = {
    el: `Τα συμβάντα μετά από αυτό το σημείο διαγράφηκαν λόγω παρέλευσης του χρόνου τήρησης. Συνεχίστε με after=${next}`,
    en: `The events after this cursor were deleted when their retention period ended. Continue with after=${next}`,
  };
  throw new DomainError(ErrorCode.EVENTS_DELETED, { text, links: [{ rel: 'next', href: addressOf(next) }] });
}

function queryOf({ user }: UserCaller, { after, limit, types }: FeedRequest): FeedQuery {
  return { agentCodes: user.readableAgents, after: after === undefined ? null : toCursor(after), limit, types: types ?? null };
}

function toCursor(text: string): Cursor {
  const cursor = parseCursor(text);
  if (cursor !== null) return cursor;
  const fault = {
    el: 'Η τιμή δεν είναι σημείο της ροής συμβάντων. Στείλτε το next της προηγούμενης σελίδας.',
    en: 'The cursor is invalid. Send the next of the previous page.',
  };
  throw DomainError.ofFaults([{ path: 'after', code: ErrorCode.INVALID, text: fault }]);
}

function pageOf({ events, readUntil, epochs }: FeedPart): FeedPage {
  return { events, next: formatCursor(cursorAt(readUntil, epochs)) };
}
