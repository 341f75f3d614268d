import { Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toErrorResponse } from '../../gateway/call/error-entity.js';
import { headersOf } from '../../gateway/documentation/response-headers.js';
import { CurrentCaller, ServiceController, Waits } from '../../gateway/handler/decorators.js';
import { toEventMessage } from '../../record/exchange/events/event.js';
import { EventFeed } from '../../record/exchange/events/event-feed.js';
import { EventListResponse, EventQuery, EventResponse, splitTypes } from './event.dto.js';

const PATH = 'events-api/resources/events';
const DEFAULT_LIMIT = 100;

/** Describes the refusal of a cursor whose events were deleted (events.7). */
const EVENTS_DELETED_RESPONSE: ApiResponseOptions = {
  status: 410,
  description: 'The events after the cursor were deleted by age; the text, and `Link` with `rel="next"`, say from where to go on',
  headers: headersOf('Link'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorResponse' },
      examples: { [ErrorCode.EVENTS_DELETED]: { value: toErrorResponse(new DomainError(ErrorCode.EVENTS_DELETED), 'en') } },
    },
  },
};

/** What happened to the objects of the agent (events.1 to events.9). */
@ServiceController('events-api', 'resources/events')
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  /**
   * What happened since a place in the feed. In the order of publication, each event once. `next` leads on, from an empty page too; a supervisor
   * gets the events of its delegates with its own. With `wait` the call is held until there is an event.
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
    const types = query.types === undefined ? undefined : splitTypes(query.types);
    const addressOf = (next: string): string =>
      `${caller.root}/${PATH}?${new URLSearchParams({ ...namesOf(query), after: next }).toString()}`;
    const page = await this.feed.read(caller, { after, types, limit, waitMs: wait * 1000, signal: goneSignal(response) }, addressOf);
    return { events: page.events.map(toEventMessage), next: page.next };
  }

  /** One event. */
  @Get(':id')
  async getEvent(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<EventResponse> {
    return toEventMessage(await this.feed.get(caller, id));
  }
}

/** Aborted when the caller goes away before its response. */
function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** The parameters of the call, as it sent them. */
function namesOf(query: EventQuery): Record<string, string> {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
