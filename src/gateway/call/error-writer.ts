import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ERROR_TEXTS, ErrorCode } from '../../common/error-codes.js';
import { getCall } from './call.js';
import { isSentWithErrors } from './headers.js';
import { getLanguage } from '../../common/accept-language.js';
import { JSON_TYPE, send } from './send.js';
import { type ErrorResponse, toErrorResponse, toErrorHeader, toLinkHeader } from './error-entity.js';
import { buildGatewayErrorBody, buildProblem, findErrorFormat, PROBLEM_TYPE } from './error-format.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from './gateway-error.js';
import { HTTP_STATUS } from './http-status.js';
import { OAUTH_ERRORS, type OAuthError } from './oauth-error.js';

export const RETRY_AFTER_SECONDS = 1;

export function sendGatewayError(
  request: Request,
  response: Response,
  code: GatewayErrorCode,
  retryAfterSeconds: number | null = null,
): void {
  if (!begin(request, response, code)) return;
  response.setHeader('Vary', 'Accept');
  if (retryAfterSeconds !== null) response.setHeader('Retry-After', String(retryAfterSeconds));
  const { contentType, body } = buildGatewayErrorBody(code, findErrorFormat(request));
  sendRecorded(request, response, GATEWAY_ERRORS[code].status, contentType, body);
}

export function sendError(request: Request, response: Response, error: DomainError, status = HTTP_STATUS[error.code]): void {
  if (!begin(request, response, error.code)) return;
  const entity = toErrorResponse(error, getLanguage(request.headers['accept-language']));
  const header = toErrorHeader(entity);
  if (header !== null) response.setHeader('X-Error', header);
  if (error.code === ErrorCode.TOKEN_REFUSED || error.code === ErrorCode.TOKEN_EXPIRED) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.code === ErrorCode.UNAVAILABLE) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  if (error.links.length > 0) response.setHeader('Link', toLinkHeader(error.links));
  if (findErrorFormat(request).format !== 'problem') return sendRecorded(request, response, status, JSON_TYPE, JSON.stringify(entity));
  response.appendHeader('Vary', 'Accept');
  sendRecorded(request, response, status, PROBLEM_TYPE, JSON.stringify(toProblem(error, entity, status, request)));
}

function toProblem({ code }: DomainError, entity: ErrorResponse, status: number, request: Request): object {
  const { message: detail, details, more, reason, from } = entity;
  const title = ERROR_TEXTS[code][getLanguage(request.headers['accept-language'])];
  return { ...buildProblem(code, status, title), detail, details, more, reason, from };
}

export function sendOAuthError(request: Request, response: Response, { code, message }: OAuthError): void {
  if (!begin(request, response, code)) return;
  setNoStore(response);
  if (code === 'invalid_client') response.setHeader('WWW-Authenticate', 'Basic realm="auth-api"');
  sendRecorded(request, response, OAUTH_ERRORS[code], JSON_TYPE, JSON.stringify({ error: code, error_description: message }));
}

function sendRecorded(request: Request, response: Response, status: number, contentType: string, body: string): void {
  getCall(request).exchange?.setResponse(body);
  send(response, status, contentType, body);
}

export function setNoStore(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
}

/** Cuts a response that has begun, and returns false. */
function begin(request: Request, response: Response, code: string): boolean {
  getCall(request).errorCode = code;
  if (response.headersSent) {
    response.destroy();
    return false;
  }
  for (const name of response.getHeaderNames()) if (!isSentWithErrors(name)) response.removeHeader(name);
  return true;
}
