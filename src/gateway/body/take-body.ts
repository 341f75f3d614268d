import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Call } from '../call/call.js';
import { readJson } from './read-json.js';

const MALFORMED_PATH = { el: 'Μη έγκυρη κωδικοποίηση της διεύθυνσης.', en: 'The address holds a malformed percent escape.' };

/** @throws DomainError INVALID when a parameter of the path holds a percent escape that is none */
export function requireWellFormedPath({ hasMalformedPath }: Call): true {
  if (hasMalformedPath) throw new DomainError(ErrorCode.INVALID, { text: MALFORMED_PATH });
  return true;
}

/**
 * Asks for the body where the caller waits to be asked, and reads it where the route takes JSON.
 * @throws DomainError MEDIA_TYPE, BODY_TOO_LARGE, BAD_JSON
 */
export function takeBody({ rules }: Call, request: Request, response: Response): true | Promise<true> {
  if (expectsContinue(request)) response.writeContinue();
  return rules?.readsJson !== true || readInto(request);
}

async function readInto(request: Request): Promise<true> {
  request.body = await readJson(request);
  return true;
}

/** Whether the body waits for our `100 Continue`. HTTP/1.0 knows no such response: there the header is ignored. */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}
