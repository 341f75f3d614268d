import { addMonths, type LocalDate } from '../../../common/athens.js';
import type { Occasion } from '../../../common/caller.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import type { Calculation, RuleMessage } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { PayFrequencyMonths } from '../../reference/products/pay-frequency.js';
import type { ApplicationFields, RecordMessage, Severity } from './application.js';
import { termsMessages } from './approval-messages.js';
import { approvalFor, type Approval, type Terms } from './approval.js';
import { Status, type CalculatedStatus } from './status.js';

/** The columns that a calculation fills. */
export type RatedFields = Pick<
  ApplicationFields,
  'startDate' | 'endDate' | 'payFrequencyMonths' | 'clientAfm' | 'clientName' | 'price' | 'enfiaEligible' | 'messages' | 'calculatedAt'
>;

/** A calculation of the stored facts, as of the moment of a call. */
export interface CalculatedApplication {
  readonly status: CalculatedStatus;
  /** Everything of the record that follows from the questionnaire. */
  readonly fields: RatedFields;
  /** Undefined when none is valid at the start. */
  readonly tariff: Tariff | undefined;
  /** Last day on which the stored price stands although a new calculation may differ; absent where nothing is frozen. */
  readonly frozenUntil?: LocalDate;
}

/** What of a questionnaire a line's calculator knows. */
export interface RatedQuestionnaire {
  readonly startDate: LocalDate;
  readonly payFrequencyMonths: PayFrequencyMonths;
  readonly client: { readonly afm: string; readonly lastName: string; readonly firstName?: string | undefined };
  /** The last one; it counts for the risk it was given for. */
  readonly approval: Approval | null;
  readonly riskHash: () => string;
  readonly tariff: Tariff | undefined;
  readonly calculate: (tariff: Tariff, terms: Terms | null) => Calculation;
  readonly frozenUntil?: LocalDate | undefined;
}

const MONTHS_INSURED = 12;

/** The price and the fields that follow: with the terms of an approval that counts, and what was referred may proceed then. */
export function calculatedApplication({ at }: Occasion, rated: RatedQuestionnaire): CalculatedApplication {
  const { startDate, payFrequencyMonths, client, tariff, frozenUntil } = rated;
  const approval = approvalFor(rated.approval, rated.riskHash);
  const calculation = tariff ? rated.calculate(tariff, approval?.terms ?? null) : NO_TARIFF;
  return {
    status: statusUnder(approval, calculation),
    tariff,
    frozenUntil,
    fields: {
      startDate,
      endDate: addMonths(startDate, MONTHS_INSURED),
      payFrequencyMonths,
      clientAfm: client.afm,
      clientName: [client.lastName, client.firstName].filter(Boolean).join(' '),
      price: calculation.price,
      enfiaEligible: calculation.enfiaEligible,
      messages: calculationMessages(approval, calculation, tariff),
      calculatedAt: at,
    },
  };
}

/** For an application that starts when no tariff is on sale. */
const NO_TARIFF: Calculation = {
  status: Status.IN_ENTRY,
  messages: [{ code: ErrorCode.NO_TARIFF, outcome: Status.IN_ENTRY, where: 'application', text: ERROR_TEXTS[ErrorCode.NO_TARIFF] }],
  price: null,
  enfiaEligible: [],
};

/** What was referred may proceed when it is approved, on terms that the tariff allows: other terms need another approval. */
function statusUnder(approval: Approval | null, { status, hasRefusedTerms }: Calculation): CalculatedStatus {
  return approval !== null && hasRefusedTerms !== true && status === Status.NEEDS_APPROVAL ? Status.CALCULATED : status;
}

const SEVERITIES: Readonly<Record<RuleMessage['outcome'], Severity>> = { '00': 'error', '25': 'referral', WARN: 'warning' };

/** What the agent reads of a calculation: the terms of the approval that counts in it, then what the rules say. */
function calculationMessages(
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
