import { request as httpRequest, type ClientRequest } from 'node:http';
import type { Lane } from '../../src/common/bulkhead.js';
import { readConfig } from '../../src/config/config.js';
import type { HttpResponse } from '../support/client.js';
import { charge } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent, MORNING } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';
import { Receiver } from '../support/receiver.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { WebhookTables } from '../support/webhook-tables.js';

/** Small limits that few calls can exhaust. */
const SHARED = { ...readConfig({}).shared, bodyMegabytes: 64, uploads: 20, eventWaits: 30, reports: 4, webhookDeliveries: 6 };
const MEBIBYTE = 1024 * 1024;
const BUSY = { status: 503, code: '-2' };

let app: FireApp;
let agent: Record<'production' | 'sandbox', FireAgent>;
let other: Record<'production' | 'sandbox', FireAgent>;
let issuing: StaffAccess;
const open: ClientRequest[] = [];

beforeAll(async () => {
  app = await FireApp.start({ shared: SHARED, webhookAllowedNetworks: ['127.0.0.2'] }, [], true);
  agent = await app.createAgent();
  other = await app.createAgent({ code: 'B200' });
  issuing = await createStaff(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(() => app.clock.set(MORNING));
afterEach(async () => {
  open.splice(0).forEach((request) => request.destroy());
  await eventually('nobody has anything', () =>
    app.running.parts.bulkheads.all.every(([, { usage }]) => usage.every(({ used }) => used === 0)),
  );
});

/** Announces a length and sends one byte less. Resolves to the status of a response, if there is one. */
function callWithoutEnd({ client }: FireAgent, path: string, type: string, bytes: number): Promise<number> {
  const { headers } = client as unknown as { headers: Record<string, string> };
  const request = httpRequest({
    port: app.running.ports.port,
    method: 'POST',
    path,
    agent: false,
    headers: { ...headers, 'X-Forwarded-Proto': 'https', 'Content-Type': type, 'Content-Length': bytes },
  });
  open.push(request);
  const status = new Promise<number>((resolve) =>
    request.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(0)),
  );
  request.write('x'.repeat(bytes - 1));
  return status;
}

const countUsed = (name: 'bodies' | 'uploads' | 'eventWaits', lane: Lane): number =>
  app.running.parts.bulkheads[name].usage.find((one) => one.lane === lane)?.used ?? 0;

const uploadPath = ({ root }: FireAgent, id: number): string =>
  `${root}/docs-api/policy/applications/${id}/documents?file_name=a.txt&mime_type=text/plain&category_id=2`;
const upload = (sender: FireAgent, id: number): Promise<HttpResponse> =>
  sender.client.call('POST', uploadPath(sender, id), { body: 'text' });
const uploadBankFile = (): Promise<HttpResponse> =>
  issuing.client.call('POST', '/backoffice-api/bank-statements', { body: '<x/>', headers: { 'Content-Type': 'application/xml' } });

it('endless uploads use only the share of their program', async () => {
  const ids = {
    evil: (await agent.sandbox.insert()).id,
    neighbour: (await other.sandbox.insert()).id,
    victim: (await agent.production.insert()).id,
  };
  void callWithoutEnd(agent.sandbox, uploadPath(agent.sandbox, ids.evil), 'text/plain', 1000);
  await eventually('it is under way', () => countUsed('uploads', 'sandbox') === 1);
  const refused = await expectRefused(app, () => upload(agent.sandbox, ids.evil), BUSY);
  expect(refused.headers['retry-after']).toBe('1');
  expectStatus(201, await upload(other.sandbox, ids.neighbour));
  expectStatus(201, await upload(agent.production, ids.victim));
  expect((await uploadBankFile()).status).toBe(400);
});

it('endless bodies use only the memory of their program', async () => {
  const path = agent.sandbox.path();
  void callWithoutEnd(agent.sandbox, path, 'application/json', MEBIBYTE);
  await eventually('it is under way', () => countUsed('bodies', 'sandbox') === MEBIBYTE);
  expect(await callWithoutEnd(agent.sandbox, path, 'application/json', MEBIBYTE)).toBe(503);
  expect(countUsed('bodies', 'sandbox')).toBe(MEBIBYTE);
  void callWithoutEnd(other.sandbox, path, 'application/json', MEBIBYTE);
  await eventually('the other one is under way', () => countUsed('bodies', 'sandbox') === 2 * MEBIBYTE);
  await agent.production.insert();
  open.splice(0).forEach((request) => request.destroy());
  await eventually('their memory is free', () => countUsed('bodies', 'sandbox') === 0);
  await agent.sandbox.insert();
});

it('waiting calls of the feed use only the places of their program', async () => {
  const wait = ({ client, root }: FireAgent, seconds: number): Promise<HttpResponse> =>
    client.get(`${root}/events-api/resources/events?wait=${seconds}`);
  const first = wait(agent.sandbox, 25);
  await eventually('it waits', () => countUsed('eventWaits', 'sandbox') === 1);
  expectStatus(200, await wait(agent.sandbox, 25));
  const others = [wait(other.sandbox, 25), wait(agent.production, 25)];
  await eventually('the others wait', () => countUsed('eventWaits', 'sandbox') === 2 && countUsed('eventWaits', 'production') === 1);
  for (const { sandbox, production } of [agent, other]) for (const one of [sandbox, production]) await one.insert();
  for (const environment of ['sandbox', 'production'] as const) await app.publishEvents(environment);
  for (const response of await Promise.all([first, ...others]))
    expect(response.json<{ events: unknown[] }>().events.length).toBeGreaterThan(0);
});

it('receivers of production are served while those of the sandbox hang', async () => {
  const tables = await WebhookTables.open(app.running.parts, app.running.database.url);
  const [hanging, receiver] = [await Receiver.start(), await Receiver.start()];
  hanging.respond = () => undefined;
  try {
    for (const code of ['A1001', 'A1002']) {
      const { id } = await tables.insertWebhook('sandbox', await tables.createOwner(code), hanging.url(`/${code}`));
      await tables.insertDeliveries('sandbox', id, 10);
    }
    await eventually('the sandbox has all of its part', () => hanging.received.length === 2);
    const { id } = await tables.insertWebhook('production', await tables.createOwner('A1003'), receiver.url());
    await tables.insertDeliveries('production', id, 10);
    await eventually('all came', () => receiver.received.length === 10);
    expect(hanging.received).toHaveLength(2);
  } finally {
    await hanging.stop();
    await tables.rows('sandbox', 'DELETE FROM webhook_delivery');
    await tables.close();
    await receiver.stop();
  }
});

/** Occupies all capacity of a lane by many owners; returns a function that releases it. */
function occupyShare(lane: Lane): () => void {
  const leaves: (() => void)[] = [];
  for (const [name, { usage }] of app.running.parts.bulkheads.all) {
    const bulkhead = app.running.parts.bulkheads[name as 'bodies'];
    const size = usage.find((one) => one.lane === lane)?.size ?? 0;
    const units = name === 'bodies' ? MEBIBYTE : 1;
    for (let owner = 0, free = size; free >= units; owner += 1, free -= units)
      leaves.push(bulkhead.enter({ lane, owner: `owner ${owner}` }, units));
    if (name === 'bodies') leaves.push(bulkhead.enter({ lane, owner: 'the rest' }, size % units));
  }
  return () => leaves.forEach((leave) => leave());
}

/** Creates a policy, and reads it. */
async function runStory(program: FireAgent): Promise<void> {
  const { client, root } = program;
  const { id } = await program.insert();
  expectStatus(201, await upload(program, id));
  expectStatus(205, await program.act(id, 'prepay'));
  expectStatus(205, await charge(program, id));
  expectStatus(200, await client.get(`${root}/reports-api/resources/receipts?from=2026-11-01&to=2026-12-01`));
  expectStatus(200, await client.get(`${root}/events-api/resources/events?wait=1`));
}

it('production and staff are served while the sandbox and visitors have used up all their shares', async () => {
  const { id } = await agent.sandbox.insert();
  const leaves = [occupyShare('sandbox'), occupyShare('visitors')];
  try {
    for (const call of [() => agent.sandbox.post(agent.sandbox.body()), () => upload(agent.sandbox, id)])
      await expectRefused(app, call, BUSY);
    const signIn = (): Promise<HttpResponse> =>
      app.running.client.post('/backoffice-api/sessions', { email: issuing.email, password: 'x' });
    await expectRefused(app, signIn, BUSY);
    await runStory(agent.production);
    expect((await uploadBankFile()).status).toBe(400);
    expectStatus(200, await issuing.client.get('/backoffice-api/reports/receipts?from=2026-11-01&to=2026-12-01'));
  } finally {
    leaves.forEach((leave) => leave());
  }
  await runStory(agent.sandbox);
});

it('the metrics show sizes, use and refusals', async () => {
  const { metrics, bulkheads } = app.running.parts;
  const leave = bulkheads.reports.enter({ lane: 'sandbox', owner: 1 });
  expect(bulkheads.reports.tryEnter({ lane: 'sandbox', owner: 2 })).toBeNull();
  await expectRefused(app, () => agent.sandbox.client.get('/dev/reports-api/resources/receipts?from=2026-11-01&to=2026-12-01'), BUSY);
  const text = await metrics.text();
  leave();
  const lines = new Set(text.split('\n'));
  expect(lines).toContain('gateway_shared_units{resource="reports",lane="production",state="size"} 2');
  expect(lines).toContain('gateway_shared_units{resource="reports",lane="sandbox",state="used"} 1');
  expect(lines).toContain(`gateway_shared_refusals{resource="reports"} ${bulkheads.reports.refusedCount}`);
  expect(bulkheads.reports.refusedCount).toBeGreaterThan(0);
});
