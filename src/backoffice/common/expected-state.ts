import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language } from '../../common/language.js';
import { hashState, parseStates, parseVersions, type NamedState } from '../../gateway/call/entity-tag.js';

export interface Expectation {
  readonly expectedVersions?: readonly number[] | undefined;
  readonly expectedStates?: readonly NamedState[] | undefined;
}

export function parseIfMatch(ifMatch: string | undefined): Expectation {
  return { expectedVersions: parseVersions(ifMatch), expectedStates: parseStates(ifMatch) };
}

export function assertVersion({ expectedVersions }: Expectation, version: number): void {
  if (expectedVersions?.includes(version) === false) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}

export function assertShown(caller: Expectation & { readonly language: Language }, show: (language: Language) => object): void {
  const { expectedStates } = caller;
  if (expectedStates?.some(({ state, language }) => hashState(show(language ?? caller.language)) === state) === false)
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}
