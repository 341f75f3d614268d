import { ApiProperty } from '@nestjs/swagger';
import { buildCheck } from '../../common/validation/checks.js';
import { CheckedText, FromNumericText, IntegerBetween, Unchecked } from '../../common/validation/decorators.js';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from '../../record/exchange/events/event-types.js';

const MAX_LIMIT = 500;
const MAX_WAIT_SECONDS = 25;
const MAX_TYPES_CHARACTERS = 1000;
const EXAMPLE = EVENT_TYPES[0]!;

const DATA_TEXT = [
  'Ids, numbers, statuses and amounts: `agent_code`, the agent of the object, and by type of event:\n',
  ...EVENT_TYPES.map(({ type, data }) => `- \`${type}\`: ${data.map(({ name, text }) => `\`${name}\` (${lower(text)})`).join(', ')}`),
].join('\n');

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
}

function EventTypes(): PropertyDecorator {
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= MAX_TYPES_CHARACTERS && parseTypes(value).every((type) => KNOWN.has(type));
  const text = {
    el: `Τύποι συμβάντων χωρισμένοι με κόμμα, όπως ${EXAMPLE.type}. Το docs/events.md τους έχει όλους.`,
    en: `Types of events separated by commas, such as ${EXAMPLE.type}. docs/events.md has all of them.`,
  };
  return CheckedText(buildCheck('eventTypes', text, accepts));
}

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPE_NAMES);

export function parseTypes(text: string): EventType[] {
  return text.split(',').map((type) => type.trim()) as EventType[];
}

export class EventQuery {
  /** Cursor `next` of the previous page; the oldest stored event when absent. @example 'MWYwYzlhM2IuMTA0Mg' */
  @Unchecked()
  after?: string;

  /** Types of events, separated by commas; all when absent. @example 'policy.issued,receipt.paid' */
  @EventTypes()
  types?: string;

  /** Events of a page, at most 500; 100 when absent. @example 100 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;

  /** Seconds to wait for an event, at most 25; 0 when absent. @example 25 */
  @FromNumericText()
  @IntegerBetween(0, MAX_WAIT_SECONDS)
  wait?: number;
}

export class EventResponse {
  /** Unique id of the event, also in webhooks. @example 'evt_1042_1f0c9a3b' */
  id: string;

  /** Type of the event. @example 'application.status_changed' */
  type: string;

  /** Time of the event, Greek time with its offset. @example '2026-12-01T09:30:00+02:00' */
  timestamp: string;

  @ApiProperty({
    type: 'object',
    selfRequired: true,
    description: DATA_TEXT,
    properties: { agent_code: { type: 'string', description: 'Agent of the object.', example: '10001' } },
    required: ['agent_code'],
    additionalProperties: { type: ['string', 'number', 'null'] as unknown as 'string' },
    example: { agent_code: '10001', ...Object.fromEntries(EXAMPLE.data.map(({ name, example }) => [name, example])) },
  })
  data: Record<string, unknown>;
}

export class EventListResponse {
  /** Events in the order of publication. */
  events: EventResponse[];

  /** Cursor of the next page for `after`; empty pages have one too. @example 'MWYwYzlhM2IuMTA0Mg' */
  next: string;
}
