import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { listStatusesIn } from '../../../record/core/applications/status-list.js';
import { Status } from '../../../record/core/applications/status.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { ReferralReasonResponse } from '../applications/staff-application.dto.js';

const QUEUES: readonly Status[] = [Status.UNDER_REVIEW, Status.DOCUMENTS_REQUESTED, Status.PREPAY];

const STATUSES_CHECK = buildCheck(
  'amendmentQueues',
  { el: `Κωδικοί ${QUEUES.join(', ')}, χωρισμένοι με κόμμα.`, en: `Codes ${QUEUES.join(', ')}, separated by commas.` },
  (value) => typeof value === 'string' && listStatusesIn(value).every((code) => QUEUES.includes(code)),
);

export class AmendmentQueueQuery extends PageQueryDto {
  /** Statuses with commas: 30 (underwriter; default), 11 (documents requested), 45 (to be paid). @example '30,11' */
  @CheckedText(STATUSES_CHECK)
  status?: string;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Code of the agent. @example '10001' */
  @TextUpTo(20)
  agent?: string;
}

export class QueuedAmendmentResponse {
  /** Id of the policy. @example 42 */
  applicationId: number;
  /** Number of the act within its policy. @example 1 */
  amendmentNo: number;
  /** Number of the policy. @example 'P260000042' */
  policyNo: string;
  /** Line of business: fire or motor. @example 'fire' */
  line: string;
  /** Title of the line in the language of the call. @example 'Πυρός' */
  lineTitle: string;
  /** Kind. @example 'CHANGE' */
  kind: string;
  /** Title of the kind. @example 'Μεταβολή στοιχείων' */
  kindTitle: string;
  /** Status code. @example '30' */
  status: string;
  /** Title of the status. @example 'Προς έγκριση στην Ανάληψη Κινδύνων' */
  statusTitle: string;
  /** First day of the change. @example '2027-03-15' */
  effectiveDate: string;
  /** Amount to pay now, euro; below zero it is given back. @example 43.25 */
  gross: number;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  agentName: string;
  /** Time since which it waits, Athens. @example '2027-03-15T10:20:00' */
  waitingSince: string;
  /** Rules that require an underwriter. */
  reasons: ReferralReasonResponse[];
}

export class AmendmentQueueResponse extends PageResponseOf(QueuedAmendmentResponse) {}
