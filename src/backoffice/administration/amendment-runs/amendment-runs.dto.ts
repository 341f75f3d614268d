import { ApiProperty } from '@nestjs/swagger';
import { buildIntegerCheck, buildTextCheck, OBJECT_CHECK } from '../../../common/validation/checks.js';
import { ArrayOf, CheckedBy, IsoDate, OneOf, Required } from '../../../common/validation/decorators.js';
import { RUN_KINDS, RUN_RESULTS, RUN_STATES } from '../../../record/contract/amendment-runs/amendment-run.js';
import { MAX_AMENDMENT_REASON } from '../../../record/contract/amendments/amendment.dto.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { RequiredNested, RequiredOneOf, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_AGENTS = 500;
const MAX_CODE = 20;
const MAX_VERSIONS = 50;
const MAX_VERSION = 9_999_999;

export class AmendmentRunQuery extends PageQueryDto {
  /** CALCULATING, CALCULATED, RUNNING, STOPPED or DONE; all states when absent. @example 'RUNNING' */
  @OneOf(RUN_STATES)
  state?: string;

  /** Line of business. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;
}

export class AmendmentRunPolicyQuery extends PageQueryDto {
  /** Result of the policy; all results when absent. @example 'REFUSED' */
  @OneOf(RUN_RESULTS)
  result?: string;
}

/** Selects policies in force; absent fields select all. Dates are inclusive. */
export class AmendmentRunFilterRequest {
  /** Line of business. @example 'fire' */
  @RequiredOneOf(LINE_CODES)
  line: string;

  /** Codes of agents, up to 500. @example ["00100"] */
  @ArrayOf(MAX_AGENTS, buildTextCheck(MAX_CODE), 1)
  agentCodes?: string[] | null;

  /** Versions of the tariff that priced the policies. @example [1] */
  @ArrayOf(MAX_VERSIONS, buildIntegerCheck(1, MAX_VERSION), 1)
  tariffVersions?: number[] | null;

  /** Earliest start of insurance. @example '2026-12-01' */
  @IsoDate()
  startFrom?: string | null;

  /** Latest start of insurance. @example '2027-05-31' */
  @IsoDate()
  startTo?: string | null;

  /** Earliest end of insurance. @example '2027-06-01' */
  @IsoDate()
  endFrom?: string | null;

  /** Latest end of insurance. @example '2027-12-31' */
  @IsoDate()
  endTo?: string | null;

  /** Values that the application must have, by path. @example { "objects_insured[*].post_code": "15669" } */
  @CheckedBy(OBJECT_CHECK)
  facts?: Record<string, unknown> | null;
}

export class AmendmentRunRequest {
  /** Policies to amend. */
  @RequiredNested(() => AmendmentRunFilterRequest)
  filter: AmendmentRunFilterRequest;

  /** CHANGE, CLAUSE or CORRECTION. @example 'CHANGE' */
  @RequiredOneOf(RUN_KINDS)
  kind: string;

  /** First day of the change; policies that begin later change from their start. @example '2027-01-01' */
  @Required()
  @IsoDate()
  effectiveDate: string;

  /** Reason, which is printed on each act. @example 'Νέος ταχυδρομικός κώδικας' */
  @RequiredText(MAX_AMENDMENT_REASON)
  reason: string;

  /**
   * New values by path, up to 20. A field as in an amendment of the line, or a path into it: `[*]` names all elements
   * of a list, `[field=value]` those with this value.
   * @example { "objects_insured[post_code=15669].post_code": "15670" }
   */
  @Required()
  @CheckedBy(OBJECT_CHECK)
  changes: Record<string, unknown>;
}

export class AmendmentRunSumResponse {
  /** Number of policies. @example 120 */
  count: number;
  /** Difference of their yearly premiums, euro gross. @example 1840.25 */
  yearly: number;
  /** Amount to pay now; below zero it is given back. Euro gross. @example 912.4 */
  due: number;
}

