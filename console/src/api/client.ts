import { API_PATH } from '../base.js';
import type { Answer, InPath, Method, PathOf, Query, Sent } from './schema.js';
import { Problem, problemOf } from './problem.js';

interface Options<Path, Body> {
  readonly path?: Path;
  readonly query?: Query;
  readonly body?: Body;
  /** ETag of the expected version. */
  readonly ifMatch?: string | null;
  /** Idempotency key of a write. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Result<Body> {
  readonly body: Body;
  readonly etag: string | null;
  /** Total number of rows, if the response is a page of a plain list. */
  readonly total: number;
}

/** Its routes depend on the user only. */
const BACK_OFFICE = '/backoffice-api/';

/** Values that every call sends besides the cookie; stored in memory only. */
const calls: { csrfToken: string; language: string; agent: string | null } = { csrfToken: '', language: 'el', agent: null };
const listeners = new Set<(problem: Problem) => void>();

export function setCsrfToken(token: string): void {
  calls.csrfToken = token;
}

export function setCallLanguage(language: string): void {
  calls.language = language;
}

/** Sets the agent of calls to the services: the user's own agent or a delegate (auth.15). */
export function setCallAgent(agent: string | null): void {
  calls.agent = agent;
}

export function callAgent(): string | null {
  return calls.agent;
}

/** Registers a listener for problems of all calls, in addition to their callers. Returns a function that removes it. */
export function onProblem(listener: (problem: Problem) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const waiting = { calls: 0 };
const watchers = new Set<() => void>();

/** Whether a call is running, as an observable. */
export const CALLING = {
  is: (): boolean => waiting.calls > 0,
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

function count(change: 1 | -1): void {
  waiting.calls += change;
  for (const watcher of watchers) watcher();
}

/** Calls the API as the signed-in user. Rejects with a `Problem`. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: Options<InPath<P, M>, Sent<P, M>> = {},
): Promise<Result<Answer<P, M>>> {
  const response = await send(method, path, options);
  const { status, headers } = response;
  // A 205 has no content for a browser (applications.16).
  const isBare = status === 204 || status === 205 || headers.get('Content-Length') === '0';
  const body = isBare ? undefined : ((await response.json()) as unknown);
  return { body: body as Answer<P, M>, etag: headers.get('ETag'), total: Number(headers.get('X-Total-Count') ?? 0) };
}

/** Downloads a file with its media type. */
export async function download<P extends PathOf<'get'>>(path: P, options: Options<InPath<P, 'get'>, undefined> = {}): Promise<Blob> {
  return (await send('get', path, options)).blob();
}

/** Requests a file that the server builds from the body and does not store. */
export async function printed<P extends PathOf<'post'>>(path: P, options: Options<InPath<P, 'post'>, Sent<P, 'post'>>): Promise<Blob> {
  return (await send('post', path, options)).blob();
}

/** Uploads a file with its media type. */
export async function upload<P extends PathOf<'post'>>(
  path: P,
  file: Blob,
  key: string,
  options: Pick<Options<InPath<P, 'post'>, undefined>, 'path' | 'query'> = {},
): Promise<Answer<P, 'post'>> {
  const response = await send('post', path, { ...options, body: file, key });
  return (await response.json()) as Answer<P, 'post'>;
}

async function send(method: string, path: string, options: Options<unknown, unknown>): Promise<Response> {
  const { body, ifMatch, key, headers, signal } = options;
  count(1);
  const response = await fetch(addressOf(path, options), {
    method: method.toUpperCase(),
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      Accept: 'application/json, */*;q=0.5',
      'Accept-Language': calls.language,
      ...(calls.csrfToken === '' ? {} : { 'X-CSRF-Token': calls.csrfToken }),
      ...(calls.agent === null || path.startsWith(BACK_OFFICE) ? {} : { 'X-Agent-Code': calls.agent }),
      ...(body === undefined ? {} : { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw tell(new Problem('offline', ''));
    })
    .finally(() => count(-1));
  if (!response.ok) throw tell(await problemOf(response));
  return response;
}

function tell(problem: Problem): Problem {
  for (const listener of listeners) listener(problem);
  return problem;
}

function addressOf(template: string, { path, query = {} }: Options<unknown, unknown>): string {
  const values = (path ?? {}) as Record<string, string | number>;
  const filled = template.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value));
  return API_PATH + filled + (search.size > 0 ? `?${search.toString()}` : '');
}
