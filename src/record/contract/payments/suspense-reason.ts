import { ERROR_TEXTS, ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';

const UNKNOWN_CODE: Text = { el: 'Άγνωστος κωδικός πληρωμής.', en: 'Unknown payment code.' };

// The code alone is stored with the money.
const NOTHING_DUE: Text = {
  el: 'Δεν οφειλόταν τίποτα: η δόση είχε ήδη πληρωθεί ή το συμβόλαιο είχε λυθεί.',
  en: 'Nothing was due: the instalment was already paid, or the policy had lapsed.',
};
const TEXTS: Partial<Record<ErrorCode, Text>> = { [ErrorCode.NO_PAYMENT_CODE]: UNKNOWN_CODE, [ErrorCode.ALREADY_PAID]: NOTHING_DUE };

/** Returns why money paid nothing. For money -703 means that its code was never given out. */
export function suspenseReasonText(reason: ErrorCode): Text {
  return TEXTS[reason] ?? ERROR_TEXTS[reason];
}
