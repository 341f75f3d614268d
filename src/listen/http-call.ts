import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface HttpCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Trusted authority, PEM. Absent: those of the system. */
  readonly ca?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const MAX_CHARACTERS = 10_000_000;

/** Sends one request and follows no redirect. `fetch` has no option for a trusted authority. */
export function sendHttp(url: URL, { method, headers, body, ca, timeoutMs, signal }: HttpCall): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const call = open(url, { method, headers: { ...headers, ...length }, ca, signal: limit, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if ((text += chunk).length > MAX_CHARACTERS) response.destroy(new Error('The response is too long.'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

export function getFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError') return 'no response in time';
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
