import { type ReceivedResponse, ResponseChecker } from './response-checker.js';

const described = new ResponseChecker();

const SHOWN_TEXT = 1000;

/** The operation of docs/openapi.json that was called, or null; throws when the response is not as described there. */
export function assertDescribed(method: string, path: string, response: ReceivedResponse): string | null {
  const { operation, fault } = described.check(method, path, response);
  if (fault === null) return operation;
  const { status, text } = response;
  throw new Error(
    [
      `docs/openapi.json ${fault} (${operation ?? 'no operation'})`,
      'If the program is right, write the document anew: npm run openapi',
      `${method} ${path} → ${status} ${text?.slice(0, SHOWN_TEXT) ?? ''}`,
    ].join('\n'),
  );
}

/** `fetch` whose responses are held against the document, as far as it shows them: of a 205 all but the body. */
export async function fetchDescribed(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { pathname, search } = new URL(request.url);
  const text = response.body === null ? null : await response.clone().text();
  assertDescribed(request.method, pathname + search, { status: response.status, headers: Object.fromEntries(response.headers), text });
  return response;
}
