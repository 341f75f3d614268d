import { HttpStatusOrClass, RequestId, IsoDate, OneOf, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { ExchangeResponse } from '../../gateway/observability/exchange.dto.js';

export class CallQuery extends PageQuery {
  /** Status of the response, or a class of statuses. @example "4xx" */
  @HttpStatusOrClass()
  status?: string;

  /** Route as listed, or its beginning. @example "/fire-api/rsc" */
  @TextUpTo(200)
  route?: string;

  /** First six characters of an API key of the program. @example "Vd81uL" */
  @TextUpTo(40)
  key_prefix?: string;

  /** Code of the error. @example "-702" */
  @TextUpTo(40)
  error_code?: string;

  /** First date or instant; Greek local time without `Z`. @example "2026-11-20" */
  @IsoDate()
  from?: string;

  /** Date or instant before which the calls came; Greek local time without `Z`. @example "2026-11-21" */
  @IsoDate()
  to?: string;

  /** Header `X-Request-Id` of a response. @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  @RequestId()
  request_id?: string;

  /** For the console only: `true` adds the console's own calls; `false` when absent. @example "false" */
  @OneOf(['true', 'false'])
  console?: string;
}

export class CallResponse {
  /** Time of the call, UTC. @example "2026-11-20T10:30:00.000Z" */
  at: string;

  /** Header `X-Request-Id` of its response. @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  request_id: string;

  /** First characters of the API key. @example "Vd81uL" */
  key_prefix: string;

  /** Environment: production or sandbox. @example "production" */
  environment: string;

  /** Agent of the token; null without a valid token. @example "10001" */
  agent_code: string | null;

  /** HTTP method. @example "GET" */
  method: string;

  /** Route, with the names of its path parameters. @example "/fire-api/rsc/applications/:id" */
  route: string;

  /** Status of the response; 499 when the program disconnected before it. @example 400 */
  status: number;

  /** Code of the error; null without an error. @example "-300" */
  error_code: string | null;

  /** Milliseconds from the first byte of the request to the last of the response. @example 12.41 */
  duration_ms: number;

  /** Number of calls in this row: equal refusals are counted in the first one. @example 1 */
  repeats: number;

  /** IP address of the caller. @example "192.0.2.10" */
  address: string | null;
}

export class CallDetailsResponse extends CallResponse {
  /** Headers and JSON bodies; null in production and under load. */
  exchange: ExchangeResponse | null;
}
