import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { Agent, request as openRequest } from 'node:https';
import type { Send } from './retries.js';

const WITHOUT_BODY = new Set([204, 205, 304]);

/** Returns a `fetch` that trusts a certificate, such as that of a local server. `fetch` itself has no such option. */
export function createTrustedFetch(certificate: string | Buffer): Send {
  const agent = new Agent({ ca: certificate, keepAlive: true });
  return async (request) => {
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), ...(body && { 'content-length': String(body.length) }) };
    return new Promise((resolve, reject) => {
      const options = { agent, method: request.method, headers, signal: request.signal };
      const call = openRequest(request.url, options, (received) => resolve(toResponse(received)));
      call.on('error', reject);
      call.end(body);
    });
  };
}

async function toResponse(received: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  received.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(received, 'end');
  const headers = new Headers();
  for (const [name, values] of Object.entries(received.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  const status = received.statusCode ?? 0;
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers });
}
