import { HttpStatus } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { Caller } from '../../common/caller.js';
import { namesTag, versionTag } from '../call/entity-tag.js';

/** What is counted up by every change. */
interface Versioned {
  readonly version: number;
}

/** Sets and returns the `ETag` of the object as it is after the call; a later call can name it in `If-Match`. */
export function noteTag(response: ServerResponse, { version }: Versioned, { language }: Caller): string {
  const etag = versionTag(version, language);
  response.setHeader('ETag', etag);
  return etag;
}

/** Sets the `ETag` of a retrieve, and 304 when `If-None-Match` names what the caller has: then there is no body. */
export function isNotModified(request: Request, response: Response, object: Versioned, caller: Caller): boolean {
  response.setHeader('Cache-Control', 'private, no-cache');
  const isHeld = namesTag(request.headers['if-none-match'], noteTag(response, object, caller));
  if (isHeld) response.status(HttpStatus.NOT_MODIFIED);
  return isHeld;
}
