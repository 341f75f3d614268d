import { ApiProperty } from '@nestjs/swagger';
import { invalid } from '../../common/validation/checks.js';
import { CheckedText, FromNumericText, IntegerBetween, Unchecked } from '../../common/validation/decorators.js';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from '../../record/exchange/events/event-types.js';

const MAX_LIMIT = 500;
const MAX_WAIT_SECONDS = 25;
const MAX_TYPES_CHARACTERS = 1000;
const NAMES = EVENT_TYPE_NAMES.join(', ');
const EXAMPLE = EVENT_TYPES[0]!;

const DATA_TEXT = [
  "Ids, numbers, statuses and amounts: `agent_code`, whose the object is, and by the event's type:\n",
  ...EVENT_TYPES.map(({ type, data }) => `- \`${type}\`: ${data.map(({ name, text }) => `\`${name}\` (${lower(text)})`).join(', ')}`),
].join('\n');

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
}

function EventTypes(): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= MAX_TYPES_CHARACTERS && splitTypes(value).every((type) => KNOWN.has(type));
  return CheckedText(
    invalid('eventTypes', { el: `Τύποι χωρισμένοι με κόμμα: ${NAMES}.`, en: `Types separated by commas: ${NAMES}.` }, accepts),
  );
}

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPE_NAMES);

export function splitTypes(text: string): EventType[] {
  return text.split(',').map((type) => type.trim()) as EventType[];
}

export class EventQuery {
  /** The `next` of the page before; from the oldest event kept when absent. @example 'MWYwYzlhM2IuMTA0Mg' */
  @Unchecked()
  after?: string;

  /** Types of events, separated by commas; all when absent. @example 'policy.issued,receipt.paid' */
  @EventTypes()
  types?: string;

  /** Events of a page, at most 500; 100 when absent. @example 100 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;

  /** Seconds, at most 25, for which the call may wait for an event; 0 when absent. @example 25 */
  @FromNumericText()
  @IntegerBetween(0, MAX_WAIT_SECONDS)
  wait?: number;
}

export class EventResponse {
  /** Never that of another event; at webhooks the same. @example 'evt_1042_1f0c9a3b' */
  id: string;

  /** What happened. @example 'application.status_changed' */
  type: string;

  /** When it happened: Greek time with its offset. @example '2026-12-01T09:30:00+02:00' */
  timestamp: string;

  @ApiProperty({
    type: 'object',
    selfRequired: true,
    description: DATA_TEXT,
    properties: { agent_code: { type: 'string', description: 'Agent whose object it is.', example: '10001' } },
    required: ['agent_code'],
    additionalProperties: { type: ['string', 'number', 'null'] as unknown as 'string' },
    example: { agent_code: '10001', ...Object.fromEntries(EXAMPLE.data.map(({ name, example }) => [name, example])) },
  })
  data: Record<string, unknown>;
}

export class EventListResponse {
  /** In the order in which they were published. */
  events: EventResponse[];

  /** Where the next page begins, for `after`; also of an empty page. @example 'MWYwYzlhM2IuMTA0Mg' */
  next: string;
}
