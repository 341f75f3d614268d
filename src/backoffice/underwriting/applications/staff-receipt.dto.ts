import { OmitType, PickType } from '@nestjs/swagger';
import { InstalmentResponse, LevyResponse, PremiumTaxResponse } from '../../../record/core/lines/price.dto.js';

export class StaffReceiptLevyResponse extends OmitType(LevyResponse, ['base']) {}

export class StaffReceiptPaymentResponse {
  /** CHARGE (agent's account) or RF (payment code). @example 'CHARGE' */
  method: string;
  /** Reference of the payment. @example 'P260000042/1' */
  reference: string;
  /** Time of the payment, Athens. @example '2026-12-01T09:30:00' */
  paidAt: string;
}

export class StaffReceiptCoverResponse {
  /** Id of the insured object; null for a vehicle. @example 7 */
  objectId: number | null;
  /** Code of the cover. @example '001' */
  code: string;
  /** Title of the cover. @example 'Πυρκαγιά, κεραυνός' */
  title: string;
  /** Sum insured in euro; null for covers without one. @example 150000 */
  sumInsured: number | null;
  /** Net premium in euro. @example 67.5 */
  net: number;
  /** Tax class of the tariff. @example 'fire' */
  taxClass: string;
}

/** One instalment, or a refund with negative amounts. */
export class StaffReceiptResponse extends PickType(InstalmentResponse, ['net', 'fee', 'tax', 'levy', 'gross']) {
  /** Key of the receipt. @example 1042 */
  receiptNo: number;
  /** Series and number, without gaps; null until the receipt is paid or asked for. @example '26F 17' */
  number: string | null;
  /** Series of the number: year, line, and R for a refund; begins with S in the sandbox. @example '26F' */
  series: string;
  /** Number of the instalment. @example 1 */
  instalmentNo: number;
  /**
   * NEW or RENEWAL (first of a policy), INSTALMENT (later one), REFUND, EARNED (covered but unpaid) or ENDORSEMENT
   * (change of a paid one).
   * @example 'NEW'
   */
  kind: string;
  /** PENDING until it is paid; CANCELLED if the policy ended before, or a late payment replaced it. @example 'PAID' */
  status: string;
  /** First day of its period. @example '2026-12-01' */
  periodFrom: string;
  /** First day of the next period. @example '2027-12-01' */
  periodTo: string;
  /** First of the days without cover before a late payment; null without such days. @example '2026-12-01' */
  gapFrom: string | null;
  /** Day of issue. @example '2026-11-25' */
  issueDate: string;
  /** Due date. @example '2026-11-25' */
  dueDate: string;
  /** Taxes by class. */
  taxes: PremiumTaxResponse[];
  /** Levies. */
  levies: StaffReceiptLevyResponse[];
  /** The payment; null before it. */
  payment: StaffReceiptPaymentResponse | null;
  /** Id of the printed document; null before the payment. @example 9 */
  documentId: number | null;
}

export class StaffReceiptWithCoversResponse extends StaffReceiptResponse {
  /** Covers, in tariff order. */
  covers: StaffReceiptCoverResponse[];
}
