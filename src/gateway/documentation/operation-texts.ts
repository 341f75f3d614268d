import { isKeyRequired } from '../call/route-rules.js';
import type { DescribedRoute } from './described-route.js';
import type { OperationObject, ResponseObject } from './openapi-types.js';

const MAX_SUMMARY = 80;
const FIRST_SENTENCE = /^(.+?)[.](?:\s|$)/s;

const RESET_WITH_BODY =
  'HTTP forbids content in a 205, but the contract requires it: the body has a `Content-Length`, and `fetch` and some proxies drop it. ' +
  'The next steps are also in `Link`. With `Prefer: return=minimal` the response is empty.';

export function addTexts(operation: OperationObject, route: DescribedRoute): OperationObject {
  const text = [operation.summary, operation.description].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim();
  // Comments exist only in the built program.
  if (text === '') return operation;
  const summary = FIRST_SENTENCE.exec(`${text} `)?.[1] ?? text;
  if (summary.length > MAX_SUMMARY || summary.includes('`'))
    throw new Error(`${operation.operationId} needs a first sentence of at most ${MAX_SUMMARY} characters without marks, not "${summary}"`);
  return { ...operation, summary, description: [text, ...listEndTexts(route), buildAccessText(route)].join('\n\n') };
}

function listEndTexts({ rules: { deprecation } }: DescribedRoute): string[] {
  if (deprecation === null) return [];
  const { sunset, successor } = deprecation;
  return [`Ends on ${sunset}.${successor === null ? '' : ` Call ${successor} instead.`}`];
}

function buildAccessText({ rules, roles }: DescribedRoute): string {
  if (rules.access === 'keyless') return 'Needs neither an API key nor a session; limited by the caller’s address.';
  if (rules.access === 'link') return 'Needs the token of a customer’s link, neither key nor session; limited by the caller’s address.';
  if (!isKeyRequired(rules)) return `Needs a session of the back office, as ${roles.map((role) => `\`${role}\``).join(', ')}.`;
  if (rules.access === 'client') return 'Needs the id of a program and a user-key; an API key that is sent must be one of the program.';
  if (rules.isSandboxOnly) return 'Needs an API key and a bearer token of the sandbox: production has no such route.';
  return `Needs an API key for \`${rules.service}\`${rules.access === 'token' ? ' and a bearer token' : '; no token'}.`;
}

export function addWarning(status: string, response: ResponseObject): ResponseObject {
  if (status !== '205' || response.content === undefined) return response;
  return { ...response, description: `${response.description} ${RESET_WITH_BODY}` };
}
