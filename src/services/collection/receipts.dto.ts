import { OmitType } from '@nestjs/swagger';
import { LevyResponse, TaxShareResponse } from '../../record/core/lines/price.dto.js';

export class ReceiptLevyResponse extends OmitType(LevyResponse, ['base']) {}

export class ReceiptPaymentResponse {
  /** CHARGE: the agent's account; RF: the customer, by payment code. @example CHARGE */
  method: 'CHARGE' | 'RF';
  /** What the payer knows the payment by. @example P260000042/1 */
  reference: string;
  /** Greek local time. @example 2026-12-01T09:30:00 */
  paid_at: string;
}

export class ReceiptLinkResponse {
  /** Relation. @example 'document' */
  rel: string;
  /** Address. @example 'https://localhost:8443/docs-api/policy/applications/1/documents/7' */
  href: string;
}

/** One instalment of a policy, or a refund, whose amounts are negative. Amounts in euro. */
export class ReceiptResponse {
  /** Ascending in each environment, gaps allowed. @example 1042 */
  receipt_no: number;
  /** Application, and policy, it belongs to. @example 42 */
  application_id: number;
  /** Number of the policy. @example P260000042 */
  policy_no: string;
  /** NEW and RENEWAL: first instalment of a new or renewed policy. @example NEW */
  kind: 'NEW' | 'INSTALMENT' | 'RENEWAL' | 'REFUND';
  /** First day covered. @example 2026-12-01 */
  period_from: string;
  /** Day on which the next period begins. @example 2027-12-01 */
  period_to: string;
  /** Day of issue. @example 2026-11-25 */
  issue_date: string;
  /** Day by which it is to be paid. @example 2026-11-25 */
  due_date: string;
  /** PENDING until it is paid, CANCELLED when the policy ended before. @example PAID */
  status: 'PENDING' | 'PAID' | 'CANCELLED';
  /** Net premium, euro. @example 252 */
  net: number;
  /** Policy fee. @example 25.2 */
  fee: number;
  /** By tax class; they add up to the tax in the gross. */
  taxes: TaxShareResponse[];
  /** By levy; none on a fire policy. */
  levies: ReceiptLevyResponse[];
  /** Net, fee, taxes and levies together. @example 332.64 */
  gross: number;
  /** Currency of all amounts. @example EUR */
  currency: string;
  /** Null until the receipt is paid. */
  payment: ReceiptPaymentResponse | null;
  /** `document`: the receipt as PDF, once it is paid. */
  links: ReceiptLinkResponse[];
}

/** What one cover of one insured object bears of a receipt's net. */
export class ReceiptCoverResponse {
  /** Null for a vehicle. @example 7 */
  object_id: number | null;
  /** Code of the cover or levy. @example 001 */
  code: string;
  /** Title of the cover. @example "Πυρκαγιά, κεραυνός, έκρηξη, καπνός" */
  title: string;
  /** Null for a cover without a sum. @example 150000 */
  sum_insured: number | null;
  /** Net premium, euro. @example 67.5 */
  net: number;
  /** Tax class of the tariff. @example FIRE */
  tax_class: string;
}

/** A receipt with its covers, which add up to its net. */
export class ReceiptWithCoversResponse extends ReceiptResponse {
  /** In tariff order. */
  covers: ReceiptCoverResponse[];
}

export class PaymentCodeResponse {
  /** RF creditor reference, 25 characters. @example 'RF23912344000000000100017' */
  payment_code: string;
  /** Amount, euro; the code is good for this amount only. @example 332.64 */
  amount: number;
  /** Currency. @example 'EUR' */
  currency: string;
  /** Last day to pay, Athens. @example '2026-12-01' */
  due_date: string;
  /** Application it pays. @example 1 */
  application_id: number;
}
