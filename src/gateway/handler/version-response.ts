import { HttpStatus } from '@nestjs/common';
import type { Link } from '../../common/domain-error.js';
import { namesTag, versionTag } from '../call/entity-tag.js';
import { sendResetContent } from './responses.js';
import type { UserCall } from './user-call.decorator.js';

/** What is counted up by every change. */
interface Versioned {
  readonly version: number;
}

/** Sets and returns the `ETag` of the object as it is after the call; a later call can name it in `If-Match`. */
export function noteTag({ caller, response }: UserCall, { version }: Versioned): string {
  const etag = versionTag(version, caller.language);
  response.setHeader('ETag', etag);
  return etag;
}

/** Sets the `ETag` of a retrieve, and 304 when `If-None-Match` names what the caller has: then there is no body. */
export function isNotModified(call: UserCall, object: Versioned): boolean {
  const { request, response } = call;
  response.setHeader('Cache-Control', 'private, no-cache');
  const isHeld = namesTag(request.headers['if-none-match'], noteTag(call, object));
  if (isHeld) response.status(HttpStatus.NOT_MODIFIED);
  return isHeld;
}

/** 205 with the `ETag` of the object that the call changed, and where it leads next. */
export function sendChanged(call: UserCall, changed: Versioned, answer?: { links?: readonly Link[]; entity?: unknown }): void {
  noteTag(call, changed);
  sendResetContent(call.response, answer);
}
