import type { Caller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ApplicationRecord } from './application.js';

/**
 * Refuses a call that means another version of the application (gateway.35).
 * @throws DomainError CHANGED_MEANWHILE
 */
export function assertExpected(
  { expectedVersions }: Pick<Caller, 'expectedVersions'>,
  { version }: Pick<ApplicationRecord, 'version'>,
): void {
  if (expectedVersions?.includes(version) === false) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}
