import { FromNumericText, IntegerBetween, IsoDate, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

/** What is to be done about a policy. */
export const POLICY_QUEUES = ['due', 'overdue', 'renew', 'ending'] as const;
export type PolicyQueue = (typeof POLICY_QUEUES)[number];

export const POLICY_SORTS = ['dueDate', '-dueDate'] as const;
const MAX_DAYS = 366;

export class PolicyQueueQuery extends PageQueryDto {
  /** What is to be done: due, overdue, renew or ending @example 'due' */
  @Required()
  @OneOf(POLICY_QUEUES)
  queue: string;

  /** How many days ahead, of due and ending; 30 when it is not given @example 30 */
  @FromNumericText()
  @IntegerBetween(0, MAX_DAYS)
  days?: number;

  /** Line of business: fire or motor @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Agent it belongs to @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Due or ending from this day on @example '2026-12-01' */
  @IsoDate()
  from?: string;

  /** Due or ending before this day @example '2027-01-01' */
  @IsoDate()
  to?: string;

  /** Earliest day first, or, with a hyphen, the latest; the earliest when it is not given @example 'dueDate' */
  @OneOf(POLICY_SORTS)
  sort?: string;
}

export class QueuedPolicyResponse {
  /** Id of the policy @example 1 */
  applicationId: number;

  /** Number of the policy @example 'P260000001' */
  policyNo: string;

  /** Line of business @example 'fire' */
  line: string;

  /** Status code @example '50' */
  status: string;

  /** Status in the language of the call @example 'Σε ισχύ' */
  statusTitle: string;

  /** Name of the client @example 'Παπαδοπούλου Μαρία' */
  clientName: string;

  /** Tax number of the client @example '123456783' */
  clientAfm: string;

  /** Agent @example '10001' */
  agentCode: string;

  /** Name of the agent @example 'Ασφαλιστικό Πρακτορείο' */
  agentName: string | null;

  /** What is to be paid, euro: the instalment, or the whole year of a policy that ends @example 92.4 */
  amount: number | null;

  /** When the instalment is due, or the policy ends @example '2027-03-01' */
  dueDate: string;

  /** Receipt of the instalment; null of a policy that ends @example 18 */
  receiptNo: number | null;

  /** Instalment; null of a policy that ends @example 2 */
  instalmentNo: number | null;

  /** Plate of the vehicle @example 'IZX4821' */
  plateNo: string | null;

  /** Address of what is insured first, or else of the client @example 'Λεωφόρος Κηφισίας 100, 11527 Αθήνα' */
  address: string | null;

  /** End of insurance @example '2027-12-01' */
  endDate: string;
}

export class PolicyQueueResponse extends PageDto {
  /** The requested part */
  items: QueuedPolicyResponse[];
}
