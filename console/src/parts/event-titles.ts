import type { EventType } from '../../../src/record/exchange/events/event-types.js';
import '../messages/hooks.js';
import type { MessageId, Text } from '../messages/language.js';

/** Titles of all event types. */
export const EVENT_TITLES: Readonly<Record<EventType, MessageId>> = {
  'application.status_changed': 'event.application.status_changed',
  'application.transferred': 'event.application.transferred',
  'underwriting.decided': 'event.underwriting.decided',
  'offer.made': 'event.offer.made',
  'policy.issued': 'event.policy.issued',
  'policy.renewed': 'event.policy.renewed',
  'renewal.prepared': 'event.renewal.prepared',
  'policy.reinstated': 'event.policy.reinstated',
  'amendment.status_changed': 'event.amendment.status_changed',
  'policy.changed': 'event.policy.changed',
  'policy.lapsed': 'event.policy.lapsed',
  'policy.cancelled': 'event.policy.cancelled',
  'policy.expired': 'event.policy.expired',
  'receipt.created': 'event.receipt.created',
  'receipt.paid': 'event.receipt.paid',
  'receipt.reopened': 'event.receipt.reopened',
  'receipt.cancelled': 'event.receipt.cancelled',
  'document.created': 'event.document.created',
  'service_request.updated': 'event.service_request.updated',
  'customer.accepted': 'event.customer.accepted',
  'customer.rejected': 'event.customer.rejected',
  'withdrawal.received': 'event.withdrawal.received',
  'api_key.expiring': 'event.api_key.expiring',
  'clock.ready': 'event.clock.ready',
};

/** Returns the title of a type. A test is not in the feed. */
export function titleOfEvent(t: Text, type: string): string {
  const titles: Readonly<Record<string, MessageId>> = { ...EVENT_TITLES, 'webhook.test': 'event.webhook.test' };
  const title = titles[type];
  return title === undefined ? type : t(title);
}
