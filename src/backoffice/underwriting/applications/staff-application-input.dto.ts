import { invalid } from '../../../common/validation/checks.js';
import { AmountUpTo, CheckedText, FromNumericText, IsoDate, Nested, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { PageQuery } from '../../../common/validation/page-query.dto.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { StatusList } from '../../../record/core/applications/status-list.js';
import { SORT_KEYS } from './application-list.repository.js';
import { DecisionFields, ExcludedCovers, LoadingPercent, TermsFields } from '../../../record/contract/underwriting/decision.dto.js';

const MAX_PREMIUM = 999_999_999_999;
const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`]);
const ASSIGNEE = invalid(
  'assignee',
  { el: 'me, none ή ο αριθμός ενός χρήστη.', en: 'me, none or the id of a user.' },
  (value) => typeof value === 'string' && /^(me|none|[1-9]\d{0,8})$/.test(value),
);

export class StaffApplicationsQuery extends PageQuery {
  /** Status codes, by comma. @example '30,11' */
  @StatusList()
  status?: string;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;

  /** Agent it belongs to. @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Entered from this date (Athens) or instant on. @example '2026-11-01' */
  @IsoDate()
  from?: string;

  /** Entered before this date (Athens) or instant. @example '2026-12-01' */
  @IsoDate()
  to?: string;

  /** Beginning of the number of the application or of the policy. @example 'P26000' */
  @TextUpTo(20)
  number?: string;

  /** Part of the client's name, whatever its capitals and accents. @example 'παπαδοπουλ' */
  @TextUpTo(200)
  name?: string;

  /** Tax number of the client, whole. @example '123456783' */
  @TextUpTo(20)
  afm?: string;

  /** Beginning of the number of the application. @example 'F26000' */
  @TextUpTo(20)
  applicationNo?: string;

  /** Beginning of the number of the policy. @example 'P26000' */
  @TextUpTo(20)
  policyNo?: string;

  /** Plate of the vehicle, whole, in Greek or Latin letters. @example 'IZX4821' */
  @TextUpTo(20)
  plateNo?: string;

  /** Insurance starts on this date or later. @example '2026-12-01' */
  @IsoDate()
  startFrom?: string;

  /** Insurance starts on this date or earlier. @example '2026-12-31' */
  @IsoDate()
  startTo?: string;

  /** Insurance ends on this date or later. @example '2027-12-01' */
  @IsoDate()
  endFrom?: string;

  /** Insurance ends on this date or earlier. @example '2027-12-31' */
  @IsoDate()
  endTo?: string;

  /** To pay for the whole year, at least, euro. @example 100 */
  @FromNumericText()
  @AmountUpTo(MAX_PREMIUM)
  premiumFrom?: number;

  /** To pay for the whole year, at most, euro. @example 500 */
  @FromNumericText()
  @AmountUpTo(MAX_PREMIUM)
  premiumTo?: number;

  /** What waits for the underwriter, the customer or the payment since this date (Athens) or instant, or later. @example '2026-11-01' */
  @IsoDate()
  waitingSinceFrom?: string;

  /** What waits for the underwriter, the customer or the payment since before this date (Athens) or instant. @example '2026-11-20' */
  @IsoDate()
  waitingSinceTo?: string;

  /** Code of the rule that referred it; of what waits for the underwriter (30, 11). @example 'F25-03' */
  @TextUpTo(40)
  reason?: string;

  /** Who has it: me, the id of a user, or none. @example 'me' */
  @CheckedText(ASSIGNEE)
  assignee?: string;

  /**
   * By what it is sorted; a minus before it turns the order round, and what has no value counts as the lowest. waitingSince and client are for what
   * waits (30, 11, 12, 39, 45) only.
   * @example '-premium'
   */
  @OneOf(SORTS)
  sort?: string;
}

export class StaffApplicationQuery {
  /** Date or datetime (Greek time, or UTC with Z); the present state without it. @example '2026-11-21T10:15:30' */
  @IsoDate()
  asOf?: string;
}

export class TermsRequest extends TermsFields {
  /** Loading on every line, per cent, 0 to 300. @example 20 */
  @LoadingPercent()
  loadingPercent?: number;

  /** Covers that are not given. @example ["004"] */
  @ExcludedCovers()
  excludedCovers?: string[];
}

export class DecisionRequest extends DecisionFields {
  /** Terms, of approve_with_terms only. */
  @Nested(() => TermsRequest)
  terms?: TermsRequest;
}
