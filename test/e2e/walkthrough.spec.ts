import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, addMonths, toLocalDate } from '../../src/common/athens.js';
import { formatDate } from '../../src/common/formats.js';
import type { ReceivedResponse } from '../support/described/response-checker.js';
import { assertDescribed } from '../support/described/assert-described.js';
import { createMigratedDataDir, listProcesses } from '../support/embedded.js';
import { PageBlocks } from '../support/page-blocks.js';
import { pdfText } from '../support/pdf-text.js';
import { buildServer, ServerProcess } from '../support/process.js';

const ROOT = join(import.meta.dirname, '../..');
const RECORDER = join(ROOT, 'test/support/record-calls.mjs');
const START_TIMEOUT_MS = 240_000;
const SANDBOX_MARK = 'ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ';

let dataDir: string;
/** Folder of the PDFs. */
let out: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  out = join(dataDir, 'out');
  server = await ServerProcess.start(dataDir);
}, START_TIMEOUT_MS);
afterAll(() => server.destroy());

interface Walk {
  readonly exitCode: number;
  readonly output: string;
  readonly complaints: string;
  /** Operations of docs/openapi.json in the order of the calls; their responses match the document. */
  readonly operations: readonly (string | null)[];
}

async function walk(environment: string, demoFile = join(dataDir, 'demo.json'), more: NodeJS.ProcessEnv = {}): Promise<Walk> {
  const callsFile = join(dataDir, 'calls.jsonl');
  await writeFile(callsFile, '');
  const variables = { WALKTHROUGH_DEMO: demoFile, WALKTHROUGH_ENVIRONMENT: environment, WALKTHROUGH_OUT: out, CALLS_FILE: callsFile };
  const env = { PATH: process.env.PATH, ...variables, ...more };
  const walked = await new Promise<Omit<Walk, 'operations'>>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', RECORDER, 'examples/walkthrough.mjs'],
      { cwd: ROOT, env },
      (_, output, complaints) => resolve({ exitCode: child.exitCode ?? -1, output, complaints }),
    );
  });
  return { ...walked, operations: await operationsIn(callsFile) };
}

async function operationsIn(callsFile: string): Promise<(string | null)[]> {
  const calls = (await readFile(callsFile, 'utf8')).split('\n').slice(0, -1);
  return calls
    .map((call) => JSON.parse(call) as { method: string; path: string; response: ReceivedResponse })
    .map(({ method, path, response }) => assertDescribed(method, path, response));
}

async function listLines(name: string): Promise<string[]> {
  return (await pdfText(await readFile(join(out, name)))).split('\n');
}

/** Fields that depend on order and time, and so differ from a server without applications. */
const OF_THE_DAY = /^(id|.*(Id|No|Code|Since|Date)|at|since|reference|fileName)$/;

/** Replaces such values of an entity by their kind. */
function parseShown(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (OF_THE_DAY.test(name) ? typeof value : value));
}