/** Figures by result; `total` is the sum of the others. */
export class AmendmentRunFiguresResponse {
  /** All policies that are calculated. */
  total: AmendmentRunSumResponse;
  /** Amendments that are issued at once. */
  issued: AmendmentRunSumResponse;
  /** Amendments that wait for their payment. */
  unpaid: AmendmentRunSumResponse;
  /** Amendments that need an approval. */
  referred: AmendmentRunSumResponse;
  /** Policies in which nothing changes, which get no amendment. */
  unchanged: AmendmentRunSumResponse;
  /** Policies that are refused; each has a reason. */
  refused: AmendmentRunSumResponse;
}

export class AmendmentRunResponse {
  /** Id of the run. @example 3 */
  id: number;
  /** CALCULATING (dry run), CALCULATED, RUNNING, STOPPED or DONE. @example 'CALCULATED' */
  state: string;
  /** Selected policies, as requested. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { line: 'fire' } })
  filter: object;
  /** New values by path, as requested. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { 'objects_insured[*].post_code': '15670' } })
  changes: object;
  /** Kind of the amendments. @example 'CHANGE' */
  kind: string;
  /** First day of the change. @example '2027-01-01' */
  effectiveDate: string;
  /** Reason, which is printed on each act. @example 'Νέος ταχυδρομικός κώδικας' */
  reason: string;
  /** Number of selected policies. @example 120 */
  policies: number;
  /** Policies that are calculated. @example 120 */
  calculated: number;
  /** Policies that are amended or refused by the run. @example 80 */
  done: number;
  /** Policies that the dry run, or once it is started the run, has not reached. @example 40 */
  left: number;
  /** Counts and sums by result: of the dry run, and for the policies that are done of the run. */
  figures: AmendmentRunFiguresResponse;
  /** Name of the user who created it. @example 'Μαρία Γεωργίου' */
  createdBy: string;
  /** Time of creation, Athens. @example '2026-12-10T12:00:00' */
  createdAt: string;
  /** Name of the user who started it, never the one who created it. @example 'Νίκος Αλεξίου' */
  startedBy: string | null;
  /** Time of the start, Athens. @example '2026-12-10T12:40:00' */
  startedAt: string | null;
  /** Time at which the dry run or the run ended or was stopped, Athens. @example '2026-12-10T12:55:00' */
  endedAt: string | null;
  /** Whether the caller created it, and another user must start it. @example false */
  isOwn: boolean;
}

export class AmendmentRunPageResponse extends PageResponseOf(AmendmentRunResponse) {}

export class AmendmentRunFaultResponse {
  /**
   * Path in the request, or of a rule in the application; empty for the policy.
   * @example 'changes.objects_insured[0].post_code'
   */
  path: string;
  /** Error code, or code of a rule. @example '-113' */
  code: string;
  /** Text in the language of the call. @example 'Άγνωστος ταχυδρομικός κώδικας.' */
  message: string;
}

export class AmendmentRunPolicyResponse {
  /** Id of the policy. @example 42 */
  applicationId: number;
  /** Number of the policy. @example 'P260000042' */
  policyNo: string;
  /** Code of its agent. @example '00100' */
  agentCode: string;
  /** ISSUED, UNPAID, REFERRED, UNCHANGED or REFUSED; null while it waits. @example 'ISSUED' */
  result: string | null;
  /** Whether the run has handled it; otherwise the result is that of the dry run. @example true */
  isDone: boolean;
  /** Number of its amendment; null without one. @example 1 */
  amendmentNo: number | null;
  /** Difference of the yearly premium, euro gross; null without a price. @example 12.4 */
  yearly: number | null;
  /** Amount to pay now, euro gross; null without a price. @example 7.15 */
  due: number | null;
  /** Reasons of a refusal or a referral. */
  faults: AmendmentRunFaultResponse[];
}

export class AmendmentRunPolicyPageResponse extends PageResponseOf(AmendmentRunPolicyResponse) {}
