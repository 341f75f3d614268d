import { toOffsetDateTime } from '../../../common/athens.js';
import type { EventType } from './event-types.js';

/** Key of an event. After the restore of a backup an id may be given again, with another nonce. */
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

/** Formats the id as programs get it: `evt_1042_1f0c9a3b`. Never that of another event, also after a restore (events.1). */
export function eventId({ id, nonce }: EventKey): string {
  return `evt_${id}_${nonce.toString(16).padStart(NONCE_DIGITS, '0')}`;
}

/** Returns null for an invalid id. */
export function parseEventId(text: string): EventKey | null {
  const [, id, nonce] = EVENT_ID.exec(text) ?? [];
  return id === undefined || nonce === undefined ? null : { id: Number(id), nonce: Number.parseInt(nonce, 16) };
}

/** An event as the feed and webhooks send it (events.1). */
export interface EventMessage {
  readonly id: string;
  readonly type: EventType;
  /** Athens time with its offset, `2026-12-01T09:30:00+02:00`. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function toEventMessage(event: RecordedEvent): EventMessage {
  const { type, at, agentCode, data } = event;
  return { id: eventId(event), type, timestamp: toOffsetDateTime(at), data: { agent_code: agentCode, ...data } };
}