describe('the walkthrough', () => {
  it.each(['production', 'sandbox'])('goes from token to an amended policy in %s, and writes its PDFs', async (environment) => {
    await rm(out, { recursive: true, force: true });
    const start = addDays(toLocalDate(new Date()), 10);
    const { exitCode, output, complaints, operations } = await walk(environment);
    expect([exitCode, complaints]).toEqual([0, '']);
    expect(operations).not.toContain(null);
    const [, policyNo = '', id] = /^Done: policy (P\d{9}) of application (\d+), status 50, 332\.64 EUR\.$/m.exec(output) ?? [];
    expect(id).toMatch(/^\d+$/);
    expect(output).toMatch(/^Done: vehicle policy P\d{9} of application \d+, status 50, 309\.25 EUR\.$/m);
    const code = /payment code (RF\d{23})/.exec(output)?.[1] ?? '';

    const notification = await listLines('payment-notification.pdf');
    for (const line of [`Ειδοποιητήριο πληρωμής ${policyNo}`, '332,64 €', formatDate(start), code, 'Παπαδοπούλου Μαρία', 'ΑΦΜ 123456783'])
      expect(notification).toContain(line);
    const policy = await listLines('policy.pdf');
    const period = [formatDate(start), formatDate(addMonths(start, 12))].map((day) => `${day}, ώρα 00:00`);
    for (const line of [`Ασφαλιστήριο ${policyNo}`, ...period, 'Παπαδοπούλου Μαρία', 'Σύνολο 332,64 €']) expect(policy).toContain(line);
    // Names too long for their column.
    expect(policy.join(' ')).toContain('10001 – Ασφαλιστικό Πρακτορείο Αττικής');
    for (const lines of [notification, policy]) expect(lines.some((line) => line.includes(SANDBOX_MARK))).toBe(environment === 'sandbox');
    expect((await listLines('amendment.pdf')).join(' ')).toContain('43,25 €');
    expect(code.slice(4, 9)).toBe(environment === 'sandbox' ? '90000' : '91234');
  });

  it('shows every call with its response, and no key', async () => {
    const { output, operations } = await walk('production');
    const { apiKey, userKey } = server.demo;
    const statuses = [...output.matchAll(/^(?:GET|POST|PUT) \S+ → (\d{3})/gm)].map(([, status]) => status);
    const fire = ['201', '200', '201', '205', '200', '200', '200', '200', '200'];
    const amendment = ['201', '200', '200', '200'];
    const vehicle = ['200', '201', '201', '200', '200', '200', '200'];
    expect(statuses).toEqual([...fire, ...amendment, ...vehicle]);
    expect(operations).toHaveLength(statuses.length);
    for (const secret of [apiKey, userKey]) expect(output).not.toContain(secret);
  });

  it('signs up to the sandbox, and reaches a policy with its own keys', async () => {
    await rm(out, { recursive: true, force: true });
    const { exitCode, output, complaints, operations } = await walk('', undefined, { WALKTHROUGH_SIGNUP: 'true' });
    expect([exitCode, complaints]).toEqual([0, '']);
    expect(operations.slice(0, 3)).toEqual([
      'POST /backoffice-api/signup',
      'POST /backoffice-api/signup/verify',
      'POST /auth-api/resources/tokens',
    ]);
    expect(operations).not.toContain(null);
    expect(output).toMatch(/^Done: policy P\d{9} of application \d+, status 50, 332\.64 EUR\.$/m);
    const [, agentCode = ''] = /agent (sbx-\d+)/.exec(output) ?? [];
    expect((await listLines('policy.pdf')).join(' ')).toContain(`${agentCode} – Walkthrough`);
  });

  it('of a day at the insurer shows working calls, with responses of that shape', async () => {
    const page = await PageBlocks.read('docs/backoffice.md');
    const output = await page.run(dataDir);
    expect([...output.matchAll(/^\{.*\}$/gm)].map(([text]) => parseShown(text))).toEqual(page.listBlocks('json').map(parseShown));
    expect(output).toContain(page.listBlocks('xml')[0]);
    for (const { password } of Object.values(server.demo.staff)) expect(output).not.toContain(password);
  }, 60_000);

  it('is followed in README by blocks that work in order, with responses as shown', async () => {
    const page = await PageBlocks.read('README.md');
    // The first block, which installs and starts the server, is skipped.
    const output = await page.run(dataDir, 1);
    const lines = output.split('\n');
    expect(output).toMatch(/^Done: vehicle policy P\d{9} of application \d+, status 50/m);
    for (const line of page.listBlocks('text').join('').trimEnd().split('\n'))
      expect(lines.map((text) => text.replace(/^Application \d+/, 'Application 3'))).toContain(line);
    const [refusal = ''] = /^\{"status":"ERROR".*\}(?= refused$)/m.exec(output) ?? [];
    expect(JSON.parse(refusal)).toEqual(JSON.parse(page.listBlocks('json')[0]!));
    const headers = (text: string): string[] =>
      [...text.matchAll(/^(?:HTTP|Link: ).*?\r?$/gm)].map(([line]) =>
        line
          .trimEnd()
          .replace(/:\d+\//g, '/')
          .replace(/\/\d+/g, '/n'),
      );
    expect(headers(output)).toEqual(page.listBlocks('http').flatMap(headers));
    const [id, again] = lines.filter((line) => /^\d+$/.test(line));
    expect([Number(id) > 0, again]).toEqual([true, id]);
    expect(await readFile(join(ROOT, 'examples/out/my-policy.pdf'), 'latin1')).toMatch(/^%PDF-/);
    for (const key of [server.demo.apiKey, server.demo.userKey]) expect(output).not.toContain(key);
  }, 60_000);

  it('says what to do when the server was never started', async () => {
    const { exitCode, complaints } = await walk('production', join(dataDir, 'nowhere.json'));
    expect(exitCode).toBe(1);
    expect(complaints).toContain('Start the server first: npm start');
  });

  it('lets the server stop in order', async () => {
    expect(await server.stop()).toBe(0);
    expect(await listProcesses(dataDir)).toEqual([]);
  });
});
