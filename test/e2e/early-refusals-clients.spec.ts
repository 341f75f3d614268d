import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRounds } from '../support/depth.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';

jest.setTimeout(1_200_000);

const run = promisify(execFile);
const TRIES = getRounds({ everyday: 3, deep: 100 });
/** More than a client sends before it reads. */
const BODY_BYTES = 6 * 1024 * 1024;
const PATH = '/fire-api/rsc/notes';

const PYTHON = `
import http.client, json, sys
call = json.loads(sys.argv[1])
body = open(call['file'], 'rb').read()
for _ in range(call['tries']):
    connection = http.client.HTTPConnection('127.0.0.1', call['port'])
    connection.request('POST', call['path'], body, call['headers'])
    response = connection.getresponse()
    print(json.dumps([response.status, response.read().decode()]))
    connection.close()
`;
const NODE = `
const { readFileSync } = require('node:fs');
const { request } = require('node:http');
const { file, tries, port, path, headers } = JSON.parse(process.argv[1]);
const body = readFileSync(file);
const send = () => new Promise((resolve, reject) => {
  const call = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false, headers: { ...headers, 'Content-Length': body.length } }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => resolve([response.statusCode, text])).on('error', reject);
  });
  call.on('error', reject).end(body);
});
(async () => { for (let i = 0; i < tries; i += 1) console.log(JSON.stringify(await send())); })().catch((error) => { console.error(error); process.exit(1); });
`;

interface ClientCall {
  readonly file: string;
  readonly tries: number;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
type Received = readonly [status: number, text: string];

const parseLines = (text: string): Received[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Received);

const CLIENTS: Readonly<Record<string, (call: ClientCall) => Promise<Received[]>>> = {
  python: async (call) => parseLines((await run('python3', ['-c', PYTHON, JSON.stringify(call)])).stdout),
  node: async (call) => parseLines((await run(process.execPath, ['-e', NODE, JSON.stringify(call)])).stdout),
  async curl({ path, headers, file, tries, port }) {
    const received: Received[] = [];
    const head = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    // Without Expect it sends the body at once, as the others do.
    const rest = ['-H', 'Expect:', '--data-binary', `@${file}`, `http://127.0.0.1:${port}${path}`];
    for (let count = 0; count < tries; count += 1) {
      const { stdout } = await run('curl', ['-sS', '-w', '\n%{http_code}', ...head, ...rest]);
      const [text = '', status] = stdout.split('\n');
      received.push([Number(status), text]);
    }
    return received;
  },
};

let gateway: RunningGateway;
let folder: string;
let headers: Readonly<Record<string, string>>;
let spentKey: string;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS, { rateLimitPerHour: 100_000 });
  folder = await mkdtemp(join(tmpdir(), 'early-refusals-'));
  await writeFile(join(folder, 'body.json'), JSON.stringify({ title: 'x'.repeat(BODY_BYTES) }));
  spentKey = gateway.access.addKey({ ratePerHour: 1 });
  await gateway.client.withKey(spentKey).get('/fire-api/rsc/notes/5');
  headers = {
    'X-Forwarded-Proto': 'https',
    'X-Api-Key': gateway.access.addKey(),
    Authorization: `Bearer ${gateway.access.addToken(createLiveToken(600))}`,
    'Content-Type': 'application/json',
  };
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Calls in each state that is refused before the body has been read. */
const REFUSALS: readonly (readonly [status: number, code: string, change: () => Record<string, string>])[] = [
  [413, '-108', () => ({})],
  [401, '-201', () => ({ Authorization: `Bearer ${'x'.repeat(40)}` })],
  [429, 'OVER_RATE_LIMIT', () => ({ 'X-Api-Key': spentKey })],
  [503, '-2', () => ({})],
];

describe.each(Object.entries(CLIENTS))('%s, which sends a body of six megabytes', (_name, call) => {
  it.each(REFUSALS)(`reads a %s whole in ${TRIES} of ${TRIES} tries (gateway.72)`, async (status, code, change) => {
    gateway.access.isDatabaseGone = status === 503;
    const sent = {
      file: join(folder, 'body.json'),
      tries: TRIES,
      port: gateway.ports.port,
      path: PATH,
      headers: { ...headers, ...change() },
    };
    const received = await call(sent).finally(() => (gateway.access.isDatabaseGone = false));
    expect(received.map(([got, text]) => [got, (JSON.parse(text) as { error: unknown }).error])).toEqual(
      Array.from({ length: TRIES }, () => [status, status === 429 ? (expect.objectContaining({ code }) as unknown) : code]),
    );
  });
});
