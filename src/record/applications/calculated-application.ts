import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import type { Calculation, RuleMessage } from '../../pricing/price.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord, RecordMessage, Severity } from './application.js';
import { termsMessages } from './approval-messages.js';
import type { Approval } from './approval.js';
import { Status, type CalculatedStatus } from './status.js';

/** The columns that a calculation fills. */
export type RatedFields = Pick<
  ApplicationRecord,
  'startDate' | 'endDate' | 'payFrequencyMonths' | 'clientAfm' | 'clientName' | 'price' | 'enfiaEligible' | 'messages' | 'calculatedAt'
>;

/** Of an application for whose start no tariff is on sale. */
export const NO_TARIFF: Calculation = {
  status: Status.IN_ENTRY,
  messages: [{ code: ErrorCode.NO_TARIFF, outcome: Status.IN_ENTRY, where: 'application', text: ERROR_TEXTS[ErrorCode.NO_TARIFF] }],
  price: null,
  enfiaEligible: [],
};

/** What was referred may proceed when it is approved, on terms that the tariff allows: other terms need another approval. */
export function statusUnder(approval: Approval | null, { status, hasRefusedTerms }: Calculation): CalculatedStatus {
  return approval !== null && hasRefusedTerms !== true && status === Status.NEEDS_APPROVAL ? Status.CALCULATED : status;
}

const SEVERITIES: Readonly<Record<RuleMessage['outcome'], Severity>> = { '00': 'error', '25': 'referral', WARN: 'warning' };

/** What the agent reads of a calculation: the terms of the approval that counts in it, then what the rules say. */
export function calculationMessages(
  approval: Approval | null,
  { messages, hasRefusedTerms }: Calculation,
  tariff: Tariff | undefined,
): RecordMessage[] {
  const terms = hasRefusedTerms === true ? null : approval?.terms;
  return [...(terms && tariff ? termsMessages(terms, tariff) : []), ...ruleMessages(messages)];
}

export function ruleMessages(messages: readonly RuleMessage[]): RecordMessage[] {
  return messages.map(({ code, outcome, where, text }) => ({ code, severity: SEVERITIES[outcome], path: where, text }));
}
