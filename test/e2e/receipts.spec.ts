import { Test } from '@nestjs/testing';
import { ClockModule } from '../../src/jobs/scheduler.js';
import type { Environment } from '../../src/common/environment.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { buildReceipts } from '../../src/record/money/ledger/receipt-plan.js';
import { ReceiptRepository } from '../../src/record/money/ledger/receipt.repository.js';
import { ApiKeyService } from '../../src/identity/api-key.service.js';
import { TokenService } from '../../src/identity/token.service.js';
import { MailModule } from '../../src/mail/mail.module.js';
import { StoreModule } from '../../src/store/store.module.js';
import type { HttpResponse, Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakeAccess } from '../support/gateway.js';
import { getExamplePrice } from '../support/worked-examples.js';
import { insertTestApplication, testAgent } from '../support/record-fixtures.js';
import { startHttp, type Running } from '../support/running.js';
import { ReferenceModule } from '../../src/record/reference/reference.module.js';
import { GatewayModule } from '../../src/gateway/gateway.module.js';
import { FireModule } from '../../src/services/fire/fire.module.js';
import { MtrModule } from '../../src/services/mtr/mtr.module.js';
import { CollectionModule } from '../../src/services/collection/collection.module.js';

const OWN = 'A100';
const DELEGATE = 'A200';
const FOREIGN = 'A300';
const PAID_AT = new Date('2026-12-01T07:30:00Z');

let database: TestDatabase;
let running: Running;
let access: FakeAccess;
let agent: Client;

beforeAll(async () => {
  database = await createTestDatabase({ trustProxy: ['127.0.0.1'] });
  access = new FakeAccess();
  const imports = [
    ConfigModule.of(database.config),
    ClockModule,
    StoreModule,
    MailModule,
    ReferenceModule,
    GatewayModule,
    CollectionModule,
    FireModule,
    MtrModule,
  ];
  const module = await Test.createTestingModule({ imports })
    .overrideProvider(ApiKeyService)
    .useValue(access)
    .overrideProvider(TokenService)
    .useValue(access)
    .compile();
  running = await startHttp(module);
  const agents = new AgentService(running.parts.store);
  for (const environment of ['production', 'sandbox'] as const)
    for (const code of [OWN, DELEGATE, FOREIGN]) await agents.create({ environment, at: PAID_AT }, testAgent({ code }));
  agent = running.client.withKey(access.addKey({ services: new Set(['common-api']) })).withToken(getToken(OWN, OWN, DELEGATE));
});

afterAll(async () => {
  await running.stop();
  await database.drop();
});

describe('GET …/receipts', () => {
  it('returns the receipts of a policy in the order of its instalments', async () => {
    const { id, receiptNos } = await issue('F-3', 'sandbox', OWN, [501]);
    const response = await agent.get(`/dev/common-api/policy/applications/${id}/receipts`);
    expect(response.status).toBe(200);
    const receipts = response.json<Record<string, unknown>[]>();
    expect(receipts.map(({ receipt_no, kind, status, due_date }) => [receipt_no, kind, status, due_date])).toEqual([
      [receiptNos[0], 'NEW', 'PAID', '2026-12-01'],
      [receiptNos[1], 'INSTALMENT', 'PENDING', '2027-04-30'],
      [receiptNos[2], 'INSTALMENT', 'PENDING', '2027-07-31'],
      [receiptNos[3], 'INSTALMENT', 'PENDING', '2027-10-31'],
    ]);
    expect(receipts[0]).toEqual({
      links: [],
      receipt_no: receiptNos[0],
      // Nothing was booked, so that it is not issued.
      number: null,
      application_id: id,
      policy_no: `P26${id}`,
      kind: 'NEW',
      period_from: '2027-01-31',
      period_to: '2027-04-30',
      gap_from: null,
      issue_date: '2026-12-01',
      due_date: '2026-12-01',
      status: 'PAID',
      net: 153.02,
      fee: 15,
      taxes: [{ tax_class: 'FIRE', net: 153.02, fee: 15, rate: 0.2, tax: 33.62 }],
      levies: [],
      gross: 201.64,
      currency: 'EUR',
      payment: { method: 'CHARGE', reference: `P26${id}/1`, paid_at: '2026-12-01T09:30:00' },
    });
    expect(receipts[1]).toMatchObject({ payment: null, gross: 201.62 });
  });

  it('returns an empty list before issue', async () => {
    const id = await insertTestApplication(running.parts.store, 'sandbox', OWN);
    const response = await agent.get(`/dev/common-api/policy/applications/${id}/receipts`);
    expect([response.status, response.text]).toEqual([200, '[]']);
  });

  it("shows a supervisor the receipts of its delegate's policies", async () => {
    const { id } = await issue('F-1', 'sandbox', DELEGATE, [501]);
    expect((await agent.get(`/dev/common-api/policy/applications/${id}/receipts`)).status).toBe(200);
  });

  it('returns the same error for a missing application, another agent’s, another environment’s and a malformed id', async () => {
    const foreign = await issue('F-1', 'sandbox', FOREIGN, [501]);
    const production = await issue('F-1', 'production', OWN, [501]);
    const ids = ['9999999999', foreign.id, production.id + 1_000, 'abc', '12345678901', '0', '01', '-1', '1e3', '%20'];
    const responses = await Promise.all(ids.map((id) => agent.get(`/dev/common-api/policy/applications/${id}/receipts`)));
    expectAlike(responses, { status: 'ERROR', error: '-300', message: 'Η αίτηση δεν βρέθηκε.' });
  });

  it('serves only the called environment', async () => {
    const { id } = await issue('F-1', 'production', OWN, [501]);
    expect((await agent.get(`/common-api/policy/applications/${id}/receipts`)).json<unknown[]>()).toHaveLength(1);
  });

  it('requires key, grant and token', async () => {
    const path = '/dev/common-api/policy/applications/1/receipts';
    expect((await running.client.get(path)).status).toBe(403);
    const ungranted = running.client.withKey(access.addKey({ services: new Set(['fire-api']) })).withToken(getToken(OWN, OWN));
    expect((await ungranted.get(path)).status).toBe(403);
    expect((await running.client.withKey(access.addKey({ services: new Set(['common-api']) })).get(path)).status).toBe(401);
  });
});

