import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { jest } from '@jest/globals';
import { TableFingerprints } from '../support/table-fingerprints.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';

jest.setTimeout(60_000);

interface ToolAnswer {
  readonly status: number;
  readonly link: string | null;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly confirmation?: string;
}

let app: FireApp;
let agents: { readonly production: FireAgent; readonly sandbox: FireAgent };
let other: FireAgent;
let tables: TableFingerprints;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent();
  other = (await app.createAgent({ code: 'B200' })).production;
  tables = await TableFingerprints.open(app.running.database.url);
});
afterAll(async () => {
  await tables.close();
  await app.stop();
});

/** Connects the official client as the agent’s program. */
async function connect(agent: FireAgent, headers: Readonly<Record<string, string>> = {}): Promise<McpClient> {
  const caller = agent.client.undescribed().with(headers);
  const send = async (url: URL | string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const sent = Object.fromEntries(new Headers(init.headers));
    const {
      status,
      text,
      headers: got,
    } = await caller.call(init.method ?? 'GET', `${agent.root}${pathname}${search}`, {
      headers: sent,
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    });
    return new Response(status === 202 || status === 204 ? null : text, {
      status,
      headers: { 'content-type': String(got['content-type']) },
    });
  };
  const client = new McpClient({ name: 'spec', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('https://gateway.example/mcp'), { fetch: send }));
  return client;
}

async function call(client: McpClient, name: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  const { content } = (await client.callTool({ name, arguments: input })) as { content: { text: string }[] };
  return JSON.parse(content[0]!.text) as ToolAnswer;
}

describe('the Model Context Protocol', () => {
  it('has the tools with their schemas, and says which ones write', async () => {
    const client = await connect(agents.production);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_applications', true],
      ['read_application', true],
      ['quote', true],
      ['validate_application', true],
      ['explain_price', true],
      ['preview_action', true],
      ['create_application', false],
      ['change_application', false],
      ['act_on_application', false],
    ]);
    expect(tools.every(({ inputSchema, description }) => inputSchema.type === 'object' && description !== undefined)).toBe(true);
    await client.close();
  });

  it('leads from a quote to a policy in the sandbox', async () => {
    const agent = agents.sandbox;
    const client = await connect(agent);
    const line = 'fire';
    const application = agent.body();
    expect(await call(client, 'validate_application', { line, application })).toMatchObject({ status: 201, body: { status_code: '01' } });
    const { body } = await call(client, 'create_application', { line, application });
    const id = Number(body!['id']);
    expect(await call(client, 'explain_price', { line, id })).toMatchObject({
      status: 200,
      body: { pricing: { gross: expect.any(Number) as number } },
    });
    expect(await call(client, 'change_application', { line, id, application })).toMatchObject({ status: 400, body: { error: '-400' } });
    expect(await call(client, 'preview_action', { line, id, action: 'prepay' })).toMatchObject({ status: 205 });
    expect(await call(client, 'read_application', { line, id })).toMatchObject({ status: 200, body: { status_code: '01' } });
    expect(await call(client, 'act_on_application', { line, id, action: 'prepay' })).toMatchObject({
      status: 205,
      link: expect.stringContaining('issue') as string,
    });
    expect(await call(client, 'act_on_application', { line, id, action: 'charge' })).toMatchObject({
      status: 205,
      body: { status_code: '50' },
    });
    const found = await call(client, 'search_applications', { line, query: { limit: '1' } });
    expect(found.body).toMatchObject([{ id, status_code: '50' }]);
    await client.close();
  });

  it.each(['GET', 'DELETE'])('has no stream and no session: %s is 405', async (method) => {
    const { client } = agents.sandbox;
    const response = await client.undescribed().call(method, '/dev/mcp');
    expect([response.status, response.headers.allow, response.text]).toEqual([405, 'POST', '']);
  });

  it('serves vehicles too', async () => {
    const client = await connect(agents.sandbox);
    const { id } = await new MotorAgent(agents.sandbox).insert();
    expect(await call(client, 'read_application', { line: 'motor', id })).toMatchObject({ status: 200, body: { id } });
    expect(await call(client, 'explain_price', { line: 'motor', id })).toMatchObject({
      status: 200,
      body: { premium: expect.any(Object) as object },
    });
    await client.close();
  });

  it('returns refusals of the REST interface with their places, and writes nothing', async () => {
    const client = await connect(agents.sandbox);
    const before = await tables.read();
    const application = agents.sandbox.body({ 'client.afm': '123456789' });
    const result = await client.callTool({ name: 'create_application', arguments: { line: 'fire', application } });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: 400, body: { error: '-110', details: [{ path: 'fire_application.client.afm' }] } },
    });
    expect(await tables.read()).toEqual(before);
    await client.close();
  });

  it('does not show another agent’s application', async () => {
    const { id } = await other.insert();
    const client = await connect(agents.production);
    expect(await call(client, 'read_application', { line: 'fire', id })).toMatchObject({ status: 400, body: { error: '-300' } });
    await client.close();
  });

  it('writes in production only with the confirmation of the same dry run, and once', async () => {
    const agent = agents.production;
    const client = await connect(agent);
    const call1 = { line: 'fire', application: agent.body() };
    const before = await tables.read();
    const dryRun = await call(client, 'create_application', call1);
    expect([dryRun.status, typeof dryRun.confirmation]).toEqual([201, 'string']);
    const { confirmation } = dryRun;
    const changed = { line: 'fire', application: agent.body({ 'client.last_name': 'Άλλος' }) };
    for (const input of [
      { ...changed, confirmation },
      { ...call1, confirmation: 'yes' },
      { ...call1, confirmation: '' },
    ])
      expect(await call(client, 'create_application', input)).toMatchObject({
        status: 400,
        body: { error: '-102', details: [{ path: 'confirmation' }] },
      });
    const stranger = await connect(other);
    expect(await call(stranger, 'create_application', { ...call1, confirmation })).toMatchObject({ status: 400 });
    expect(await tables.read()).toEqual(before);

    const created = await call(client, 'create_application', { ...call1, confirmation });
    expect([created.status, created.confirmation]).toEqual([201, undefined]);
    const again = await call(client, 'create_application', { ...call1, confirmation });
    expect(again.body!['id']).toBe(created.body!['id']);
    await Promise.all([client.close(), stranger.close()]);
  });

  it('is refused without a key, without a token, and beyond the limit', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const send = (client: FireAgent['client']): Promise<{ status: number }> =>
      client
        .undescribed()
        .call('POST', '/mcp', { headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }, body });
    const { client } = app.running;
    expect((await send(client)).status).toBe(403);
    expect((await send(client.withKey(agents.production.access.apiKey))).status).toBe(401);
    const remaining = async (): Promise<number> =>
      Number((await agents.production.client.get('/auth-api/resources/usage')).headers['x-ratelimit-remaining']);
    const first = await remaining();
    const protocol = await connect(agents.production);
    const connected = await remaining();
    await call(protocol, 'read_application', { line: 'fire', id: 1 });
    // The message of the protocol and the call that it causes.
    expect(connected - (await remaining())).toBe(2);
    expect(first).toBeGreaterThan(connected);
    await protocol.close();
  });
});
