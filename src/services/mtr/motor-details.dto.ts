import { MotorApplicationResponse } from './motor-response.dto.js';
import { MotorCoverResponse, MotorMessageResponse, MotorPremiumLineResponse } from './motor-premium.dto.js';

/** A receipt of a vehicle policy, in short; amounts in euro. */
export class MotorReceiptResponse {
  /**
   * Number; the whole receipt is at the common-api.
   * @example 1042
   */
  receiptNo: number;
  /**
   * NEW, INSTALMENT, RENEWAL or REFUND.
   * @example 'NEW'
   */
  kind: string;
  /**
   * Instalment, from 1.
   * @example 1
   */
  instalmentNo: number;
  /**
   * First day covered.
   * @example '2026-12-01'
   */
  periodFrom: string;
  /**
   * Day on which the next period begins.
   * @example '2027-12-01'
   */
  periodTo: string;
  /**
   * Last day to pay.
   * @example '2026-11-25'
   */
  dueDate: string;
  /**
   * PENDING, PAID or CANCELLED.
   * @example 'PAID'
   */
  status: string;
  /**
   * Net.
   * @example 245.55
   */
  net: number;
  /**
   * Policy fee.
   * @example 19.64
   */
  fee: number;
  /**
   * Taxes.
   * @example 39.9
   */
  tax: number;
  /**
   * Levies.
   * @example 4.16
   */
  levy: number;
  /**
   * All of it.
   * @example 309.25
   */
  gross: number;
  /**
   * When it was paid, Athens; null until then.
   * @example '2026-11-25T10:00:00'
   */
  paidAt: string | null;
}

/** All there is to know of an application in one response. */
export class MotorDetailsResponse {
  /** The application. */
  application: MotorApplicationResponse;
  /** Its covers. */
  covers: MotorCoverResponse[];
  /** Its receipts, in the order of their instalments; none before issue. */
  receipts: MotorReceiptResponse[];
  /** All its messages. */
  messages: MotorMessageResponse[];
  /** How each cover's premium came about; none without a price. */
  trace: MotorPremiumLineResponse[];
}
