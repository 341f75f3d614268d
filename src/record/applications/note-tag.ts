import type { Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { UserCaller } from '../../common/caller.js';
import { namesTag } from '../../common/entity-tag.js';
import { applicationTag } from './application-tag.js';
import type { ApplicationFields } from './application.js';

const NOT_MODIFIED = 304;

/** Sets and answers the `ETag` of the application as it is after the call; a later call can name it in `If-Match`. */
export function noteTag(response: ServerResponse, application: ApplicationFields, { language }: UserCaller): string {
  const etag = applicationTag(application, language);
  response.setHeader('ETag', etag);
  return etag;
}

/** Sets the `ETag` of a retrieve, and 304 when `If-None-Match` names what the caller has: then there is no body. */
export function isNotModified(request: Request, response: Response, application: ApplicationFields, caller: UserCaller): boolean {
  response.setHeader('Cache-Control', 'private, no-cache');
  const isHeld = namesTag(request.headers['if-none-match'], noteTag(response, application, caller));
  if (isHeld) response.status(NOT_MODIFIED);
  return isHeld;
}
