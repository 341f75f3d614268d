import { type ReceivedResponse, ResponseChecker } from './response-checker.js';

const described = new ResponseChecker();

const SHOWN_TEXT = 1000;

/**
 * Returns the called operation of docs/openapi.json, or null; throws when the response differs from its description.
 */
export function assertDescribed(method: string, path: string, response: ReceivedResponse): string | null {
  const { operation, violation } = described.check(method, path, response);
  if (violation === null) return operation;
  const { status, text } = response;
  throw new Error(
    [
      `docs/openapi.json ${violation} (${operation ?? 'no operation'})`,
      'If the program is right, update the document: npm run openapi',
      `${method} ${path} → ${status} ${text?.slice(0, SHOWN_TEXT) ?? ''}`,
    ].join('\n'),
  );
}

/** Like `fetch`, but throws for an undescribed response. The body of a 205 is not visible to it. */
export async function fetchDescribed(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { pathname, search } = new URL(request.url);
  const text = response.body === null ? null : await response.clone().text();
  assertDescribed(request.method, pathname + search, { status: response.status, headers: Object.fromEntries(response.headers), text });
  return response;
}
