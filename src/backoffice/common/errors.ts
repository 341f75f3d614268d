import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';

const ID = /^[1-9]\d{0,8}$/;
export const AGENT_CODE_PATTERN = /^[A-Za-z0-9._-]{1,20}$/;

export function buildNotFound(): DomainError {
  return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
}

export function buildInvalidField(path: string, text: Text, code: ErrorCode = ErrorCode.INVALID): DomainError {
  return DomainError.ofViolations([{ path, code, text }]);
}

export function parseId(text: string): number {
  if (!ID.test(text)) throw buildNotFound();
  return Number(text);
}

export function parseAgentCode(text: string): string {
  if (!AGENT_CODE_PATTERN.test(text)) throw buildNotFound();
  return text;
}
