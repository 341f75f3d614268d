import { HttpStatusOrClass, RequestId } from '../../common/validation/call-checks.js';
import { IsoDate, OneOf, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';

export class CallQuery extends PageQuery {
  /** Status of the response, or a class of statuses @example "4xx" */
  @HttpStatusOrClass()
  status?: string;

  /** Route as the calls show it, or how it begins @example "/fire-api/rsc" */
  @TextUpTo(200)
  route?: string;

  /** From this date or instant on; without `Z` Greek local time @example "2026-11-20" */
  @IsoDate()
  from?: string;

  /** Before this date or instant; without `Z` Greek local time @example "2026-11-21" */
  @IsoDate()
  to?: string;

  /** The `X-Request-Id` of a response @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  @RequestId()
  request_id?: string;

  /** From the console only: `true` adds the calls that the console itself made. Default `false` @example "false" */
  @OneOf(['true', 'false'])
  console?: string;
}

/** A call of the program, or several refusals alike. */
export class CallResponse {
  /** The instant it came, UTC @example "2026-11-20T10:30:00.000Z" */
  at: string;

  /** The `X-Request-Id` of its response @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  request_id: string;

  /** First characters of the API key @example "Vd81uL" */
  key_prefix: string;

  /** Where it was made @example "production" */
  environment: string;

  /** The agent of its token; null when it came without a live one @example "10001" */
  agent_code: string | null;

  /** HTTP method @example "GET" */
  method: string;

  /** Route, with the names of what stood in the path @example "/fire-api/rsc/applications/:id" */
  route: string;

  /** Status of the response; 499 when the program went away before it @example 400 */
  status: number;

  /** Code of the error; null when there was none @example "-300" */
  error_code: string | null;

  /** Milliseconds from the first byte of the call to the last of its response @example 12.41 */
  duration_ms: number;

  /** How many calls it stands for: of many refusals alike it is the first @example 1 */
  repeats: number;

  /** The address it came from @example "192.0.2.10" */
  address: string | null;
}
