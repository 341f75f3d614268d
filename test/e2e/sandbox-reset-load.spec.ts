import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { FixtureResponse } from '../../src/sandbox/fixtures/fixture.dto.js';
import { SRS, uploadDocument } from '../support/agent-data.js';
import { AgentRows } from '../support/agent-rows.js';
import type { HttpResponse } from '../support/client.js';
import { CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { createAfm, buildPartyBody, PartyClient } from '../support/party-client.js';
import { Receiver } from '../support/receiver.js';
import { StaffClient } from '../support/staff-client.js';
import { WebhookClient } from '../support/webhook-client.js';

jest.setTimeout(120_000);

const RESET = '/dev/test-api/resources/reset';
const ERASED = 3;

let app: FireApp;
let rows: AgentRows;
let issuing: LocalCollectionClient;
let admin: StaffClient;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await FireApp.start({ webhookAllowedNetworks: ['127.0.0.2'] }, [], true);
  app.clock.set(CHARGE_TIME);
  rows = await AgentRows.open(app.running.database.url);
  issuing = await LocalCollectionClient.open(app, 'sandbox');
  admin = await StaffClient.open(app.running, 'admin', '/dev');
});
afterAll(async () => {
  await rows.close();
  await app.stop();
  await receiver.stop();
});

const newAgent = async (code: string): Promise<FireAgent> => (await app.createAgent({ code })).sandbox;
const getState = async ({ client }: FireAgent): Promise<unknown> => expectStatus(200, await client.get(RESET)).json().state;

async function listDigests(code: string): Promise<Record<string, string>> {
  await app.registerParties();
  return rows.readDigests(code);
}

/** Simulates a running write of the agent: the reset, the feed and the webhooks wait for it. */
async function holdClock(agentCode: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.running.database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM sandbox.agent_clock WHERE agent_code = $1 FOR KEY SHARE', [agentCode]);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

/** Holds resets at their end, so that calls meanwhile see an unfinished reset. */
async function holdEnd(): Promise<() => Promise<void>> {
  await rows.query(`
    CREATE FUNCTION hold_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER hold_end BEFORE UPDATE ON agent_clock FOR EACH ROW
    WHEN (OLD.state = 'resetting' AND NEW.state = 'ready') EXECUTE FUNCTION hold_end()`);
  return async () => void (await rows.query('DROP FUNCTION hold_end() CASCADE'));
}

async function buildTestVirus({ client }: FireAgent): Promise<Buffer> {
  const fixtures = expectStatus(200, await client.get('/dev/test-api/resources/fixtures')).json<FixtureResponse[]>();
  return Buffer.from(String(fixtures.find(({ code }) => code === 'INFECTED')!.fields.content), 'base64');
}

describe('a reset under load of the same agent', () => {
  let isOver = false;
  const whileIt = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await work();
  };

  /** Repeats a call; it may fail only because of the reset. */
  class Load {
    calls = 0;
    refusals = 0;
    readonly ended: Promise<void>;

    constructor(call: () => Promise<HttpResponse>) {
      this.ended = whileIt(async () => {
        const response = await call();
        this.calls += 1;
        if (response.status < 500) return;
        expect([response.status, response.json().error, response.headers['retry-after']]).toEqual([503, '-2', '1']);
        this.refusals += 1;
      });
    }
  }

  afterAll(() => void (isOver = true));

  it('leaves nothing of it, and simultaneous actions of staff, bank and time restore nothing', async () => {
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const [agent, other] = [await newAgent('LOADED-7'), await newAgent('BESIDE-7')];
    const { parts } = app.running;
    const [policy, quarterly, waiting] = [await createPolicy(agent), await createPolicy(agent, QUARTERLY), await createPrepaid(agent)];
    const { payment_code } = await getPaymentCode(agent, waiting.id);
    await createPolicy(other);
    await parts.startPrinting();
    await eventually('the documents are printed', () => parts.hasPrintedAll());
    await new WebhookClient(agent).create({ url: receiver.url() });
    const afms = Array.from({ length: ERASED }, createAfm);
    for (const afm of afms) await new PartyClient(agent).insert(buildPartyBody({ afm }));
    const persons: number[] = [];
    for (const afm of afms) persons.push(await app.getParty('sandbox', afm));
    const virus = await buildTestVirus(agent);
    await agent.insert();
    await app.publishEvents('sandbox');
    await eventually('webhooks are sent', () => receiver.received.length > 0);
    const before = await listDigests('BESIDE-7');
    const afm = createAfm();
    const [release, letEnd] = [await holdClock('LOADED-7'), await holdEnd()];
    const erasures = new Set<number>();
    const beside = [
      whileIt(() => app.registerParties()),
      whileIt(() => parts.eventPublisher.publish('sandbox')),
      whileIt(() => app.runDueWork('sandbox')),
      whileIt(() => agent.client.get(agent.path(policy.id))),
      whileIt(() => agent.client.get(`/dev/docs-api/policy/applications/${quarterly.id}/documents`)),
      whileIt(async () => expect((await issuing.sendPayment(payment_code, 1)).status).toBeLessThanOrEqual(503)),
      whileIt(async () => {
        for (const person of persons) erasures.add((await admin.post(`parties/${person}/erasure`, {})).status);
      }),
    ];
    const loads = [
      new Load(() => agent.post(agent.body({ 'client.afm': afm }))),
      new Load(() => agent.post(agent.body())),
      new Load(() => agent.act(quarterly.id, 'charge')),
      new Load(() => agent.client.with({ 'Idempotency-Key': `load ${Math.random()}` }).post(agent.path(), agent.body())),
      new Load(() => new PartyClient(agent).post(buildPartyBody())),
      new Load(() => agent.client.post(SRS, { category: 'MOTOR-CLAIMS', subject: 'Αίτημα', body: 'Φόρτος' })),
      new Load(() => uploadDocument(agent, quarterly.id, virus)),
    ];
    await eventually('all are under way', () => loads.every(({ calls }) => calls > 0) && erasures.has(202), 30_000);
    expectStatus(202, await agent.client.post(RESET));
    await eventually('all are refused', () => loads.every(({ refusals }) => refusals > 0), 30_000);
    expect(await getState(agent)).toBe('resetting');
    await release();
    await eventually('nothing is left', async () => Object.values(await rows.countRows('LOADED-7')).every((count) => count === 0), 60_000);
    const calls = loads.map((load) => load.calls);
    await eventually('all are tried again', () => loads.every((load, index) => load.calls > calls[index]!), 30_000);
    expect(await rows.countRows('LOADED-7')).toEqual(await rows.countRows('NOBODY'));
    isOver = true;
    await Promise.all([...beside, ...loads.map(({ ended }) => ended)]);
    await letEnd();
    await eventually('the agent is reset', async () => (await getState(agent)) === 'ready', 30_000);
    await parts.stopPrinting();
    await eventually('no webhook is sent any more', () => parts.webhookSender.underWayCount === 0);
    await issuing.expectBalancedLedger();
    await rows.expectNothingLeft(app, 'LOADED-7', [afm, ...afms, policy.application_no, quarterly.application_no, waiting.application_no]);
    expect(await listDigests('BESIDE-7')).toEqual(before);
    expect(warnings.mock.calls).toEqual([]);
    warnings.mockRestore();
  });
});
