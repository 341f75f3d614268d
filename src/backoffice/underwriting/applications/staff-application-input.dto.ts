import { buildCheck } from '../../../common/validation/checks.js';
import {
  AmountUpTo,
  CheckedText,
  FromNumericText,
  IntegerBetween,
  IsoDate,
  Nested,
  OneOf,
  Required,
  TextUpTo,
  combineDecorators,
} from '../../../common/validation/decorators.js';
import { PageQuery } from '../../../common/validation/page-query.dto.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { MAX_REASON_TEXT, MAX_SUSPENSE_ID } from '../../../record/contract/cancellation/cancellation.dto.js';
import { StatusList } from '../../../record/core/applications/status-list.js';
import { SORT_KEYS } from './application-list.repository.js';
import {
  AcceptanceRequest,
  DecisionFields,
  ExcludedCovers,
  LoadingPercent,
  TermsFields,
} from '../../../record/contract/underwriting/decision.dto.js';

const Premium = (): PropertyDecorator => combineDecorators(AmountUpTo(999_999_999_999), FromNumericText());
const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`]);
const ASSIGNEE = buildCheck(
  'assignee',
  { el: 'me, none ή ο αριθμός ενός χρήστη.', en: 'me, none or the id of a user.' },
  (value) => typeof value === 'string' && /^(me|none|[1-9]\d{0,8})$/.test(value),
);

export class StaffApplicationsQuery extends PageQuery {
  /** Status codes, separated by commas. @example '30,11' */
  @StatusList()
  status?: string;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Code of the agent. @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Earliest date (Athens) or instant of entry. @example '2026-11-01' */
  @IsoDate()
  from?: string;

  /** Date (Athens) or instant before which the entry was. @example '2026-12-01' */
  @IsoDate()
  to?: string;

  /** Beginning of the application number or policy number. @example 'P26000' */
  @TextUpTo(20)
  number?: string;

  /** Part of the client's name; case and accents are ignored. @example 'παπαδοπουλ' */
  @TextUpTo(200)
  name?: string;

  /** Tax number of the client. @example '123456783' */
  @TextUpTo(20)
  afm?: string;

  /** Beginning of the application number. @example 'F26000' */
  @TextUpTo(20)
  applicationNo?: string;

  /** Beginning of the policy number. @example 'P26000' */
  @TextUpTo(20)
  policyNo?: string;

  /** Plate of the vehicle, complete, in Greek or Latin letters. @example 'IZX4821' */
  @TextUpTo(20)
  plateNo?: string;

  /** Earliest start of insurance. @example '2026-12-01' */
  @IsoDate()
  startFrom?: string;

  /** Latest start of insurance. @example '2026-12-31' */
  @IsoDate()
  startTo?: string;

  /** Earliest end of insurance. @example '2027-12-01' */
  @IsoDate()
  endFrom?: string;

  /** Latest end of insurance. @example '2027-12-31' */
  @IsoDate()
  endTo?: string;

  /** Minimum gross premium of the whole year, in euro. @example 100 */
  @Premium()
  premiumFrom?: number;

  /** Maximum gross premium of the whole year, in euro. @example 500 */
  @Premium()
  premiumTo?: number;

  /** Earliest date (Athens) or instant of `waitingSince`. @example '2026-11-01' */
  @IsoDate()
  waitingSinceFrom?: string;

  /** Date (Athens) or instant before which `waitingSince` is. @example '2026-11-20' */
  @IsoDate()
  waitingSinceTo?: string;

  /** Code of the rule that referred the application, in statuses 30 and 11. @example 'F25-03' */
  @TextUpTo(40)
  reason?: string;

  /** Assignee: me, the id of a user, or none. @example 'me' */
  @CheckedText(ASSIGNEE)
  assignee?: string;

  /**
   * Sort key, with a minus for descending order; a missing value is the lowest. waitingSince and client need
   * statuses that wait (30, 11, 12, 39, 45).
   * @example '-premium'
   */
  @OneOf(SORTS)
  sort?: string;
}

export class StaffApplicationQuery {
  /** Date, or time in Athens or UTC (Z); the current state when absent. @example '2026-11-21T10:15:30' */
  @IsoDate()
  asOf?: string;

  /** Day on which the contract of a policy is to be shown; today when absent. @example '2027-03-15' */
  @IsoDate()
  on?: string;
}

export class TermsRequest extends TermsFields {
  /** Loading on every cover, per cent, 0 to 300. @example 20 */
  @LoadingPercent()
  loadingPercent?: number;

  /** Codes of the excluded covers. @example ["004"] */
  @ExcludedCovers()
  excludedCovers?: string[];
}

export class DecisionRequest extends DecisionFields {
  /** Terms; only for approve_with_terms. */
  @Nested(() => TermsRequest)
  terms?: TermsRequest;
}

export class StaffAcceptanceRequest extends AcceptanceRequest {
  /** Upload that proves an acceptance, such as the signed application; not needed for a refusal. @example 42 */
  @IntegerBetween(1, Number.MAX_SAFE_INTEGER)
  documentId?: number | null;
}

export class ReinstatementRequest {
  /** Reason, for the history. @example 'Ακυρώθηκε εκ παραδρομής αντί άλλου συμβολαίου.' */
  @Required()
  @TextUpTo(MAX_REASON_TEXT)
  reason: string;

  /** Money in suspense that pays the instalment of a lapsed policy; absent for a cancellation in error. @example 3 */
  @IntegerBetween(1, MAX_SUSPENSE_ID)
  suspenseId?: number | null;
}
