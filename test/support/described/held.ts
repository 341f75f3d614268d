import { type AnswerFace, DescribedAnswers } from './answers.js';

const described = new DescribedAnswers();

const SHOWN_TEXT = 1000;

/** The operation of docs/openapi.json that was called, or null; throws when the response is not as described there. */
export function held(method: string, path: string, answer: AnswerFace): string | null {
  const { operation, fault } = described.examine(method, path, answer);
  if (fault === null) return operation;
  const { status, text } = answer;
  throw new Error(
    [
      `docs/openapi.json ${fault} (${operation ?? 'no operation'})`,
      'If the program is right, write the document anew: npm run openapi',
      `${method} ${path} → ${status} ${text?.slice(0, SHOWN_TEXT) ?? ''}`,
    ].join('\n'),
  );
}

/** `fetch` whose responses are held against the document, as far as it shows them: of a 205 all but the body. */
export async function heldFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { pathname, search } = new URL(request.url);
  const text = response.body === null ? null : await response.clone().text();
  held(request.method, pathname + search, { status: response.status, headers: Object.fromEntries(response.headers), text });
  return response;
}
