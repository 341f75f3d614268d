import { ENVIRONMENTS } from '../../../common/environment.js';
import { HttpStatusOrClass, RequestId } from '../../../common/validation/call-checks.js';
import { FromNumericText, IntegerBetween, IsoDate, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_ID = 2_147_483_647;

/** Which calls. */
export class CallQueryDto extends PageQueryDto {
  /** The program that called @example 3 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  programId?: number;

  /** First characters of the API key, all that are shown of it @example "Vd81uL" */
  @TextUpTo(40)
  keyPrefix?: string;

  /** The agent of the token @example "10001" */
  @TextUpTo(40)
  agentCode?: string;

  /** Where the call was made @example "production" */
  @OneOf(ENVIRONMENTS)
  environment?: string;

  /** Status of the response, or a class of statuses @example "4xx" */
  @HttpStatusOrClass()
  status?: string;

  /** Route as the calls show it, or how it begins @example "/fire-api/rsc" */
  @TextUpTo(200)
  route?: string;

  /** The `X-Request-Id` of a response @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  @RequestId()
  requestId?: string;

  /** From this date or instant on @example "2026-11-20" */
  @IsoDate()
  from?: string;

  /** Before this date or instant @example "2026-11-21" */
  @IsoDate()
  to?: string;
}

/** A call of a program, or several refusals alike. */
export class StaffCallResponse {
  /** The instant it came, UTC @example "2026-11-20T10:30:00.000Z" */
  at: string;

  /** The `X-Request-Id` of its response, as in the log @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  requestId: string;

  /** The program that called @example 3 */
  programId: number;

  /** First characters of the API key @example "Vd81uL" */
  keyPrefix: string;

  /** Where it was made @example "production" */
  environment: string;

  /** The agent of its token; null when it came without a live one @example "10001" */
  agentCode: string | null;

  /** HTTP method @example "GET" */
  method: string;

  /** Route, with the names of what stood in the path @example "/fire-api/rsc/applications/:id" */
  route: string;

  /** Status of the response; 499 when the program went away before it @example 400 */
  status: number;

  /** Code of the error; null when there was none @example "-300" */
  errorCode: string | null;

  /** Milliseconds from the first byte of the call to the last of its response @example 12.41 */
  durationMs: number;

  /** How many calls it stands for: of many refusals alike it is the first @example 1 */
  repeats: number;

  /** The address it came from @example "192.0.2.10" */
  address: string | null;
}

/** A part of the request log, newest first. */
export class CallListResponse extends PageDto {
  /** The requested part */
  items: StaffCallResponse[];

  /** Items in all; 10000 stands for that many or more @example 120 */
  declare total: number;
}
