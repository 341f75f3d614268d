import { Get } from '@nestjs/common';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ServiceController } from '../../src/gateway/handler/decorators.js';
import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';

@ServiceController('fire-api', 'slow')
class SlowController {
  static waiting: (() => void)[] = [];

  @Get()
  async get(): Promise<unknown> {
    await new Promise<void>((resolve) => SlowController.waiting.push(resolve));
    return { done: true };
  }
}

let gateway: RunningGateway;
let key: string;
let token: string;

const start = async (): Promise<Client> => {
  gateway = await startGateway([...CONTROLLERS, SlowController], { logLevel: 'info' });
  key = gateway.access.addKey();
  token = gateway.access.addToken(createLiveToken(60));
  return gateway.client.withKey(key).withToken(token);
};

const calls = (): Record<string, unknown>[] =>
  gateway.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['msg'] === 'call');

describe('the end of the process', () => {
  it('waits for running calls, and accepts no new ones', async () => {
    const caller = await start();
    const pending = caller.get('/fire-api/slow');
    await eventually('the call waits', () => SlowController.waiting.length === 1);
    const stopped = gateway.stop();
    await expect(gateway.plain.with({ Connection: 'close' }).get('/health/live')).rejects.toThrow(/ECONNREFUSED/);
    SlowController.waiting.splice(0).forEach((finish) => finish());
    const response = await pending;
    expect(response.json()).toEqual({ done: true });
    await stopped;
  });

  it('is limited in time', async () => {
    const caller = await start();
    const pending = caller.get('/fire-api/slow').catch((error: Error) => error.message);
    await eventually('the call waits', () => SlowController.waiting.length === 1);
    const startedMs = performance.now();
    await gateway.stop();
    expect(performance.now() - startedMs).toBeLessThan(3000);
    expect(await pending).toMatch(/socket hang up|ECONNRESET/);
    SlowController.waiting.splice(0);
  });

  it.each(['port', 'httpsPort'] as const)('does not wait for a silent connection to the %s', async (door) => {
    await start();
    const silent = connect(gateway.ports[door], '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    const startedMs = performance.now();
    await gateway.stop();
    expect(performance.now() - startedMs).toBeLessThan(3000);
    silent.destroy();
  });
});

describe('the call log on the console', () => {
  let caller: Client;
  beforeAll(async () => {
    caller = await start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.logLines.splice(0));

  it('counts the bytes of a response that is sent in parts', async () => {
    const response = await caller.get('/fire-api/rsc/notes/5/parts');
    expect([response.text, response.headers['content-length']]).toEqual(['["α","β"]', undefined]);
    await eventually('the call is logged', () => calls().length === 1);
    expect(calls()[0]).toMatchObject({ status: 200, bytes: response.bytes.length });
  });

  it('has one line per call, with what an operator needs', async () => {
    const response = await caller.get('/dev/fire-api/rsc/notes/12345');
    await eventually('the call is logged', () => calls().length === 1);
    expect(calls()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      msg: 'call',
      requestId: response.headers['x-request-id'],
      key: key.slice(0, 6),
      agent: '10001',
      environment: 'sandbox',
      method: 'GET',
      route: '/fire-api/rsc/notes/:id',
      status: 200,
      code: null,
      ms: expect.any(Number) as number,
      gatewayMs: expect.any(Number) as number,
      bytes: response.bytes.length,
    });
  });

  it.each<[string, () => Promise<unknown>, Record<string, unknown>]>([
    ['a refusal', () => caller.get('/nowhere'), { route: null, status: 404, code: 'NOT_FOUND' }],
    ['an error', () => caller.get('/fire-api/faults/code/-300'), { status: 400, code: '-300' }],
    ['an odd method', () => caller.call('PROPFIND', '/x'), { method: 'PROPFIND', status: 404 }],
  ])('has a line for %s', async (_, call, expected) => {
    await call();
    await eventually('the call is logged', () => calls().length === 1);
    expect(calls()[0]).toMatchObject(expected);
  });

  it('has no line for health checks, which come every few seconds', async () => {
    await gateway.plain.get('/health/live');
    await gateway.plain.get('/health/ready');
    await caller.get('/nowhere');
    await eventually('the call is logged', () => calls().length > 0);
    expect(calls()).toMatchObject([{ route: null, status: 404 }]);
  });

  it('marks a caller who disconnected', async () => {
    const { request } = await import('node:http');
    const headers = { 'X-Api-Key': key, Authorization: `Bearer ${token}`, 'X-Forwarded-Proto': 'https' };
    const gone = request({ port: gateway.ports.port, host: '127.0.0.1', path: '/fire-api/slow', headers, agent: false });
    gone.on('error', () => undefined);
    gone.end();
    await eventually('the call waits', () => SlowController.waiting.length === 1);
    gone.destroy();
    await eventually('the call is logged', () => calls().length === 1);
    expect(calls()[0]).toMatchObject({ status: 499 });
    SlowController.waiting.splice(0).forEach((finish) => finish());
  });

  it('never contains a key, a token, an address with its query, or a body', async () => {
    const secret = 'PersonName';
    await gateway.client.withToken(token).get(`/fire-api/rsc/notes/5?api_key=${key}&word=secretword`);
    await gateway.plain.get(`/fire-api/rsc/notes/5?api_key=${key}`);
    await gateway.client.get(`/nowhere/${key}?api_key=${key}`, {
      headers: { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    });
    await caller.post('/fire-api/rsc/notes', { title: secret });
    await caller.call('POST', '/fire-api/rsc/notes', { body: `{"${secret}`, headers: { 'Content-Type': 'application/json' } });
    await caller.get('/fire-api/faults/unforeseen', { headers: { 'X-Secret': secret } });
    await eventually('the call is logged', () => calls().length === 6);
    const log = gateway.logLines.join('');
    for (const word of [key, token, 'secretword', secret, Buffer.from(key).toString('base64').slice(0, 20)])
      expect(log).not.toContain(word);
  });

  it('contains the stack of an unexpected error, under the id that the caller got', async () => {
    const response = await caller.get('/fire-api/faults/unforeseen');
    const line = gateway.logLines
      .map((text) => JSON.parse(text) as { level: string; requestId: string; err?: { stack: string } })
      .find(({ level }) => level === 'error');
    expect(line).toMatchObject({ requestId: response.headers['x-request-id'], route: '/fire-api/faults/unforeseen' });
    expect(line?.err?.stack).toContain('secret_table');
  });
});

describe('the metrics', () => {
  it('count calls by route and refusals by code, and are on no public port', async () => {
    const caller = await start();
    try {
      await caller.get('/fire-api/rsc/notes/1');
      await caller.get('/fire-api/rsc/notes/2');
      await caller.get('/nowhere/1');
      await gateway.client.get('/fire-api/rsc/notes/1');
      expect((await caller.get('/metrics')).status).toBe(404);
      expect((await gateway.plain.get('/metrics')).status).toBe(400);
      const text = await gateway.parts.metrics.text();
      expect(text).toContain(
        'gateway_request_duration_seconds_count{environment="production",method="GET",route="/fire-api/rsc/notes/:id",status="200"} 2',
      );
      expect(text).toContain('gateway_request_duration_seconds_count{environment="production",method="none",route="none",status="404"} 2');
      expect(text).toContain('gateway_refusals_total{code="API_KEY_MISSING",environment="production"} 1');
      expect(text).toContain('gateway_refusals_total{code="HTTPS_REQUIRED",environment="production"} 1');
      expect(text).toMatch(
        /^gateway_request_duration_seconds_bucket\{le="0.005",environment="production",method="GET",route="\/fire-api\/rsc\/notes\/:id",status="200"\} \d$/m,
      );
      for (const name of ['rate_limit_programs 1', 'rate_limit_calls 2', 'gateway_replays_total 0']) expect(text).toContain(`\n${name}\n`);
      expect(text).not.toContain('rate_limit_redis_up');
      expect(text).toContain('process_cpu_seconds_total');
      expect(text).not.toContain('/nowhere');
    } finally {
      await gateway.stop();
    }
  });
});
