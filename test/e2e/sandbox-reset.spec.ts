import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { EVENTS, createAgentData, PAYMENTS, getFeedPage, SRS, uploadDocument, type AgentData } from '../support/agent-data.js';
import { AgentRows, TABLE_OWNERSHIP } from '../support/agent-rows.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { BankFileClient } from '../support/bank-file-client.js';
import { buildCamtFile } from '../support/camt.js';
import { PNG } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { OTHER_AFMS } from '../support/fire.js';
import { expectReplay } from '../support/idempotency.js';
import { getPaymentCode, LocalCollectionClient, createUnknownCode } from '../support/collection-client.js';
import { PartyClient } from '../support/party-client.js';
import { expectError } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(60_000);

const RESET = '/dev/test-api/resources/reset';
/** The client of the example, of whom every inserting agent has a record. */
const SHARED_AFM = '123456783';

let app: FireApp;
let rows: AgentRows;
let issuing: LocalCollectionClient;
let staff: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  rows = await AgentRows.open(app.running.database.url);
  issuing = await LocalCollectionClient.open(app, 'sandbox');
  staff = await StaffClient.open(app.running, 'admin', '/dev');
});
afterAll(async () => {
  await rows.close();
  await app.stop();
});

const lifeOf = (code: string): Promise<AgentData> => createAgentData(code, { app, rows, issuing, staff });
const newAgent = async (code: string): Promise<FireAgent> => (await app.createAgent({ code })).sandbox;
const stateOf = async ({ client }: FireAgent): Promise<unknown> => expectStatus(200, await client.get(RESET)).json().state;

async function untilReset(agent: FireAgent): Promise<void> {
  await eventually('the agent is reset', async () => (await stateOf(agent)) === 'ready', 30_000);
}

async function reset(agent: FireAgent): Promise<void> {
  expect(expectStatus(202, await agent.client.post(RESET)).json()).toEqual({ state: 'resetting' });
  await untilReset(agent);
}

/** Reads the digests after the register has processed the agents' records. */
async function digestsOf(code: string): Promise<Record<string, string>> {
  await app.registerParties();
  return rows.readDigests(code);
}

const expectNothingLeft = (code: string, texts: readonly string[]): Promise<void> => rows.expectNothingLeft(app, code, texts);

it('the reset covers every table with rows of an agent', async () => {
  expect(await rows.listTables()).toEqual(Object.keys(TABLE_OWNERSHIP));
});

describe('the reset of an agent', () => {
  let gone: AgentData;
  let other: AgentData;
  let before: Record<string, string>;
  let staying: Record<string, string>;

  /** Reads the digests of the surviving rows, without debt and clock. */
  async function stayingOf({ code }: AgentData): Promise<Record<string, string>> {
    const kept = Object.entries(await rows.readDigests(code)).filter(([table]) => TABLE_OWNERSHIP[table]!.survivesReset === true);
    return Object.fromEntries(kept.filter(([table]) => !['account', 'agent_clock'].includes(table)));
  }

  beforeAll(async () => {
    other = await lifeOf('STAYS-7');
    gone = await lifeOf('GONE-7');
    await app.publishEvents('sandbox');
    [before, staying] = [await digestsOf(other.code), await stayingOf(gone)];
    // The register has not processed this record yet.
    await new PartyClient(gone.agent).insert({
      afm: OTHER_AFMS[0],
      lastName: 'Νέος',
      firstName: 'Α',
      personType: '1',
      birthdate: '1980-05-17',
    });
    // Every table had rows, so that the deletion is really tested.
    expect(Object.entries(await rows.countRows(gone.code)).filter(([, count]) => count === 0)).toEqual([]);
    await reset(gone.agent);
  });

  it('leaves nothing of it that SQL finds', () => expectNothingLeft(gone.code, [gone.afm, OTHER_AFMS[0], ...gone.numbers]));

  it('leaves nothing of it that a route finds', async () => {
    const { agent, ids, request, party } = gone;
    for (const id of ids) {
      expectError(await agent.client.get(agent.path(id)), { code: '-300' });
      expectError(await agent.client.get(`/dev/common-api/policy/applications/${id}/receipts`), { code: '-300' });
      expectError(await agent.client.get(`/dev/docs-api/policy/applications/${id}/documents`), { code: '-300' });
      expectError(await issuing.staff.get(`applications/${id}`), { code: '-300' });
    }
    expectError(await agent.client.get(`${SRS}/${request}`), { code: '-304' });
    expectError(await new PartyClient(agent).find(party), { code: '-302' });
    expect(expectStatus(200, await agent.client.get(SRS)).json<unknown[]>()).toEqual([]);
    expect((await getFeedPage(agent)).events).toEqual([]);
  });

  it('keeps the agent with its subagents and webhooks', async () => {
    expect(Object.keys(staying).sort()).toEqual(['agent', 'subagent', 'webhook']);
    expect(await stayingOf(gone)).toEqual(staying);
  });

  it('leaves every row and response of another agent unchanged', async () => {
    expect(await digestsOf(other.code)).toEqual(before);
    expect(await other.agent.get(other.ids[0])).toMatchObject({ status_code: '50' });
    expect((await new PartyClient(other.agent).get(other.party)).lastName).toBe('Παπαδόπουλος');
  });

  it('leaves a shared person to the other agent unchanged', async () => {
    await app.registerParties();
    const known = `SELECT updated_by AS "updatedBy" FROM party WHERE afm = $1`;
    expect(await rows.query(known, [SHARED_AFM])).toEqual([{ updatedBy: `agent:${other.code}` }]);
    expect(await rows.query(known, [gone.afm])).toEqual([]);
  });

  it('removes its part from an erasure that includes another agent too', async () => {
    const find = `SELECT counts FROM erasure WHERE state = 'running' AND counts::text NOT LIKE '%${other.code}%'`;
    expect(await rows.query(find)).toEqual([{ counts: { document: { OTHER: 3 } } }]);
  });

  it('lets readers of the feed continue from their cursors', async () => {
    for (const { agent, cursor } of [gone, other]) expectStatus(200, await agent.client.get(`${EVENTS}?after=${cursor}`));
    const { next } = await getFeedPage(gone.agent, gone.cursor);
    await gone.agent.insert();
    await app.publishEvents('sandbox');
    const { events } = await getFeedPage(gone.agent, next);
    expect(events.map(({ type }) => type)).toEqual(['application.status_changed']);
    expect((await getFeedPage(gone.agent, gone.cursor)).events).toEqual(events);
  });

  it('continues the numbers', async () => {
    const { id } = await gone.agent.insert();
    expect(id).toBeGreaterThan(Math.max(...gone.ids));
    expect((await createPolicy(gone.agent)).status_code).toBe('50');
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });
});

