import { Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController, Waits } from '../../gateway/handler/decorators.js';
import { toEventMessage } from '../../record/exchange/events/event.js';
import { EventFeed } from '../../record/exchange/events/event-feed.js';
import { EVENTS_DELETED_RESPONSE } from '../../gateway/documentation/events-deleted-response.js';
import { EventListResponse, EventQuery, EventResponse, parseTypes } from './event.dto.js';

const PATH = 'events-api/resources/events';
const DEFAULT_LIMIT = 100;

@ServiceController('events-api', 'resources/events')
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  /**
   * List the events after a cursor, to follow what happens to the agent's objects. In the order of publication, each
   * event once. Continue with `next`, even after an empty page. A supervisor gets the events of its delegates too. With
   * `wait` the response is delayed until there is an event.
   */
  @Get()
  @Waits()
  @ApiOkResponse({ type: EventListResponse })
  @ApiResponse(EVENTS_DELETED_RESPONSE)
  async listEvents(
    @CurrentCaller() caller: UserCaller,
    @Query() query: EventQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventListResponse> {
    const { after, limit = DEFAULT_LIMIT, wait = 0 } = query;
    const types = query.types === undefined ? undefined : parseTypes(query.types);
    const addressOf = (next: string): string =>
      `${caller.root}/${PATH}?${new URLSearchParams({ ...listParameters(query), after: next }).toString()}`;
    const page = await this.feed.read(caller, { after, types, limit, waitMs: wait * 1000, signal: createGoneSignal(response) }, addressOf);
    return { events: page.events.map(toEventMessage), next: page.next };
  }

  /** Get an event by its id. */
  @Get(':id')
  async getEvent(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<EventResponse> {
    return toEventMessage(await this.feed.get(caller, id));
  }
}

/** Creates a signal that is aborted when the caller disconnects before the response. */
function createGoneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function listParameters(query: EventQuery): Record<string, string> {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
