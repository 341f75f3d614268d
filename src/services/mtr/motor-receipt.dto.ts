import { OmitType } from '@nestjs/swagger';

/** The receipt paid last, in short. */
export class MotorLastReceiptResponse {
  /** Number; the whole receipt is at the common-api. @example 1042 */
  receiptNo: number;
  /** Instalment, from 1. @example 1 */
  instalmentNo: number;
  /** Date of issue. @example '2026-11-25' */
  issueDate: string;
  /** First day covered. @example '2026-12-01' */
  periodFrom: string;
  /** Day on which the next period begins. @example '2027-12-01' */
  periodTo: string;
  /** Amount, euro. @example 309.25 */
  gross: number;
}

/** A receipt of a vehicle policy, in short; amounts in euro. */
export class MotorReceiptResponse extends OmitType(MotorLastReceiptResponse, ['issueDate']) {
  /** NEW, INSTALMENT, RENEWAL or REFUND. @example 'NEW' */
  kind: string;
  /** Last day to pay. @example '2026-11-25' */
  dueDate: string;
  /** PENDING, PAID or CANCELLED. @example 'PAID' */
  status: string;
  /** Net. @example 245.55 */
  net: number;
  /** Policy fee. @example 19.64 */
  fee: number;
  /** Taxes. @example 39.9 */
  tax: number;
  /** Levies. @example 4.16 */
  levy: number;
  /** When it was paid, Athens; null until then. @example '2026-11-25T10:00:00' */
  paidAt: string | null;
}