describe('GET …/receipts/{receipt_no}', () => {
  it('returns a receipt with its covers, which add up to its net', async () => {
    const { id, receiptNos } = await issue('M-2', 'sandbox', OWN, []);
    const list = (await agent.get(`/dev/common-api/policy/applications/${id}/receipts`)).json<object[]>();
    const response = await agent.get(`/dev/common-api/policy/applications/${id}/receipts/${receiptNos[0]}`);
    expect(response.status).toBe(200);
    const { covers, ...receipt } = response.json<{ covers: { net: number }[]; net: number }>();
    expect(receipt).toEqual(list[0]);
    expect(covers[0]).toEqual({ object_id: null, code: 'M01', title: 'M01', sum_insured: null, net: 115.86, tax_class: 'OTHER' });
    expect(covers.reduce((cents, { net }) => cents + Math.round(net * 100), 0)).toBe(Math.round(receipt.net * 100));
  });

  it('returns the same error for an unknown receipt, one of another application and a malformed number', async () => {
    const { id } = await issue('F-1', 'sandbox', OWN, [501]);
    const other = await issue('F-1', 'sandbox', OWN, [501]);
    const numbers = ['999999', other.receiptNos[0], 'abc', '0', '12345678901', '1.5', '%20'];
    const responses = await Promise.all(numbers.map((no) => agent.get(`/dev/common-api/policy/applications/${id}/receipts/${no}`)));
    expectAlike(responses, { status: 'ERROR', error: '-305', message: 'Η απόδειξη δεν βρέθηκε.' });
  });

  it('does not reveal whether another agent’s application has the receipt', async () => {
    const foreign = await issue('F-1', 'sandbox', FOREIGN, [501]);
    const paths = [
      `${foreign.id}/receipts/${foreign.receiptNos[0]}`,
      `${foreign.id}/receipts/abc`,
      'abc/receipts/1',
      '9999999999/receipts/1',
    ];
    const responses = await Promise.all(paths.map((path) => agent.get(`/dev/common-api/policy/applications/${path}`)));
    expectAlike(responses, { status: 'ERROR', error: '-300', message: 'Η αίτηση δεν βρέθηκε.' });
  });

  it('returns English texts on request', async () => {
    const headers = { 'Accept-Language': 'en' };
    const response = await agent.get('/dev/common-api/policy/applications/abc/receipts/1', { headers });
    expect(response.json()).toMatchObject({ error: '-300', message: 'Application not found.' });
  });
});

function expectAlike(responses: readonly HttpResponse[], entity: object): void {
  for (const response of responses) {
    expect(response.status).toBe(400);
    expect(response.json()).toEqual(entity);
    expect(Object.keys(response.headers).sort()).toEqual(Object.keys(responses[0]?.headers ?? {}).sort());
  }
}

function getToken(agentCode: string, ...readableAgents: string[]): string {
  const user = { id: 7, name: 'Μαρία Παππά', agentCode, readableAgents };
  return access.addToken({ kind: 'live', user, expiresAt: new Date(Date.now() + 600_000) });
}

/** Writes the receipts of a charged policy, the first one paid. */
async function issue(example: string, environment: Environment, agentCode: string, objectIds: readonly number[]) {
  const store = running.parts.store;
  const id = await insertTestApplication(store, environment, agentCode);
  const planned = buildReceipts(getExamplePrice(example), { kind: 'NEW', issueDate: '2026-12-01', objectIds });
  const policy = { applicationId: id, policyNo: `P26${id}` };
  const payment = { method: 'CHARGE', reference: `${policy.policyNo}/1`, paidAt: PAID_AT } as const;
  const receipts = await store.transaction(environment, (tx) =>
    new ReceiptRepository(store, running.parts.receiptNumbers).insertReceipts(tx, policy, planned, payment, PAID_AT),
  );
  return { id, receiptNos: receipts.map(({ receiptNo }) => receiptNo) };
}
