import type { LocalDate } from '../../../common/athens.js';
import type { Occasion } from '../../../common/caller.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Price } from '../../../pricing/price.js';
import type { Approval } from './approval.js';
import type { LineCode, Questionnaires } from '../../reference/products/questionnaires.js';
import type { PayFrequencyMonths } from '../../reference/products/pay-frequency.js';
import type { ActorRole } from './state-table.js';
import type { Receipt } from './receipt.js';
import type { CalculatedStatus, Status } from './status.js';

/** An application and, from issue on, a policy, without what its line keeps of it. */
export interface ApplicationFields {
  readonly id: number;
  readonly line: LineCode;
  readonly applicationNo: string;
  readonly policyNo: string | null;
  readonly status: Status;
  readonly agentCode: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly issueDate: LocalDate | null;
  readonly payFrequencyMonths: PayFrequencyMonths;
  readonly clientAfm: string;
  readonly clientName: string;
  readonly plateNo: string | null;
  readonly price: Price | null;
  /** One entry per insured object. */
  readonly enfiaEligible: readonly boolean[];
  readonly messages: readonly RecordMessage[];
  readonly calculatedAt: Date;
  /** The last approval of an underwriter; it counts for the risk it was given for. */
  readonly approval: Approval | null;
  /** The instant from which the customer's answer is no longer awaited (39, 12). */
  readonly acceptBy: Date | null;
  /** When the customer agreed to a vehicle's terms (12). */
  readonly acceptedAt: Date | null;
  /** The instant from which the prepaid price can no longer be paid. */
  readonly payBy: Date | null;
  readonly paymentCode: string | null;
  readonly policyDocumentId: number | null;
  readonly lastReceipt: LastReceipt | null;
  /** Id of the policy whose next year this is. */
  readonly renewalOf: number | null;
  /** Id of the latest renewal made of this policy; it may have been cancelled since. */
  readonly renewedBy: number | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * An application: one row. Its questionnaire is what the agent sent, as the line keeps it: validated, with the ids of its items. The record itself acts
 * on the other fields only. For all lines it is a union by `line`.
 */
export type ApplicationRecord<C extends LineCode = LineCode> = {
  readonly [Line in C]: ApplicationFields & { readonly line: Line; readonly questionnaire: Questionnaires[Line] };
}[C];

export type Severity = 'error' | 'referral' | 'warning';

/** Message of the calculation or an underwriter to the agent; `path` is the place in the application. */
export interface RecordMessage {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly text: Text;
}

/** The receipt paid last, in short; the whole one is read by its number. */
export type LastReceipt = Pick<Receipt, 'receiptNo' | 'instalmentNo' | 'issueDate' | 'periodFrom' | 'periodTo' | 'gross'>;

/** Fields that an action may change. Numbers, agent, line and the dates of the row itself never change. */
export type ApplicationChange<C extends LineCode = LineCode> = Partial<
  Omit<ApplicationFields, 'id' | 'line' | 'applicationNo' | 'agentCode' | 'status' | 'version' | 'createdAt' | 'updatedAt'>
> & { readonly questionnaire?: Questionnaires[C] };

type DraftFields = Pick<
  ApplicationFields,
  | 'agentCode'
  | 'startDate'
  | 'endDate'
  | 'payFrequencyMonths'
  | 'clientAfm'
  | 'clientName'
  | 'plateNo'
  | 'price'
  | 'enfiaEligible'
  | 'messages'
  | 'calculatedAt'
> &
  Partial<Pick<ApplicationFields, 'id' | 'applicationNo' | 'policyNo' | 'renewalOf'>> & { readonly status: CalculatedStatus };

/** A new application before it has a number; a renewal is numbered beforehand. */
export type ApplicationDraft<C extends LineCode = LineCode> = {
  readonly [Line in C]: DraftFields & { readonly line: Line; readonly questionnaire: Questionnaires[Line] };
}[C];

/** The one who acts (an agent through a program, staff, the bank or the clock), where and when. */
export interface Actor extends Writer, Occasion {
  readonly role: ActorRole;
  readonly name: string;
  readonly keyPrefix: string | null;
  readonly agentCode: string | null;
  /** The versions of the application that an action of staff may be on; absent where any will do. */
  readonly expectedVersions?: readonly number[] | undefined;
}

/** Record of an action, stored with every state and every transition. */
export interface AuditStamp {
  readonly action: string;
  readonly actor: string;
  readonly actorName: string;
  readonly keyPrefix: string | null;
  readonly agentCode: string | null;
  readonly reason: string | null;
  readonly at: Date;
}
