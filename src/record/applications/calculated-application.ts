import type { RuleMessage } from '../../pricing/price.js';
import type { ApplicationRecord, RecordMessage, Severity } from './application.js';

/** The columns that a calculation fills. */
export type RatedFields = Pick<
  ApplicationRecord,
  'startDate' | 'endDate' | 'payFrequencyMonths' | 'clientAfm' | 'clientName' | 'price' | 'enfiaEligible' | 'messages' | 'calculatedAt'
>;

const SEVERITIES: Readonly<Record<RuleMessage['outcome'], Severity>> = { '00': 'error', '25': 'referral', WARN: 'warning' };

export function ruleMessages(messages: readonly RuleMessage[]): RecordMessage[] {
  return messages.map(({ code, outcome, where, text }) => ({ code, severity: SEVERITIES[outcome], path: where, text }));
}
