import type { ApplicationChange, ApplicationFields } from './application.js';
import type { LineCode } from '../../reference/products/line-table.js';

/** Code of the message that tells the agent of a scheduled cancellation. */
export const SCHEDULED_MESSAGE = 'CANCELLATION_SCHEDULED';

/** Adds to a change that a scheduled cancellation no longer applies. */
export function dropSchedule<C extends LineCode>(
  current: Pick<ApplicationFields, 'cancelsOn' | 'messages'>,
  change: ApplicationChange<C> = {},
): ApplicationChange<C> {
  if (current.cancelsOn === null) return change;
  const messages = (change.messages ?? current.messages).filter(({ code }) => code !== SCHEDULED_MESSAGE);
  return { ...change, cancelsOn: null, messages };
}
