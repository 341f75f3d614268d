// Parts of the walkthroughs: the demo's addresses, calls over HTTPS, and lines of output.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const { DATA_DIR, WALKTHROUGH_DEMO } = process.env;
// Relative to the folder in which npm runs, like the server's.
export const demoFile = WALKTHROUGH_DEMO ?? join(DATA_DIR?.trim() ? resolve(DATA_DIR.trim()) : here('../.data'), 'demo.json');

export function readDemo() {
  try {
    return JSON.parse(readFileSync(demoFile, 'utf8'));
  } catch (error) {
    console.error(`Cannot read ${demoFile} (${error.code ?? error.message}). Start the server first: npm start`);
    process.exit(1);
  }
}

/**
 * Opens a connection. `send` prints each call and its response, and ends the process when a call fails with a status
 * that is not in `accepts`. It uses `https` instead of `fetch`, which drops the body of a 205.
 */
export function startCalls(root, caFile) {
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const send = (method, target, { headers = {}, body, accepts = [] } = {}) =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : Buffer.from(body);
      const length = content ? { 'Content-Length': content.length } : {};
      const outgoing = request(root + target, { agent, method, headers: { ...length, ...headers } }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(responseOf(method, target, response, Buffer.concat(chunks), accepts)));
      });
      outgoing.on('error', reject);
      outgoing.end(content);
    });
  return { send, close: () => agent.destroy() };
}

function responseOf(method, target, { statusCode, headers }, content, accepts) {
  const isJson = headers['content-type']?.startsWith('application/json') && content.length > 0;
  const body = isJson ? JSON.parse(content.toString('utf8')) : content;
  console.log(`${method} ${target} → ${statusCode} ${headers['content-type'] ?? ''} ${content.length} bytes`);
  if (statusCode >= 400 && !accepts.includes(statusCode)) {
    console.error(content.toString('utf8'));
    process.exit(1);
  }
  return { statusCode, headers, body, links: linksOf(headers.link ?? '') };
}

function linksOf(header) {
  return [...header.matchAll(/<([^>]+)>;\s*rel="([^"]+)"/g)].map(([, href, rel]) => ({ rel, href }));
}

/** Returns the date in Athens, as 2026-11-30. */
export function athensDate(daysFromNow, now = Date.now()) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' }).format(now + daysFromNow * 86_400_000);
}

export function title(text) {
  console.log(`\n# ${text}`);
}

export function note(text) {
  console.log(`  ${text}`);
}
