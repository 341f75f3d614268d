import { ApiProperty } from '@nestjs/swagger';
import { buildTextCheck } from '../../../common/validation/checks.js';
import { AmountUpTo, ArrayOf, IsoDate, NumberBetween, OneOf, Required } from '../../../common/validation/decorators.js';
import { IntegerParameter, RequiredInteger } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_USER_ID = 999_999_999;
const MAX_LINES = 20;
const MAX_RULES = 200;
const MAX_CODE = 40;
const MAX_PERCENT = 300;
const Amount = (): PropertyDecorator => AmountUpTo(999_999_999_999);

export class AuthorityQuery extends PageQueryDto {
  /** Id of the user; all users when absent. @example 2 */
  @IntegerParameter(1, MAX_USER_ID)
  userId?: number;

  /** IN_FORCE, FUTURE or PAST on the day of the call; all when absent. @example 'IN_FORCE' */
  @OneOf(['IN_FORCE', 'FUTURE', 'PAST'])
  state?: 'IN_FORCE' | 'FUTURE' | 'PAST';
}

export class AuthorityRequest {
  /** Id of an active underwriter, who is not the caller. @example 2 */
  @RequiredInteger(1, MAX_USER_ID)
  userId: number;

  /** Lines of business. @example ["fire"] */
  @ArrayOf(MAX_LINES, buildTextCheck(MAX_CODE, 1), 1)
  @Required()
  lines: string[];

  /** Codes of the rules whose referrals may be approved; all when absent or null. @example ["F25-01", "F25-03"] */
  @ArrayOf(MAX_RULES, buildTextCheck(MAX_CODE, 1), 1)
  rules?: string[] | null;

  /** Highest sum insured in euro; no limit when absent or null, as for the other limits. @example 500000 */
  @Amount()
  maxSumInsured?: number | null;

  /** Highest yearly premium with taxes and levies, in euro. @example 2500 */
  @Amount()
  maxPremium?: number | null;

  /** Widest loading, in percent. @example 50 */
  @NumberBetween(0, MAX_PERCENT)
  maxLoadingPercent?: number | null;

  /** Widest discount of a cover, in percent. @example 20 */
  @NumberBetween(0, MAX_PERCENT)
  maxDiscountPercent?: number | null;

  /** Highest deductible, in euro. @example 1000 */
  @Amount()
  maxDeductible?: number | null;

  /** First day. @example '2026-12-01' */
  @Required()
  @IsoDate()
  validFrom: string;

  /** Last day; no end when absent or null. @example '2027-11-30' */
  @IsoDate()
  validTo?: string | null;
}

export class AuthorityResponse {
  /** Id of the authority. @example 3 */
  id: number;
  /** Id of the user. @example 2 */
  userId: number;
  /** Name of the user. @example 'Τμήμα Ανάληψης Κινδύνων' */
  userName: string;
  /** Lines of business. @example ["fire"] */
  lines: string[];
  /** Codes of the rules whose referrals may be approved; null for all. */
  @ApiProperty({ type: [String], nullable: true, example: ['F25-01', 'F25-03'] })
  rules: string[] | null;
  /** Highest sum insured in euro; null without a limit, as the other limits. @example 500000 */
  maxSumInsured: number | null;
  /** Highest yearly premium with taxes and levies, in euro. @example 2500 */
  maxPremium: number | null;
  /** Widest loading, in percent. @example 50 */
  maxLoadingPercent: number | null;
  /** Widest discount of a cover, in percent. @example 20 */
  maxDiscountPercent: number | null;
  /** Highest deductible, in euro. @example 1000 */
  maxDeductible: number | null;
  /** First day. @example '2026-12-01' */
  validFrom: string;
  /** Last day; null without an end. @example '2027-11-30' */
  validTo: string | null;
  /** IN_FORCE, FUTURE or PAST on the day of the call. @example 'IN_FORCE' */
  state: string;
  /** Name of the administrator who granted it. @example 'Διαχειριστής' */
  grantedBy: string;
  /** Time of the grant, Athens. @example '2026-11-26T10:20:00' */
  grantedAt: string;
  /** Name of the administrator who ended it before its last day; null otherwise. @example 'Διαχειριστής' */
  endedBy: string | null;
  /** Time at which it was ended, Athens; null otherwise. @example '2027-02-01T09:00:00' */
  endedAt: string | null;
}

export class AuthorityPageResponse extends PageResponseOf(AuthorityResponse) {}

export class AuthorityHolderResponse {
  /** Id of the user. @example 2 */
  id: number;
  /** Name of the user. @example 'Τμήμα Ανάληψης Κινδύνων' */
  name: string;
}

export class DecisionAuthorityResponse {
  /** Whether it does. @example false */
  sufficient: boolean;
  /** Each limit that the decision exceeds. @example ["ασφαλιζόμενο κεφάλαιο 600.000,00 € (έως 500.000,00 €)"] */
  exceeded: string[];
  /** Active underwriters whose authority covers it. */
  mayDecide: AuthorityHolderResponse[];
  /** Reason for a second person; null without one. @example 'Το ασφαλιζόμενο κεφάλαιο υπερβαίνει τα 500.000,00 €.' */
  secondPersonReason: string | null;
}
