import type { Schema } from '../api/schema.js';
import type { MessageId } from '../messages/language.js';
import type { Titles } from './codes.js';

/** Kinds of entries of an agent's account. */
export const ENTRY_KINDS: Titles = {
  CHARGE: 'entry.CHARGE',
  REFUND: 'entry.REFUND',
  SETTLEMENT: 'entry.SETTLEMENT',
  AGENT_CREDIT: 'entry.AGENT_CREDIT',
  AGENT_CREDIT_RETURN: 'entry.AGENT_CREDIT_RETURN',
  COMMISSION: 'entry.COMMISSION',
  COMMISSION_RETURN: 'entry.COMMISSION_RETURN',
  COMMISSION_STATEMENT: 'entry.COMMISSION_STATEMENT',
  REVERSAL: 'entry.REVERSAL',
};

/** Ages of an agent's debt. */
export const DEBT_AGES = {
  not_due: 'account.notDue',
  days_0_30: 'account.days30',
  days_31_60: 'account.days60',
  days_61_90: 'account.days90',
  over_90: 'account.over90',
} as const satisfies Record<keyof Schema<'AgedDebtResponse'>, MessageId>;
