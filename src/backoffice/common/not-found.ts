import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';

const ID = /^[1-9]\d{0,8}$/;

/** A missing object, another's and a malformed id are refused alike. */
export function notFound(): DomainError {
  return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
}

/** The id in a path. @throws DomainError when it is none */
export function idOf(text: string): number {
  if (!ID.test(text)) throw notFound();
  return Number(text);
}
