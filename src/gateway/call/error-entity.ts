import type { DomainError, Link, Reason } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language } from '../../common/language.js';

export interface ErrorResponse {
  readonly status: 'ERROR';
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly code: ErrorCode; readonly message: string }[];
  readonly more?: true;
  readonly reason?: Reason;
  readonly from?: string;
}

const MAX_HEADER_TEXT = 300;
const NOT_ONE_LINE = /\s+/g;
// A lone surrogate has no percent encoding.
const HALF_PAIR = /\p{Surrogate}/gu;
const TO_ENCODE = /[^\x20-\x7e]|%/gu;

export function toErrorResponse(error: DomainError, language: Language): ErrorResponse {
  const { reason, from } = error;
  const why = { ...(reason !== null && { reason }), ...(from !== null && { from }) };
  const entity = { status: 'ERROR', error: error.code, message: error.text[language], ...why } as const;
  if (error.violations.length === 0) return entity;
  const details = error.violations.map(({ path, code, text }) => ({ path, code, message: text[language] }));
  return { ...entity, details, ...(error.more && { more: true as const }) };
}

export function toErrorHeader(entity: ErrorResponse): string | null {
  if (entity.error === ErrorCode.TOKEN_REFUSED) return null;
  if (entity.error === ErrorCode.TOKEN_EXPIRED) return 'Token Expired';
  const line = entity.message.replace(NOT_ONE_LINE, ' ').trim().slice(0, MAX_HEADER_TEXT);
  return line.replace(HALF_PAIR, '?').replace(TO_ENCODE, encodeURIComponent);
}

export function toLinkHeader(links: readonly Link[]): string {
  return links.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ');
}
