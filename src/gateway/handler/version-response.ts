import { HttpStatus } from '@nestjs/common';
import type { Link } from '../../common/domain-error.js';
import { isTagNamed, formatStateTag, formatVersionTag } from '../call/entity-tag.js';
import { setLinks } from './responses.js';
import type { UserCall } from './decorators.js';

interface Versioned {
  readonly version: number;
}

/** Adds links to next steps, because `fetch` drops the body of a 205 (applications.16). */
export function setVersionTag({ caller, response }: UserCall, { version }: Versioned, links: readonly Link[] = []): string {
  const etag = formatVersionTag(version, caller.language);
  response.setHeader('ETag', etag);
  setLinks(response, links);
  return etag;
}

export function isNotModified(call: UserCall, object: Versioned): boolean {
  const { request, response } = call;
  response.setHeader('Cache-Control', 'private, no-cache');
  const isHeld = isTagNamed(request.headers['if-none-match'], setVersionTag(call, object));
  if (isHeld) response.status(HttpStatus.NOT_MODIFIED);
  return isHeld;
}

/** Serves an object without a version. Sets 304 and returns undefined if the caller has it. */
export function sendIfChanged<Shown extends object>(
  { caller, request, response }: Pick<UserCall, 'request' | 'response'> & { readonly caller: Pick<UserCall['caller'], 'language'> },
  shown: Shown,
): Shown | undefined {
  const etag = formatStateTag(shown, caller.language);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', etag);
  if (!isTagNamed(request.headers['if-none-match'], etag)) return shown;
  response.status(HttpStatus.NOT_MODIFIED);
  return undefined;
}
