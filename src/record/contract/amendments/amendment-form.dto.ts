import { FromNumericText, IntegerBetween, IsoDate, Required } from '../../../common/validation/decorators.js';
import { MAX_AMENDMENTS } from '../../core/amendments/amendment.repository.js';
import { AmendmentAmountsResponse, AmendmentFieldResponse } from './amendment.dto.js';

export class AmendmentFormQuery {
  /** Effective date for which the contract is to be shown; today when absent. @example '2027-03-15' */
  @IsoDate()
  on?: string;

  /** Number of an amendment that is to be changed. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_AMENDMENTS)
  amendment?: number;
}

export class AmendmentKindResponse {
  /** Kind. @example 'CHANGE' */
  kind: string;
  /** Title in the language of the call. @example 'Μεταβολή στοιχείων' */
  title: string;
  /** Earliest effective date; a correction always has this one. @example '2027-03-15' */
  from: string;
  /** Latest effective date. @example '2027-11-30' */
  to: string;
  /** Paths that it may change; `[]` stands for any item of a list. @example ["objects_insured[].atak"] */
  fields: string[];
}

export class AmendmentCoverItemResponse {
  /** Code of the cover. @example '010' */
  code: string;
  /** Title in the language of the call. @example 'Θραύση κρυστάλλων' */
  title: string;
  /** Groups that it can insure; empty for a cover of the whole object. @example ["01"] */
  groups: string[];
}

export class AmendmentSwapResponse {
  /** Cover of the bundle. @example '010' */
  out: string;
  /** Covers that can replace it. @example ["011"] */
  in: string[];
}

export class AmendmentBundleResponse {
  /** Code of the bundle. @example '101' */
  code: string;
  /** Title in the language of the call. @example 'Βασικό' */
  title: string;
  /** Kinds of risk, or usages of vehicles, for which it is offered. @example ["04"] */
  uses: string[];
  /** Covers that it includes. */
  included: AmendmentCoverItemResponse[];
  /** Covers that can be added. */
  addable: AmendmentCoverItemResponse[];
  /** Covers that can replace others. */
  swaps: AmendmentSwapResponse[];
}

export class AmendmentDiscountResponse {
  /** Code of the discount. @example '05' */
  code: string;
  /** Title in the language of the call. @example 'Πολλαπλά συμβόλαια' */
  title: string;
}

export class AmendmentFormResponse {
  /** Number of the policy. @example 'P260000042' */
  policyNo: string;
  /** Line of business: fire or motor. @example 'fire' */
  line: string;
  /** Day of the contract that is shown. @example '2027-03-15' */
  on: string;
  /** Kinds that the caller can ask for. */
  kinds: AmendmentKindResponse[];
  /** Bundles of the tariff of the policy. */
  bundles: AmendmentBundleResponse[];
  /** Discounts of the tariff of the policy. */
  discounts: AmendmentDiscountResponse[];
  /** Questionnaire that covers the day, in the fields of an update of the application. */
  questionnaire: Record<string, unknown>;
  /** Questionnaire with the amendment that is to be changed; null without one. */
  amended: Record<string, unknown> | null;
}

export class AmendmentComparisonQuery {
  /** First day. @example '2027-01-01' */
  @Required()
  @IsoDate()
  from: string;

  /** Second day. @example '2027-04-01' */
  @Required()
  @IsoDate()
  to: string;
}

export class AmendmentComparisonResponse {
  /** Fields that differ between the two days. */
  changes: AmendmentFieldResponse[];
  /** Yearly premium on the first day. */
  before: AmendmentAmountsResponse;
  /** Yearly premium on the second day. */
  after: AmendmentAmountsResponse;
}
