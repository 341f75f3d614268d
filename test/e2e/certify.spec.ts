import { readFile } from 'node:fs/promises';
import { CHECKS } from '../../src/certify/checks.js';
import type { Client } from '../support/client.js';
import { OperationFinder, readDocument } from '../support/described/document.js';
import { createMigratedDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { readOutbox } from '../support/outbox.js';
import { PageBlocks } from '../support/page-blocks.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { BackgroundProgram } from '../support/background-program.js';

const START_TIMEOUT_MS = 240_000;
const NAMES = CHECKS.map(({ name }) => name);
const operations = new OperationFinder(readDocument());

let dataDir: string;
let server: ServerProcess;
let agent: Client;

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
  const keyed = server.client.withKey(server.demo.apiKey);
  const response = await keyed.post('/dev/auth-api/resources/tokens', { 'user-key': server.demo.userKey });
  agent = keyed.withToken(response.json<{ token: string }>().token);
}, START_TIMEOUT_MS);
afterAll(() => server.destroy());

async function certify(...args: readonly string[]): Promise<{ exitCode: unknown; output: string }> {
  const tool = BackgroundProgram.start(['scripts/command.mjs', 'certify', ...args], { DATA_DIR: dataDir });
  return { exitCode: await tool.ended, output: tool.output };
}

async function applications(): Promise<unknown[]> {
  return (await agent.get('/dev/fire-api/rsc/applications')).json<unknown[]>();
}

describe('npm run certify', () => {
  it('says what to do when it cannot begin', async () => {
    for (const [args, expected] of [
      [['--only', 'luck'], /^There is no check luck\.\nUsage: npm run certify/],
      [['--url', 'http://gateway.example'], /^--url must be an address with https:/],
      [['--url', 'https://gateway.example'], /^--url needs --key and --user-key too/],
      [['--keys'], /^Unknown option '--keys'/],
      [['now'], /^now is not an option\./],
      [['--user-key', 'x'.repeat(40)], /The gateway responded with 401\. Check the API key and the user-key\./],
    ] as const) {
      const { exitCode, output } = await certify(...args);
      expect([args, exitCode, output]).toEqual([args, 2, expect.stringMatching(expected)]);
    }
  });

  it('prints what failed, continues with the next check, and exits with 1', async () => {
    const fault = { status: '500', count: 1, route: 'POST /fire-api/rsc/applications' };
    expect((await agent.post('/dev/test-api/resources/faults', fault)).status).toBe(201);
    const { exitCode, output } = await certify('--only', 'cut', '--only', 'short');
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^ {3}✗ .*\n {3}FAILED$/m);
    expect(output).toMatch(/^short: .*\n[^]*? {3}✓ the exact amount issues it\n {3}passed$/m);
    expect(output).toMatch(/\n2 checks, failed: cut\.\n$/);
  });

  it('changes no agent with data unless it is told to', async () => {
    const before = await applications();
    const { exitCode, output } = await certify();
    expect([exitCode, output]).toEqual([2, expect.stringContaining('begin with --reset')]);
    expect(await applications()).toEqual(before);
    expect((await agent.get('/dev/test-api/resources/clock')).json()).toMatchObject({ frozen_time: null });
  });
});

describe('a new integrator', () => {
  const EMAIL = 'integrator@broker.example';
  const PASSWORD = 'four wooden horses sang';

  const findMail = async (part: string): Promise<string> => {
    const find = async (): Promise<string | undefined> =>
      (await readOutbox(dataDir)).findLast(({ to, link }) => to === EMAIL && link.includes(part))?.token;
    await eventually('the mail is sent', async () => (await find()) !== undefined);
    return (await find())!;
  };

  it('is told by the overview that the checks have passed (console.173)', async () => {
    const api = '/backoffice-api';
    expect((await server.client.post(`${api}/signup`, { name: 'New', email: EMAIL, programName: 'Portal' })).status).toBe(202);
    const confirmed = await server.client.post(`${api}/signup/verify?token=${await findMail('signup')}`);
    const { apiKey, userKey } = confirmed.json<{ apiKey: string; userKey: string }>();
    await server.client.post(`${api}/passwords/reset`, { email: EMAIL });
    expect((await server.client.post(`${api}/passwords`, { token: await findMail('password'), password: PASSWORD })).status).toBe(204);
    const signedIn = await server.client.post(`/dev${api}/sessions`, { email: EMAIL, password: PASSWORD });
    const session = server.client.withToken(signedIn.json<{ token: string }>().token);
    const read = async (): Promise<unknown> => (await session.get(`/dev${api}/overview`)).json()['integration'];
    const start = { hasKey: true, hasCalled: false, hasReceived: false, handled: [], production: 'none', declineReason: null };
    expect(await read()).toEqual(start);
    expect(await certify('--key', apiKey, '--user-key', userKey)).toMatchObject({ exitCode: 0 });
    await eventually('the calls are in the log', async () => {
      const { hasCalled, handled } = (await read()) as { hasCalled: boolean; handled: string[] };
      return hasCalled && handled.join() === NAMES.join();
    });
  });
});

interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly { readonly operationId: string; readonly successCriteria?: readonly { readonly condition: string }[] }[];
}

/** Lists the operations of a workflow with the status that each step expects. */
function listSteps({ steps }: Workflow): string[] {
  return steps.map(({ operationId, successCriteria = [] }) => {
    const statuses = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d+)$/.exec(condition)?.[1] ?? []);
    return `${operationId} ${statuses[0] ?? 'no response'}`;
  });
}

/** Lists the operations of a check as printed, without attempts that are repeated. */
function listPrinted(output: string, check: string): string[] {
  const [, lines = ''] = new RegExp(`^${check}: .*\\n((?: {3}.*\\n)*)`, 'm').exec(output) ?? [];
  return [...lines.matchAll(/^ {3}([A-Z]+) (\/\S+).* → (no response|\d+)/gm)]
    .filter(([, , , outcome]) => outcome !== '429' && outcome !== '503')
    .map(([, method = '', path = '', outcome]) => `${operations.find(method, path)?.operation.operationId} ${outcome}`);
}

async function expectWorkflows(output: string): Promise<void> {
  const { workflows } = JSON.parse(await readFile('docs/workflows.arazzo.json', 'utf8')) as { workflows: readonly Workflow[] };
  expect(workflows.map(({ workflowId }) => workflowId)).toEqual(NAMES);
  for (const workflow of workflows)
    expect([workflow.workflowId, listPrinted(output, workflow.workflowId)]).toEqual([workflow.workflowId, listSteps(workflow)]);
}

describe('docs/sandbox.md', () => {
  it('shows calls that work, with responses of that shape, and all checks as passed', async () => {
    const page = await PageBlocks.read('docs/sandbox.md');
    const output = await page.run(dataDir);
    const [byHand = '', played = ''] = output.split(/^The sandbox of .*$/m);
    const shown = page.listBlocks('json').map((text) => Object.keys(JSON.parse(text) as object));
    const reported = [...byHand.matchAll(/^\{.*\}$/gm)].map(([text]) => JSON.parse(text) as Record<string, unknown>);
    expect(reported.map((entity) => Object.keys(entity))).toEqual(shown);
    expect(reported).toMatchObject([
      { amount: 365.9 },
      { outcome: 'SUSPENDED', reason: { code: '-701' } },
      { outcome: 'ISSUED' },
      { state: 'ready' },
    ]);
    for (const line of [/^01$/m, /^no response$/m, /^HTTP\/1\.1 205 /m, /^Idempotency-Replayed: true\r?$/im]) expect(byHand).toMatch(line);
    expect([...played.matchAll(/^(\w+): .*\n(?:.*\n)*? {3}passed$/gm)].map(([, name]) => name)).toEqual(NAMES);
    expect(played).toMatch(/\n7 checks, all passed\.\n$/);
    await expectWorkflows(played);
    for (const name of NAMES) expect(page.text).toContain(`\n| \`${name}\` `);
    for (const key of [server.demo.apiKey, server.demo.userKey]) expect(output).not.toContain(key);
    const policies = (await applications()) as { status_code: string }[];
    expect(policies.map(({ status_code: code }) => code).toSorted()).toContain('65');
  }, 120_000);
});
