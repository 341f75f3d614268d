import { OmitType } from '@nestjs/swagger';
import { LinkResponse } from '../../record/core/lines/application.dto.js';
import { LevyResponse, TaxShareResponse } from '../../record/core/lines/price.dto.js';

export class ReceiptLevyResponse extends OmitType(LevyResponse, ['base']) {}

export class ReceiptPaymentResponse {
  /** CHARGE: by the agent's account; RF: by the customer with a payment code. @example CHARGE */
  method: 'CHARGE' | 'RF';
  /** Reference of the payment that the payer knows. @example P260000042/1 */
  reference: string;
  /** Time of payment, local time in Athens. @example 2026-12-01T09:30:00 */
  paid_at: string;
}

/** An instalment of a policy, or a refund with negative amounts. Amounts are in euro. */
export class ReceiptResponse {
  /** Key of the receipt, ascending with gaps in each environment. @example 1042 */
  receipt_no: number;
  /** Series and number, without gaps; null until the receipt is paid or asked for. @example '26F 17' */
  number: string | null;
  /** Id of the application and policy. @example 42 */
  application_id: number;
  /** Number of the policy. @example P260000042 */
  policy_no: string;
  /**
   * NEW and RENEWAL: first instalment of a new or renewed policy. EARNED: days that were covered but not paid.
   * ENDORSEMENT: what an amendment adds to a paid instalment, or gives back.
   * @example NEW
   */
  kind: 'NEW' | 'INSTALMENT' | 'RENEWAL' | 'REFUND' | 'EARNED' | 'ENDORSEMENT';
  /** First day covered. @example 2026-12-01 */
  period_from: string;
  /** Day on which the next period begins. @example 2027-12-01 */
  period_to: string;
  /** First of the days without cover before a late payment; null without such days. @example 2026-12-01 */
  gap_from: string | null;
  /** Day of issue. @example 2026-11-25 */
  issue_date: string;
  /** Last day to pay. @example 2026-11-25 */
  due_date: string;
  /** PENDING until paid; CANCELLED when the policy ended unpaid, or a late payment replaced it. @example PAID */
  status: 'PENDING' | 'PAID' | 'CANCELLED';
  /** Net premium, euro. @example 252 */
  net: number;
  /** Policy fee. @example 25.2 */
  fee: number;
  /** Taxes by class, which add up to the tax in the gross premium. */
  taxes: TaxShareResponse[];
  /** Levies; empty for a fire policy. */
  levies: ReceiptLevyResponse[];
  /** Net, fee, taxes and levies together. @example 332.64 */
  gross: number;
  /** Currency of all amounts. @example EUR */
  currency: string;
  /** Payment; null until the receipt is paid. */
  payment: ReceiptPaymentResponse | null;
  /** `document` leads to the PDF of a paid receipt. */
  links: LinkResponse[];
}

export class ReceiptCoverResponse {
  /** Id of the insured object; null for a vehicle. @example 7 */
  object_id: number | null;
  /** Code of the cover or levy. @example 001 */
  code: string;
  /** Title of the cover. @example "Πυρκαγιά, κεραυνός, έκρηξη, καπνός" */
  title: string;
  /** Sum insured, euro; null for a cover without one. @example 150000 */
  sum_insured: number | null;
  /** Net premium, euro. @example 67.5 */
  net: number;
  /** Tax class of the tariff. @example FIRE */
  tax_class: string;
}

/** A receipt with its covers, which add up to its net premium. */
export class ReceiptWithCoversResponse extends ReceiptResponse {
  /** Covers in tariff order. */
  covers: ReceiptCoverResponse[];
}

export class PaymentCodeResponse {
  /** RF creditor reference, 25 characters. @example 'RF23912344000000000100017' */
  payment_code: string;
  /** Amount, euro; the code is valid for this amount only. @example 332.64 */
  amount: number;
  /** Currency. @example 'EUR' */
  currency: string;
  /** Last day to pay, in Athens. @example '2026-12-01' */
  due_date: string;
  /** Id of the application that is paid. @example 1 */
  application_id: number;
}
