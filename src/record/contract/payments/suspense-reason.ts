import { ERROR_TEXTS, ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';

const UNKNOWN_CODE: Text = {
  el: 'Ο κωδικός πληρωμής δεν υπάρχει ή η αιτιολογία περιέχει περισσότερους από έναν κωδικούς.',
  en: 'The payment code does not exist, or the reference contains more than one code.',
};

const NOTHING_DUE: Text = {
  el: 'Δεν οφειλόταν τίποτα: η δόση είχε ήδη πληρωθεί ή το συμβόλαιο είχε λυθεί.',
  en: 'Nothing was due: the instalment was already paid, or the policy had lapsed.',
};
const TEXTS: Partial<Record<ErrorCode, Text>> = { [ErrorCode.NO_PAYMENT_CODE]: UNKNOWN_CODE, [ErrorCode.ALREADY_PAID]: NOTHING_DUE };

/** Returns why money paid nothing: -703 means that its code does not exist. */
export function suspenseReasonText(reason: ErrorCode): Text {
  return TEXTS[reason] ?? ERROR_TEXTS[reason];
}
