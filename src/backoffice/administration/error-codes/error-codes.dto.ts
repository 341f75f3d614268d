import { CheckedText, Required } from '../../../common/validation/decorators.js';
import { buildCheck } from '../../../common/validation/checks.js';

/** Keeps the response small; a page of calls has fewer codes. */
const MAX_CODES = 50;
const CODE = /^[\w-]{1,40}$/;

export function parseErrorCodes(text: string): string[] {
  return [...new Set(text.split(','))];
}

const CODES_CHECK = buildCheck(
  'errorCodes',
  {
    el: `Κωδικοί σφαλμάτων χωρισμένοι με κόμμα, έως ${MAX_CODES}.`,
    en: `Error codes separated by commas, at most ${MAX_CODES}.`,
  },
  (value) => {
    if (typeof value !== 'string') return false;
    const codes = parseErrorCodes(value);
    return codes.length <= MAX_CODES && codes.every((code) => CODE.test(code));
  },
);

export class ErrorCodesQuery {
  /** Codes of errors, separated by commas, at most 50. @example '-702,OVER_RATE_LIMIT' */
  @Required()
  @CheckedText(CODES_CHECK)
  codes: string;
}

export class ErrorHelpResponse {
  /** Code of the error. @example '-702' */
  code: string;
  /** HTTP status of the error. @example 400 */
  httpStatus: number;
  /** Text of the error. @example 'Nothing is due now.' */
  title: string;
  /** Why calls get this error. @example 'Nothing can be paid now. `reason` says why.' */
  cause: string;
  /** How the caller avoids it. @example 'Wait until the day in `from`, if there is one.' */
  remedy: string;
}

export class ErrorCodesResponse {
  /** The known ones of the codes, in the order of the query. */
  items: ErrorHelpResponse[];
}
