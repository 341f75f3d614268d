import type { ApplicationChange, ApplicationFields } from './application.js';
import type { LineCode } from '../../reference/products/line-table.js';

export const SCHEDULED_MESSAGE = 'CANCELLATION_SCHEDULED';

export function dropSchedule<C extends LineCode>(
  current: Pick<ApplicationFields, 'cancelsOn' | 'messages'>,
  change: ApplicationChange<C> = {},
): ApplicationChange<C> {
  if (current.cancelsOn === null) return change;
  const messages = (change.messages ?? current.messages).filter(({ code }) => code !== SCHEDULED_MESSAGE);
  return { ...change, cancelsOn: null, messages };
}
