import type { ServerResponse } from 'node:http';
import type { UserCaller } from '../../common/caller.js';
import { applicationTag } from '../../record/applications/application-tag.js';
import type { FireApplication } from './fire-application.mapper.js';

/** Sets and answers the `ETag` of the application as it is after the call; a later call can name it in `If-Match`. */
export function noteTag(response: ServerResponse, application: FireApplication, { language }: UserCaller): string {
  const etag = applicationTag(application, language);
  response.setHeader('ETag', etag);
  return etag;
}
