import type { LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Transaction } from '../../../store/store.js';
import type { Price, PayFrequencyMonths } from '../../../pricing/price.js';
import type { Approval } from './approval.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import type { ActorRole } from './state-table.js';
import type { Receipt } from './receipt.js';
import type { CalculatedStatus, Status } from './status.js';

/** An application and, from issue on, a policy, without its questionnaire. */
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
  readonly enfiaEligible: readonly boolean[];
  readonly messages: readonly RecordMessage[];
  readonly calculatedAt: Date;
  /** Counts only for the risk it was given for. */
  readonly approval: Approval | null;
  /** End of the customer's time to answer (39, 12). */
  readonly acceptBy: Date | null;
  /** Instant at which the customer agreed to a vehicle's terms (12). */
  readonly acceptedAt: Date | null;
  readonly payBy: Date | null;
  readonly paymentCode: string | null;
  readonly policyDocumentId: number | null;
  readonly lastReceipt: LastReceipt | null;
  readonly renewalOf: number | null;
  /** Latest renewal, which may be cancelled. */
  readonly renewedBy: number | null;
  readonly cancelsOn: LocalDate | null;
  /** First day on which an issued amendment changes the contract; null without one ahead. */
  readonly changesOn: LocalDate | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Only its line reads the questionnaire; a union by `line`. */
export type ApplicationRecord<C extends LineCode = LineCode> = {
  readonly [Line in C]: ApplicationFields & { readonly line: Line; readonly questionnaire: Questionnaires[Line] };
}[C];

export type Severity = 'error' | 'referral' | 'warning';

export interface RecordMessage {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly text: Text;
}

export interface LastReceipt extends Pick<Receipt, 'receiptNo' | 'instalmentNo' | 'issueDate' | 'periodFrom' | 'periodTo' | 'gross'> {
  /** First day without cover before a late payment. */
  readonly gapFrom?: LocalDate;
}

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

/** Only a renewal has a number already. */
export type ApplicationDraft<C extends LineCode = LineCode> = {
  readonly [Line in C]: DraftFields & { readonly line: Line; readonly questionnaire: Questionnaires[Line] };
}[C];

export interface Actor extends Writer, OperationContext {
  readonly role: ActorRole;
  readonly name: string;
  readonly keyPrefix: string | null;
  readonly agentCode: string | null;
  readonly expectedVersions?: readonly number[] | undefined;
}

export interface AuditStamp {
  readonly action: string;
  readonly actor: string;
  readonly actorName: string;
  readonly keyPrefix: string | null;
  readonly agentCode: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

export type AuditWriter = (tx: Transaction, details: Readonly<Record<string, unknown>>) => Promise<void>;
