import type { Caller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { matchesTag } from '../../common/entity-tag.js';
import { ErrorCode } from '../../common/error-codes.js';
import { LANGUAGES, type Language } from '../../common/language.js';
import type { ApplicationFields } from './application.js';

type Versioned = Pick<ApplicationFields, 'version'>;

/** `ETag` of an application's entity: a strong one, since every change counts the version up and only the language alters it besides. */
export function applicationTag({ version }: Versioned, language: Language): string {
  return `"${version}-${language}"`;
}

/**
 * Refuses a call whose `If-Match` names another version, in whichever language it was read; `"7"` is version 7 too.
 * @throws DomainError CHANGED_MEANWHILE
 */
export function assertMatches({ ifMatch }: Caller, application: Versioned): void {
  if (ifMatch === undefined) return;
  const tags = [`"${application.version}"`, ...LANGUAGES.map((language) => applicationTag(application, language))];
  if (!matchesTag(ifMatch, tags)) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
}
