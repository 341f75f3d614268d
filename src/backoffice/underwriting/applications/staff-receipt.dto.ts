import { OmitType } from '@nestjs/swagger';
import { LevyResponse, PremiumTaxResponse } from '../../../record/core/lines/price.dto.js';

export class StaffReceiptLevyResponse extends OmitType(LevyResponse, ['base']) {}

export class StaffReceiptPaymentResponse {
  /** CHARGE: the agent's account; RF: the customer, by payment code. @example 'CHARGE' */
  method: string;
  /** What the payer knows the payment by. @example 'P260000042/1' */
  reference: string;
  /** When, Athens. @example '2026-12-01T09:30:00' */
  paidAt: string;
}

export class StaffReceiptCoverResponse {
  /** Insured object; null for a vehicle. @example 7 */
  objectId: number | null;
  /** Cover. @example '001' */
  code: string;
  /** Title of the cover. @example 'Πυρκαγιά, κεραυνός' */
  title: string;
  /** Sum insured, euro; null for a cover without one. @example 150000 */
  sumInsured: number | null;
  /** Net premium, euro. @example 67.5 */
  net: number;
  /** Tax class of the tariff. @example 'fire' */
  taxClass: string;
}

/** One instalment, or a refund with negative amounts. */
export class StaffReceiptResponse {
  /** Number. @example 17 */
  receiptNo: number;
  /** Series of the number: year, line, and R of a refund; the sandbox's begins with S. @example '26F' */
  series: string;
  /** Instalment that it is for. @example 1 */
  instalmentNo: number;
  /** NEW or RENEWAL: the first one of a policy; INSTALMENT: each later one; REFUND: one given back. @example 'NEW' */
  kind: string;
  /** PENDING until it is paid, CANCELLED when the policy ended before. @example 'PAID' */
  status: string;
  /** First day of its period. @example '2026-12-01' */
  periodFrom: string;
  /** Day on which the next period begins. @example '2027-12-01' */
  periodTo: string;
  /** Day of issue. @example '2026-11-25' */
  issueDate: string;
  /** Day by which it is to be paid. @example '2026-11-25' */
  dueDate: string;
  /** Net premium, euro. @example 252 */
  net: number;
  /** Fee, euro. @example 25.2 */
  fee: number;
  /** All taxes, euro. @example 55.44 */
  tax: number;
  /** All levies, euro. @example 0 */
  levy: number;
  /** All of it, euro. @example 332.64 */
  gross: number;
  /** Taxes by class. */
  taxes: PremiumTaxResponse[];
  /** Levies. */
  levies: StaffReceiptLevyResponse[];
  /** Null until it is paid. */
  payment: StaffReceiptPaymentResponse | null;
  /** The document that it was printed as, once it is paid. @example 9 */
  documentId: number | null;
}

export class StaffReceiptWithCoversResponse extends StaffReceiptResponse {
  /** The covers, in tariff order. */
  covers: StaffReceiptCoverResponse[];
}
