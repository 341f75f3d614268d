import { ENVIRONMENTS } from '../../../common/environment.js';
import { HttpStatusOrClass, OneOf, RequestId, TextUpTo } from '../../../common/validation/decorators.js';
import { ExchangeResponse } from '../../../gateway/observability/exchange.dto.js';
import { IntegerParameter } from '../../common/fields.js';
import { PeriodQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_ID = 2_147_483_647;

export class CallQueryDto extends PeriodQueryDto {
  /** Id of the calling program. @example 3 */
  @IntegerParameter(1, MAX_ID)
  programId?: number;

  /** First six characters of the API key. @example "Vd81uL" */
  @TextUpTo(40)
  keyPrefix?: string;

  /** Code of the agent of the token. @example "10001" */
  @TextUpTo(40)
  agentCode?: string;

  /** Environment of the call. @example "production" */
  @OneOf(ENVIRONMENTS)
  environment?: string;

  /** Status of the response, or a class of statuses. @example "4xx" */
  @HttpStatusOrClass()
  status?: string;

  /** Code of the error. @example "-702" */
  @TextUpTo(40)
  errorCode?: string;

  /** Route as `route` of a call shows it, or its beginning. @example "/fire-api/rsc" */
  @TextUpTo(200)
  route?: string;

  /** `X-Request-Id` of the response. @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  @RequestId()
  requestId?: string;
}

export class StaffCallResponse {
  /** Time of arrival, UTC. @example "2026-11-20T10:30:00.000Z" */
  at: string;
  /** `X-Request-Id` of the response, as in the log. @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  requestId: string;
  /** Id of the calling program. @example 3 */
  programId: number;
  /** First six characters of the API key. @example "Vd81uL" */
  keyPrefix: string;
  /** Environment of the call. @example "production" */
  environment: string;
  /** Code of the agent of the token; null without a valid token. @example "10001" */
  agentCode: string | null;
  /** HTTP method. @example "GET" */
  method: string;
  /** Route with the names of its path parameters. @example "/fire-api/rsc/applications/:id" */
  route: string;
  /** Status of the response; 499 if the program disconnected before it. @example 400 */
  status: number;
  /** Code of the error; null without one. @example "-300" */
  errorCode: string | null;
  /** Milliseconds from the first byte of the call to the last byte of the response. @example 12.41 */
  durationMs: number;
  /** Number of equal refusals that this entry, the first of them, represents. @example 1 */
  repeats: number;
  /** IP address of the caller. @example "192.0.2.10" */
  address: string | null;
}

export class StaffCallDetailsResponse extends StaffCallResponse {
  /** Headers and JSON bodies; null in production and under load. */
  exchange: ExchangeResponse | null;
}

export class CallListResponse extends PageResponseOf(StaffCallResponse) {}
