import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createLiveToken, startGateway, type RunningGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { sendRaw } from '../support/raw-response.js';

const TRIES = 20;
const BODY = `{"title":"${'x'.repeat(2_000_000)}"}`;

let gateway: RunningGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS, { bodySeconds: 1 });
  key = `X-Api-Key: ${gateway.access.addKey()}\r\nAuthorization: Bearer ${gateway.access.addToken(createLiveToken(1000))}\r\n`;
});
afterAll(() => gateway.stop());

/**
 * A TLS client in another process that sends the whole request before it reads the response, as simple clients do.
 * Prints the status of each try, or its error.
 */
const CLIENT = `
  import { connect } from 'node:tls';
  let input = '';
  for await (const part of process.stdin) input += part;
  const { port, bytes, tries } = JSON.parse(input);
  for (let round = 0; round < tries; round += 1)
    console.log(await new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        socket.pause();
        send(0);
      });
      // Sends the body in parts, so that the response arrives long before its end, as on a slow line.
      const send = (from) =>
        from < bytes.length ? socket.write(bytes.slice(from, from + 65_536), () => setImmediate(send, from + 65_536)) : socket.resume();
      let text = '';
      socket.setEncoding('latin1').on('data', (part) => (text += part));
      socket.on('error', ({ code }) => resolve(code));
      socket.on('close', () => {
        const [head = '', entity = ''] = text.split('\\r\\n\\r\\n');
        const isWhole = entity.length === Number(/content-length: (\\d+)/i.exec(head)?.[1]);
        resolve(isWhole ? head.split(' ')[1] : 'a part of the response is missing');
      });
    }));
`;

async function statusesReadLate(bytes: string): Promise<string[]> {
  const client = spawn(process.execPath, ['--input-type=module', '--eval', CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  client.stdin.end(JSON.stringify({ port: gateway.ports.httpsPort, bytes, tries: TRIES }));
  return (await text(client.stdout)).trim().split('\n');
}

const announced = `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`;
const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
const inChunks = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const POST = 'POST /fire-api/rsc/notes HTTP/1.1\r\n';

it.each<[string, number, () => string, string]>([
  ['a body that is announced as too large', 413, () => `${POST}${key}${announced}`, BODY],
  ['a body that turns out to be too large', 413, () => `${POST}${key}${chunked}`, inChunks],
  ['another media type', 415, () => `${POST}${key}Content-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n`, BODY],
  ['a call without a key', 403, () => `${POST}${announced}`, BODY],
  ['an unknown address', 404, () => `POST /nowhere HTTP/1.1\r\n${announced}`, BODY],
])('a client that reads only after it has sent everything still reads the refusal of %s', async (_name, status, head, body) => {
  const bytes = `${head()}Host: x\r\nConnection: close\r\n\r\n${body}`;
  expect(await statusesReadLate(bytes)).toEqual(Array.from({ length: TRIES }, () => String(status)));
});

it('a body that does not arrive in time gets 408', async () => {
  const response = sendRaw(
    { port: gateway.ports.port, isUndescribed: true },
    `${POST}${key}Host: x\r\nX-Forwarded-Proto: https\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":`,
  );
  expect(await response).toMatchObject({ status: 408, text: expect.stringContaining('"-102"') as string });
});
