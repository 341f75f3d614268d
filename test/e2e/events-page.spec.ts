import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { createMigratedDataDir } from '../support/embedded.js';
import { findFreePort, isInstalled } from '../support/program.js';
import { PageBlocks } from '../support/page-blocks.js';
import { buildServer, ServerProcess } from '../support/process.js';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 240_000;
const itWithCurl = isInstalled('curl', 'apt-get install curl') ? it : it.skip;
const FORWARDED = / {2}policy\.issued {2}evt_\w+ {2}→ \d+$/m;

interface Page {
  readonly events: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly next: string;
}

let dataDir: string;
let server: ServerProcess;
let page: PageBlocks;

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  // Loopback receives webhooks only without a trusted proxy.
  server = await ServerProcess.start(dataDir, { TRUST_PROXY: '' });
  page = await PageBlocks.read('docs/events.md');
}, START_TIMEOUT_MS);
afterAll(() => server.destroy());

/** Runs a script until its output matches, then ends it with all its child processes. */
function run(script: string, isDone: (output: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, HOME: dataDir };
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', `${script}\nwait`], { cwd: ROOT, env, detached: true });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isDone(output) && shell.exitCode === null) process.kill(-shell.pid!, 'SIGKILL');
      });
    shell.once('close', () => resolve(output));
  });
}

describe('docs/events.md', () => {
  itWithCurl('shows calls that work, with responses of that shape', async () => {
    const [port, other] = [await findFreePort(), await findFreePort()];
    const blocks = page.listBlocks('sh').join('\n').replaceAll(':4000', `:${port}`).replaceAll('4001', String(other));
    const script = `export PORT=${port}\n${blocks}`;
    const output = await run(script, (text) => FORWARDED.test(text));
    const [first, second] = [...output.matchAll(/^\{"events":.*\}$/gm)].map(([text]) => JSON.parse(text) as Page);
    const [refusal = 'null'] = /^\{"status":"ERROR".*?\]\}/m.exec(output) ?? [];
    const [shownFirst, shownSecond, shownRefusal, ...shownLast] = page.listBlocks('json').map((text) => JSON.parse(text) as Page);
    expect(first?.events[0]?.data).toMatchObject({ action: 'insert', version: 1 });
    expect(Object.keys(first?.events[0]?.data ?? {})).toEqual(Object.keys(shownFirst!.events[0]!.data));
    expect(second?.events.map(({ type }) => type)).toEqual(['receipt.paid', 'policy.issued']);
    for (const [index, { data }] of shownSecond!.events.entries())
      expect(Object.keys(second!.events[index]!.data)).toEqual(Object.keys(data));
    expect(JSON.parse(refusal)).toEqual(shownRefusal);
    const [webhook, delivery] = [...output.matchAll(/^\{"id":.*\}$/gm)].map(([text]) => JSON.parse(text) as object);
    expect([webhook, delivery].map((entity) => Object.keys(entity ?? {}))).toEqual(shownLast.map((entity) => Object.keys(entity)));
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'delivered', attempts: [{ status: 204, failure: null }] });
    const [, id] = / {2}policy\.issued {2}(evt_\w+) {2}→ 204$/m.exec(output) ?? [];
    expect(output).toMatch(new RegExp(`^new policy\\.issued ${id} `, 'm'));
  });

  it('shows a delivery whose signature is valid', () => {
    const [delivery = ''] = page.listBlocks('http');
    const [head = '', body = ''] = delivery.trimEnd().split('\n\n');
    const headers = Object.fromEntries([...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name!, value!]));
    const [secret = ''] = /whsec_\w+/.exec(page.text) ?? [];
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(new Webhook(secret).sign(headers['webhook-id']!, sentAt, body)).toBe(headers['webhook-signature']);
  });
});