describe('money that staff used for another agent’s application', () => {
  it('stays with that application, and is deleted with it', async () => {
    const [sender, payee] = [await newAgent('SENDER-7'), await newAgent('PAYEE-7')];
    const sent = await createPrepaid(sender);
    const { payment_code } = await getPaymentCode(sender, sent.id);
    await issuing.bookPayment(payment_code, 332.64);
    const { suspenseId } = await issuing.bookPayment(payment_code, 332.64, 'TWICE-7');
    const used = await createPrepaid(payee);
    expectStatus(200, await issuing.resolve(suspenseId ?? 0, { applicationId: used.id }));
    const before = await digestsOf('PAYEE-7');
    await reset(sender);
    await expectNothingLeft('SENDER-7', [sent.application_no]);
    expect(await digestsOf('PAYEE-7')).toEqual(before);
    // A repeated payment of the bank gets the same response.
    expect(await issuing.bookPayment(payment_code, 332.64, 'TWICE-7')).toMatchObject({ outcome: 'SUSPENDED', suspenseId });
    await reset(payee);
    await expectNothingLeft('PAYEE-7', [used.application_no, 'TWICE-7']);
  });

  it('is deleted with what waited, including the sender in a bank file', async () => {
    const sender = await newAgent('SENDER-9');
    const { payment_code: code } = await getPaymentCode(sender, (await createPrepaid(sender)).id);
    const bank = new BankFileClient(issuing.staff);
    const date = app.clock.today();
    const { id } = await bank.uploadAndBook(buildCamtFile([{ amount: 9, code, reference: 'FILE-9', sender: 'DIMOU ELENI' }], { date }));
    const [reported] = await bank.listTransfers(id);
    expect(reported).toMatchObject({ result: 'SUSPENSE', sender: 'DIMOU ELENI' });
    await reset(sender);
    // Its booking is deleted, so the line is open again.
    expect(await bank.listTransfers(id)).toEqual([{ ...reported, sender: null, remittance: null, isOpen: true }]);
    await expectNothingLeft('SENDER-9', ['DIMOU']);
  });

  it('stays there also when the agent sent it as the bank, under its own reference', async () => {
    const [sender, payee] = [await newAgent('SENDER-8'), await newAgent('PAYEE-8')];
    const send = async (amount: number, reference: string): Promise<void> =>
      void expectStatus(200, await sender.client.post(PAYMENTS, { payment_code: createUnknownCode(), amount, reference }));
    await send(332.64, 'OWN-8');
    await send(5, 'OTHER-8');
    await send(7, 'THIRD-8');
    const found = await rows.query<{ id: string }>(
      `SELECT s.id FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id WHERE b.agent_code = 'SENDER-8' ORDER BY s.id`,
    );
    const used = await createPrepaid(payee);
    expectStatus(200, await issuing.resolve(Number(found[0]!.id), { applicationId: used.id }));
    expectStatus(200, await issuing.resolve(Number(found[1]!.id), { refund: true }));
    const before = await digestsOf('PAYEE-8');
    await reset(sender);
    await expectNothingLeft('SENDER-8', ['OTHER-8', 'THIRD-8']);
    expect(await digestsOf('PAYEE-8')).toEqual(before);
    // The reference can be used again.
    await send(332.64, 'OWN-8');
    await reset(payee);
    await expectNothingLeft('PAYEE-8', [used.application_no]);
  });
});

