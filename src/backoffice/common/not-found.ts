import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';

const ID = /^[1-9]\d{0,8}$/;
export const AGENT_CODE_PATTERN = /^[A-Za-z0-9._-]{1,20}$/;

/** Error for a missing object, somebody else's and a malformed id alike. */
export function notFound(): DomainError {
  return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
}

/** Parses an id of a path. @throws DomainError CHILD_NOT_FOUND */
export function idOf(text: string): number {
  if (!ID.test(text)) throw notFound();
  return Number(text);
}

/** Checks an agent's code of a path. @throws DomainError CHILD_NOT_FOUND */
export function codeOf(text: string): string {
  if (!AGENT_CODE_PATTERN.test(text)) throw notFound();
  return text;
}
