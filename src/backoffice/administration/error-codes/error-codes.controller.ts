import { Get, Query } from '@nestjs/common';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from '../../../gateway/call/gateway-error.js';
import { HTTP_STATUS } from '../../../gateway/call/http-status.js';
import { ERROR_GUIDE_EL, GATEWAY_ERROR_GUIDE_EL } from '../../../gateway/documentation/error-guide-el.js';
import { ERROR_GUIDE, GATEWAY_ERROR_GUIDE } from '../../../gateway/documentation/error-guide.js';
import { ROLES } from '../../../identity/user.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ErrorCodesQuery, ErrorCodesResponse, parseErrorCodes, type ErrorHelpResponse } from './error-codes.dto.js';

const SERVICE_CODES: ReadonlySet<string> = new Set(Object.values(ErrorCode));

@BackofficeController('error-codes')
@Roles(...ROLES)
export class ErrorCodesController {
  /** List the text, cause and remedy of error codes. Unknown codes are left out. */
  @Get()
  listErrorCodes(@CurrentStaff() { language }: StaffCaller, @Query() { codes }: ErrorCodesQuery): ErrorCodesResponse {
    return { items: parseErrorCodes(codes).flatMap((code) => describeError(code, language) ?? []) };
  }
}

function describeError(code: string, language: Language): ErrorHelpResponse | null {
  if (isServiceCode(code)) {
    const guide = language === 'el' ? ERROR_GUIDE_EL : ERROR_GUIDE;
    return { code, httpStatus: HTTP_STATUS[code], title: ERROR_TEXTS[code][language], ...guide[code] };
  }
  if (!isGatewayCode(code)) return null;
  const { status, message } = GATEWAY_ERRORS[code];
  const help = language === 'el' ? GATEWAY_ERROR_GUIDE_EL[code] : { title: message, ...GATEWAY_ERROR_GUIDE[code] };
  return { code, httpStatus: status, ...help };
}

const isServiceCode = (code: string): code is ErrorCode => SERVICE_CODES.has(code);
const isGatewayCode = (code: string): code is GatewayErrorCode => Object.hasOwn(GATEWAY_ERRORS, code);