describe('a reset beyond one statement’s time', () => {
  const setMost = (most: number): Promise<unknown> =>
    rows.query(`
      CREATE OR REPLACE TRIGGER too_much AFTER DELETE ON document_content REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_too_much(${most})`);

  beforeAll(() =>
    rows.query(`
      CREATE FUNCTION refuse_too_much() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM gone) > TG_ARGV[0]::integer THEN RAISE query_canceled; END IF;
        RETURN NULL;
      END $$`),
  );
  afterAll(() => rows.query('DROP FUNCTION refuse_too_much() CASCADE'));

  it('does not block another agent, and continues with smaller parts', async () => {
    const warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const [agent, next] = [await newAgent('MUCH-7'), await newAgent('NEXT-7')];
    const { id } = await agent.insert();
    for (let count = 0; count < 4; count += 1) expectStatus(201, await uploadDocument(agent, id, PNG, 'image/png'));
    await setMost(0);
    expectStatus(202, await agent.client.post(RESET));
    await eventually('it fails', () => warnings.mock.calls.length > 0);
    await reset(next);
    expect(await stateOf(agent)).toBe('resetting');
    await setMost(3);
    await untilReset(agent);
    await expectNothingLeft('MUCH-7', []);
    warnings.mockRestore();
  });
});

describe('a reset', () => {
  it('is done once with a key', async () => {
    const agent = await newAgent('KEYED-7');
    const keyed = agent.client.with({ 'Idempotency-Key': 'one reset' });
    const first = expectStatus(202, await keyed.post(RESET));
    await untilReset(agent);
    const { id } = await agent.insert();
    expectReplay(await keyed.post(RESET), first);
    expect(await stateOf(agent)).toBe('ready');
    expect((await agent.get(id)).id).toBe(id);
  });

  it('deletes earlier cached responses, so that their keys are new', async () => {
    const agent = await newAgent('KEYED-8');
    const keyed = agent.client.with({ 'Idempotency-Key': 'one insert' });
    const body = agent.body();
    const first = expectStatus(201, await keyed.post(agent.path(), body)).json<{ id: number }>();
    await reset(agent);
    const second = expectStatus(201, await keyed.post(agent.path(), body));
    expect(second.headers['idempotency-replayed']).toBeUndefined();
    expect(second.json<{ id: number }>().id).toBeGreaterThan(first.id);
  });

  it('ends an advance of the clock, and returns to real time', async () => {
    const agent = await newAgent('AHEAD-7');
    await rows.query(
      `UPDATE agent_clock SET state = 'advancing', frozen_at = '2027-01-01', began_at = now(), advance_to = '2027-06-01' WHERE agent_code = 'AHEAD-7'`,
    );
    await reset(agent);
    expect(await rows.query(`SELECT state, frozen_at, began_at, advance_to FROM agent_clock WHERE agent_code = 'AHEAD-7'`)).toEqual([
      { state: 'ready', frozen_at: null, began_at: null, advance_to: null },
    ]);
  });

  it('has no route in production and is impossible there', async () => {
    const { production } = await app.createAgent({ code: 'REAL-7' });
    const before = await app.readFingerprint();
    for (const response of [await production.client.post(RESET.slice(4)), await production.client.get(RESET.slice(4))])
      expect([response.status, response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    const functions = `
      SELECT nspname AS schema, count(*)::int AS count FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
      WHERE proname ~ '^(reset_|open_reset$|delete_bookings$|pass_on_money$)' GROUP BY 1`;
    expect(await rows.query(functions)).toEqual([{ schema: 'sandbox', count: 15 }]);
    await rows.query('BEGIN');
    await rows.query(`SET LOCAL record.resetting = 'on'`);
    await expect(rows.query('DELETE FROM production.ledger_entry')).rejects.toThrow('append-only');
    await rows.query('ROLLBACK');
    await expect(rows.query(`SELECT reset_applications('STAYS-7', 10)`)).rejects.toThrow('is not being reset');
    expect(await app.readFingerprint()).toEqual(before);
  });
});
