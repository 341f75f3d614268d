import { MtrApplicationEntity } from './mtr-entity.dto.js';
import { MtrCover, MtrMessage, MtrPremiumLine } from './mtr-premium.dto.js';

/** A receipt of a vehicle policy, in short; amounts in euro. */
export class MtrReceipt {
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
export class MtrDetails {
  /** The application. */
  application: MtrApplicationEntity;
  /** Its covers. */
  covers: MtrCover[];
  /** Its receipts, in the order of their instalments; none before issue. */
  receipts: MtrReceipt[];
  /** All its messages. */
  messages: MtrMessage[];
  /** How each cover's premium came about; none without a price. */
  trace: MtrPremiumLine[];
}
