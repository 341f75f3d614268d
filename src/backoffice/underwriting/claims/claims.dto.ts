import { AmountUpTo, IsoDate, ListOf, Required, TrueFalse, combineDecorators } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';

const MAX_AMOUNT = 999_999_999.99;
const MAX_CLAIMS = 1_000;
export const MAX_CLAIM_NO = 40;

export class ClaimRequest {
  /** Day of the loss, within the policy and at most today. @example '2026-12-10' */
  @combineDecorators(IsoDate(), Required())
  date: string;

  /** Whether the insured is at fault. @example true */
  @combineDecorators(TrueFalse(), Required())
  atFault: boolean;

  /** Amount reserved, euro. @example 1500 */
  @combineDecorators(AmountUpTo(MAX_AMOUNT), Required())
  reserved: number;

  /** Amount paid so far, euro. @example 0 */
  @combineDecorators(AmountUpTo(MAX_AMOUNT), Required())
  paid: number;
}

export class LoadedClaimRequest extends ClaimRequest {
  /** Number of the policy. @example 'P260000042' */
  @RequiredText(40)
  policyNo: string;

  /** Number of the claim at the claims department. @example 'Z-26-1042' */
  @RequiredText(MAX_CLAIM_NO)
  claimNo: string;
}

export class ClaimsLoadRequest {
  /** Claims of one or several policies. */
  @combineDecorators(ListOf(() => LoadedClaimRequest, MAX_CLAIMS), Required())
  claims: LoadedClaimRequest[];
}

export class ClaimResponse {
  /** Number of the claim. @example 'Z-26-1042' */
  claimNo: string;

  /** Day of the loss. @example '2026-12-10' */
  date: string;

  /** Whether the insured is at fault. @example true */
  atFault: boolean;

  /** Amount reserved, euro. @example 1500 */
  reserved: number;

  /** Amount paid so far, euro. @example 0 */
  paid: number;

  /** Time of the last record, Athens. @example '2026-12-11T10:15:00' */
  recordedAt: string;

  /** Name of the user who recorded it. @example 'Τμήμα Εκδόσεων' */
  recordedBy: string;
}

export class ClaimListResponse {
  /** Claims of the policy, the latest loss first. */
  items: ClaimResponse[];
}

export class ClaimsLoadedResponse {
  /** Number of claims that were recorded or replaced. @example 12 */
  loaded: number;
}
