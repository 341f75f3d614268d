import { invalid } from './checks.js';
import { CheckedText } from './decorators.js';

const STATUS = /^[1-5](?:\d\d|xx)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Requires an HTTP status, or a class such as `4xx`. */
export function HttpStatusOrClass(): PropertyDecorator {
  const text = { el: 'Κωδικός HTTP (404) ή κατηγορία (4xx).', en: 'An HTTP status (404) or a class of them (4xx).' };
  return CheckedText(invalid('httpStatus', text, (value) => typeof value === 'string' && STATUS.test(value)));
}

export function RequestId(): PropertyDecorator {
  const text = { el: 'Αναμένεται UUID.', en: 'A UUID is expected.' };
  return CheckedText(invalid('requestId', text, (value) => typeof value === 'string' && UUID.test(value)));
}
