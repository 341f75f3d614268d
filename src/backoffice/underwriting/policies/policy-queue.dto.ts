import { PickType } from '@nestjs/swagger';
import { IsoDate, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { IntegerParameter, RequiredOneOf } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { StaffApplicationResponse } from '../applications/staff-application.dto.js';

/** Instalments due or overdue, and policies to renew, with an unissued renewal, ending, or to be cancelled. */
export const POLICY_QUEUES = ['due', 'overdue', 'renew', 'renewing', 'ending', 'cancelling'] as const;
export type PolicyQueue = (typeof POLICY_QUEUES)[number];

export const POLICY_SORTS = ['dueDate', '-dueDate'] as const;
export const MAX_DAYS = 366;

export class PolicyQueueQuery extends PageQueryDto {
  /** due, overdue, renew, renewing, ending or cancelling. @example 'due' */
  @RequiredOneOf(POLICY_QUEUES)
  queue: string;

  /** Number of days ahead; 30 for due and ending, 60 for renewing and 366 for cancelling when absent. @example 30 */
  @IntegerParameter(0, MAX_DAYS)
  days?: number;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Code of the agent. @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Earliest due date or end of insurance. @example '2026-12-01' */
  @IsoDate()
  from?: string;

  /** Day before which it is due or ends. @example '2027-01-01' */
  @IsoDate()
  to?: string;

  /** Earliest day first, or latest with a minus; earliest when absent. @example 'dueDate' */
  @OneOf(POLICY_SORTS)
  sort?: string;
}

export class QueuedPolicyResponse extends PickType(StaffApplicationResponse, [
  'line',
  'status',
  'statusTitle',
  'clientName',
  'clientAfm',
  'agentCode',
  'plateNo',
  'endDate',
]) {
  /** Id of the policy. @example 1 */
  applicationId: number;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο' */
  agentName: string | null;
  /** Gross premium in euro: of the instalment, of the whole year, or of the year of the renewal. @example 92.4 */
  amount: number | null;
  /** Due date of the instalment, end of the policy, or day of its cancellation. @example '2027-03-01' */
  dueDate: string;
  /** Number of the instalment's receipt; null for an ending policy. @example 18 */
  receiptNo: number | null;
  /** Number of the instalment; null for an ending policy. @example 2 */
  instalmentNo: number | null;
  /** Address of the first insured object, or of the client. @example 'Λεωφόρος Κηφισίας 100, 11527 Αθήνα' */
  address: string | null;
  /** Id of the renewal; null without one that is still valid. @example 2077 */
  renewalId: number | null;
  /** Status of the renewal. @example '45' */
  renewalStatus: string | null;
  /** Title of that status. @example 'Αναμονή πληρωμής' */
  renewalStatusTitle: string | null;
}

export class PolicyQueueResponse extends PageResponseOf(QueuedPolicyResponse) {}
