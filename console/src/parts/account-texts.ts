import type { Schema } from '../api/schema.js';
import type { MessageId } from '../messages/language.js';

/** Ages of an agent's debt. */
export const DEBT_AGES = {
  not_due: 'account.notDue',
  days_0_30: 'account.days30',
  days_31_60: 'account.days60',
  days_61_90: 'account.days90',
  over_90: 'account.over90',
} as const satisfies Record<keyof Schema<'AgedDebtResponse'>, MessageId>;
