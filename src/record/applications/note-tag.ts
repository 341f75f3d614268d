import type { ServerResponse } from 'node:http';
import type { UserCaller } from '../../common/caller.js';
import { applicationTag } from './application-tag.js';
import type { ApplicationRecord } from './application.js';

/** Sets and answers the `ETag` of the application as it is after the call; a later call can name it in `If-Match`. */
export function noteTag(response: ServerResponse, application: ApplicationRecord, { language }: UserCaller): string {
  const etag = applicationTag(application, language);
  response.setHeader('ETag', etag);
  return etag;
}
