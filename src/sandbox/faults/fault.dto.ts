import { buildCheck } from '../../common/validation/checks.js';
import { CheckedText, Converted, IntegerBetween, Required, TextUpTo } from '../../common/validation/decorators.js';
import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { parseFault, NO_FAULT_NAME } from './fault-route.js';

const MAX_CALLS = 100;
const MAX_ROUTE = 200;

const IS_FAULT_NAME = buildCheck('faultName', NO_FAULT_NAME, (value) => typeof value === 'string' && parseFault(value) !== null);

export class FaultRequest {
  /** 429, 500, 503, timeout, or slow=N for N milliseconds up to 30000; text or number. @example '503' */
  @Converted((value) => (typeof value === 'number' ? String(value) : value))
  @CheckedText(IS_FAULT_NAME)
  @Required()
  status: string;

  /** Number of calls that fail, 1 to 100; 1 when absent. @example 2 */
  @IntegerBetween(1, MAX_CALLS)
  count?: number;

  /**
   * Path of a route in this document, or its beginning up to a slash, with or without the method; any call when absent.
   * @example 'PUT /collection-api/applications/{id}/charge'
   */
  @TextUpTo(MAX_ROUTE)
  route?: string;
}

@ResponseTo(FaultRequest)
export class FaultResponse {
  /** 429, 500, 503, timeout, or slow=N. @example '503' */
  status: string;
  /** Number of calls that will still fail. @example 2 */
  count: number;
  /** Path that is matched; null for any call. @example 'PUT /collection-api/applications/{id}/charge' */
  route: string | null;
}
