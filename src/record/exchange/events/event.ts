import { toOffsetDateTime } from '../../../common/athens.js';
import type { EventType } from './event-types.js';

/** After a restore an id may be assigned again, but with another nonce. */
export interface EventKey {
  readonly id: number;
  readonly nonce: number;
}

export interface RecordedEvent extends EventKey {
  readonly type: EventType;
  readonly at: Date;
  readonly agentCode: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const NONCE_DIGITS = 8;
const EVENT_ID = /^evt_(\d{1,15})_([0-9a-f]{8})$/;

/** Unique even after a restore (events.1). @example 'evt_1042_1f0c9a3b' */
export function formatEventId({ id, nonce }: EventKey): string {
  return `evt_${id}_${nonce.toString(16).padStart(NONCE_DIGITS, '0')}`;
}

export function parseEventId(text: string): EventKey | null {
  const [, id, nonce] = EVENT_ID.exec(text) ?? [];
  return id === undefined || nonce === undefined ? null : { id: Number(id), nonce: Number.parseInt(nonce, 16) };
}

interface EventMessage {
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function toEventMessage(event: RecordedEvent): EventMessage {
  const { type, at, agentCode, data } = event;
  return { id: formatEventId(event), type, timestamp: toOffsetDateTime(at), data: { agent_code: agentCode, ...data } };
}
