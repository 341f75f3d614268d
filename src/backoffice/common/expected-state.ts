import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language } from '../../common/language.js';
import { stateOf, statesNamed, versionsNamed, type NamedState } from '../../gateway/call/entity-tag.js';

/** What `If-Match` says of the object that a call means; undefined where any state will do. */
export interface Expectation {
  /** Its versions, where it counts them. */
  readonly expectedVersions?: readonly number[] | undefined;
  readonly expectedStates?: readonly NamedState[] | undefined;
}

export function expectationOf(ifMatch: string | undefined): Expectation {
  return { expectedVersions: versionsNamed(ifMatch), expectedStates: statesNamed(ifMatch) };
}

/** Refuses a call that means another version. @throws DomainError CHANGED_MEANWHILE */
export function assertVersion({ expectedVersions }: Expectation, version: number): void {
  if (expectedVersions?.includes(version) === false) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}

/**
 * Refuses a call that means the object in another state. `show` makes what its GET shows of the object as it is, locked, in this transaction.
 * @throws DomainError CHANGED_MEANWHILE
 */
export function assertShown(caller: Expectation & { readonly language: Language }, show: (language: Language) => object): void {
  const { expectedStates } = caller;
  if (expectedStates?.some(({ state, language }) => stateOf(show(language ?? caller.language)) === state) === false)
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}
