import { MotorReceiptResponse } from './motor-receipt.dto.js';
import { MotorApplicationResponse } from './motor-response.dto.js';
import { PremiumLineResponse } from '../../record/core/lines/price.dto.js';
import { MotorCoverResponse, MotorMessageResponse } from './motor-premium.dto.js';

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
  trace: PremiumLineResponse[];
}
