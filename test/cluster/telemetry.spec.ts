import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { toLocalDate } from '../../src/common/athens.js';
import type { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { buildFireBody } from '../support/fire.js';
import { expectStatus } from '../support/fire-app.js';
import { NodeProcess } from '../support/node-process.js';
import { parseMetricNames, parseSpans, type ReceivedSpan } from '../support/otlp.js';
import { buildServer } from '../support/process.js';
import { Receiver } from '../support/receiver.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Requests to the collector, by path. */
const bodies: Record<string, Buffer[]> = {};
let collector: Server;
let receiver: Receiver;
let database: TestDatabase;
let node: NodeProcess;
let client: Client;

beforeAll(async () => {
  await buildServer();
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      (bodies[request.url ?? ''] ??= []).push(Buffer.concat(parts));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  [database, receiver] = await Promise.all([createTestDatabase(), Receiver.start()]);
  node = await startNode(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await node.stop();
  collector.closeAllConnections();
  collector.close();
  await receiver.stop();
  await database.drop();
});

async function startNode(endpoint: string): Promise<NodeProcess> {
  const { dataDir } = database.config;
  const started = await NodeProcess.start({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: 'true',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.2',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    OTEL_SERVICE_NAME: 'gateway-under-test',
  });
  const { apiKey, userKey } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  const response = await started.client.withKey(apiKey).post('/auth-api/resources/tokens', { 'user-key': userKey });
  client = started.client.withKey(apiKey).withToken(expectStatus(201, response).json<{ token: string }>().token);
  return started;
}

function listSpans(): ReceivedSpan[] {
  return (bodies['/v1/traces'] ?? []).flatMap(parseSpans);
}

it('a trace leads from the caller through the edge, the handler and each statement to the webhook', async () => {
  expectStatus(201, await client.post('/events-api/resources/webhooks', { url: receiver.url() }));
  const inserted = await client.post('/fire-api/rsc/applications', buildFireBody(toLocalDate(new Date())), {
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  expectStatus(201, inserted);
  await eventually('the delivery is traced', () => listSpans().some(({ traceId, name }) => traceId === TRACE && name === 'POST webhook'));
  const trace = listSpans().filter(({ traceId }) => traceId === TRACE);
  const named = (name: string): ReceivedSpan => trace.find((span) => span.name === name)!;
  const call = named('POST /fire-api/rsc/applications');
  expect(call).toMatchObject({
    parentId: CALLER,
    attributes: {
      'http.response.status_code': '201',
      'gateway.environment': 'production',
      'gateway.request_id': inserted.headers['x-request-id'],
    },
  });
  const handler = trace.find(({ parentId, name }) => parentId === call.spanId && name.startsWith('Fire'))!;
  const statements = trace.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(statements.filter(({ parentId }) => parentId === handler.spanId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', 'WITH', 'COMMIT']),
  );
  expect(trace.filter(({ parentId }) => !trace.some(({ spanId }) => spanId === parentId))).toEqual([call]);
  expect(named('POST webhook').attributes).toMatchObject({
    'server.address': new URL(receiver.url()).host,
    'http.response.status_code': '204',
  });
  const [delivered] = receiver.received;
  expect(delivered?.headers.traceparent).toBe(`00-${TRACE}-${named('POST webhook').spanId}-01`);
});

it('a refused call has its code, and no span holds a value of a request', async () => {
  const response = await client.get('/fire-api/rsc/applications/999999999', {
    headers: { traceparent: `00-${TRACE.replace('4b', '5b')}-${CALLER}-01` },
  });
  expect(response.status).toBe(400);
  const find = (): ReceivedSpan | undefined =>
    listSpans().find(({ attributes }) => attributes['gateway.request_id'] === response.headers['x-request-id']);
  await eventually('the call is traced', () => find() !== undefined);
  expect(find()?.attributes).toMatchObject({
    'http.response.status_code': '400',
    'gateway.error_code': expect.stringMatching(/^-\d+$/) as string,
  });
  expect(bodies['/v1/traces']!.some((body) => body.includes('999999999'))).toBe(false);
});

it('each pass of a job is a separate trace', async () => {
  await eventually('a job is traced', () => listSpans().some(({ name }) => name === 'job: publish events'));
  const job = listSpans().find(({ name }) => name === 'job: publish events')!;
  expect([job.parentId, job.attributes['gateway.place']]).toEqual(['', expect.stringMatching(/^(production|sandbox)$/)]);
});

it('metrics arrive under the names of the admin port when the node stops', async () => {
  await node.stop();
  const names = (bodies['/v1/metrics'] ?? []).flatMap(parseMetricNames);
  expect(names).toEqual(
    expect.arrayContaining(['gateway_request_duration_seconds', 'gateway_refusals_total', 'gateway_archive_documents']),
  );
  expect((bodies['/v1/metrics'] ?? []).some((body) => body.includes('gateway-under-test'))).toBe(true);
});

it('a collector that is away does not disturb calls', async () => {
  node = await startNode('http://127.0.0.1:9');
  expectStatus(200, await client.get('/fire-api/rsc/applications'));
  await node.waitForLog('"context":"Telemetry"', 20_000);
  expectStatus(200, await client.get('/fire-api/rsc/applications'));
});
