import { invalid } from '../../common/validation/checks.js';
import { CheckedText, Converted, IntegerBetween, Required, TextUpTo } from '../../common/validation/decorators.js';
import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { faultNamed, NO_FAULT_NAME } from './fault-name.js';

const MAX_CALLS = 100;
const MAX_ROUTE = 200;

const IS_FAULT_NAME = invalid('faultName', NO_FAULT_NAME, (value) => typeof value === 'string' && faultNamed(value) !== null);

export class FaultRequest {
  /** 429, 500, 503, timeout, or slow=N with N milliseconds up to 30000; a number is taken too. @example '503' */
  @Converted((value) => (typeof value === 'number' ? String(value) : value))
  @CheckedText(IS_FAULT_NAME)
  @Required()
  status: string;

  /** How many calls meet it, 1 to 100; 1 when it is absent. @example 2 */
  @IntegerBetween(1, MAX_CALLS)
  count?: number;

  /**
   * Calls of this route only: its path as in this document, or how that begins up to a slash, with the method before it or without. Any call when it is
   * absent.
   * @example 'PUT /collection-api/applications/{id}/charge'
   */
  @TextUpTo(MAX_ROUTE)
  route?: string;
}

@AnswerTo(FaultRequest)
export class FaultResponse {
  /** 429, 500, 503, timeout, or slow=N. @example '503' */
  status: string;
  /** How many calls will still meet it. @example 2 */
  count: number;
  /** The calls that meet it; null: any. @example 'PUT /collection-api/applications/{id}/charge' */
  route: string | null;
}
