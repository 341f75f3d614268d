import { ERROR_TEXTS, ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';

const UNKNOWN_CODE: Text = { el: 'Άγνωστος κωδικός πληρωμής.', en: 'Unknown payment code.' };

/** Why money paid nothing. To an agent -703 says that no code is to be had yet; of money, that its code was never given out. */
export function suspenseReasonText(reason: ErrorCode): Text {
  return reason === ErrorCode.NO_PAYMENT_CODE ? UNKNOWN_CODE : ERROR_TEXTS[reason];
}
