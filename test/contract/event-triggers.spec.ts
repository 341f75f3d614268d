import { jest } from '@jest/globals';
import { EVENT_TYPES, type EventField } from '../../src/record/exchange/events/event-types.js';
import { STATE_TABLE } from '../../src/record/core/applications/state-table.js';
import type { Action } from '../../src/record/core/applications/action.js';
import { CHARGE_TIME, charge, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { CustomerClient, getToken, makeLink } from '../support/customer.js';
import * as files from '../support/files.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { readOutbox } from '../support/outbox.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(120_000);

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;
let admin: StaffClient;
/** The renewal of a policy, and the renewed policy. */
let renewal: number;
let policy: number;

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Meaning of each action besides the change of status, for an application that is a renewal. */
const MEANINGS: Partial<Record<Action, readonly string[]>> = {
  approve: ['underwriting.decided'],
  return: ['underwriting.decided'],
  request_documents: ['underwriting.decided'],
  decline: ['underwriting.decided'],
  issue: ['policy.issued', 'policy.renewed'],
  issue_renewal: ['policy.issued', 'policy.renewed'],
  prepare_renewal: ['renewal.prepared'],
  reinstate: ['policy.reinstated'],
  lapse: ['policy.lapsed'],
  cancel_mid_term: ['policy.cancelled'],
  expire: ['policy.expired'],
};
const CALCULATED = ['00', '25', '01'];
const TRANSITIONS = STATE_TABLE.flatMap(({ from, action, actors, to }) =>
  actors.flatMap((actor) => (to === 'calculated' ? CALCULATED : [to]).map((end) => ({ from, action, actor, to: end }))),
);

const TOLD = `SELECT type, agent_code AS "agentCode", data FROM event WHERE id > $1 ORDER BY id`;

/** Expected events calculated from the tables, as text in a fixed order; the triggers must have written the same. */
const CALLED_FOR = `
  WITH transition AS (
    SELECT t.*, CASE WHEN t.action = 'approve' THEN nullif((a.approval -> 'terms')::jsonb, 'null') END AS terms, a.application_no, a.line, a.policy_no, a.renewal_of, a.renewed_by,
           coalesce(v.state ->> 'agent_code', a.agent_code) AS owner, coalesce(v.state, to_jsonb(a)) AS state,
           lag(v.state) OVER (PARTITION BY t.application_id ORDER BY t.id) AS previous
    FROM (SELECT *, row_number() OVER (PARTITION BY application_id ORDER BY id) AS version FROM status_transition) t JOIN application a ON a.id = t.application_id
      LEFT JOIN application_version v ON v.application_id = t.application_id AND v.version = t.version),
  issue AS (SELECT * FROM transition WHERE action IN ('issue', 'issue_renewal')),
  called_for AS (
    SELECT owner, 'application.status_changed' AS type, jsonb_build_object('application_id', application_id, 'application_no', application_no,
      'line', line, 'from', from_status, 'to', to_status, 'action', action, 'actor', actor, 'version', version) AS data FROM transition
    UNION ALL SELECT side.owner, 'application.transferred', jsonb_build_object('application_id', application_id, 'application_no', application_no,
        'policy_no', policy_no, 'direction', side.direction, 'version', version)
      FROM transition CROSS JOIN LATERAL (VALUES (previous ->> 'agent_code', 'OUT'), (owner, 'IN')) AS side (owner, direction) WHERE action = 'transfer'
    UNION ALL SELECT owner, 'underwriting.decided', jsonb_build_object('application_id', application_id, 'decision', action,
        'outcome', CASE WHEN terms IS NULL THEN action ELSE 'approve_with_terms' END, 'loading_percent', (terms ->> 'loadingPercent')::numeric,
        'deductible', (terms ->> 'deductible')::numeric, 'excluded_covers', coalesce(jsonb_array_length(terms -> 'excludedCovers'), 0),
        'gross_before', (previous ->> 'gross')::numeric, 'gross_after', (state ->> 'gross')::numeric)
      FROM transition WHERE actor = 'underwriter'
    UNION ALL SELECT owner, 'policy.issued', jsonb_build_object('application_id', application_id, 'policy_no', policy_no, 'renewal_of', renewal_of) FROM issue
    UNION ALL SELECT a.agent_code, 'policy.renewed', jsonb_build_object('application_id', a.id, 'policy_no', a.policy_no, 'renewed_by', i.application_id)
      FROM issue i JOIN application a ON a.id = i.renewal_of
    UNION ALL SELECT owner, 'renewal.prepared', jsonb_build_object('application_id', application_id, 'policy_no', policy_no, 'renewed_by', renewed_by,
        'status', (SELECT s.to_status FROM status_transition s WHERE s.application_id = t.renewed_by AND s.actor = 'clock' AND s.at <= t.at ORDER BY s.id DESC LIMIT 1))
      FROM transition t WHERE action = 'prepare_renewal'
    UNION ALL SELECT owner, CASE action WHEN 'lapse' THEN 'policy.lapsed' WHEN 'expire' THEN 'policy.expired' WHEN 'reinstate' THEN 'policy.reinstated' ELSE 'policy.cancelled' END,
        jsonb_build_object('application_id', application_id, 'policy_no', policy_no)
      FROM transition WHERE action IN ('lapse', 'expire', 'cancel_mid_term', 'reinstate')
    UNION ALL SELECT m.agent_code, 'amendment.status_changed', jsonb_build_object('application_id', m.application_id, 'amendment_no', m.amendment_no, 'kind', m.kind,
        'from', t.from_status, 'to', t.to_status, 'action', t.action, 'actor', t.actor) FROM amendment_transition t JOIN amendment m ON m.id = t.amendment_id
    UNION ALL SELECT m.agent_code, 'policy.changed', jsonb_build_object('application_id', a.id, 'policy_no', a.policy_no, 'amendment_no', m.amendment_no,
        'effective_date', m.effective_date, 'kind', m.kind, 'status', m.status) FROM amendment m JOIN application a ON a.id = m.application_id WHERE m.issued_at IS NOT NULL
    UNION ALL SELECT a.agent_code, e.type, jsonb_build_object('application_id', a.id, 'receipt_no', r.receipt_no, 'instalment_no', r.instalment_no,
        'gross', r.gross, 'due_date', r.due_date)
      FROM receipt r JOIN application a ON a.id = r.application_id
      JOIN (VALUES ('receipt.created', NULL), ('receipt.paid', 'PAID'), ('receipt.cancelled', 'CANCELLED')) AS e (type, status)
        ON e.status IS NULL OR e.status = r.status
    UNION ALL SELECT a.agent_code, e.type, jsonb_build_object('application_id', a.id, 'receipt_no', r.receipt_no, 'instalment_no', r.instalment_no,
        'gross', r.gross, 'due_date', r.due_date)
      FROM ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no JOIN application a ON a.id = r.application_id
      CROSS JOIN (VALUES ('receipt.paid'), ('receipt.reopened')) AS e (type) WHERE t.kind = 'REVERSAL' AND (r.kind <> 'REFUND' OR e.type = 'receipt.paid')
    UNION ALL SELECT a.agent_code, 'document.created', jsonb_build_object('application_id', a.id, 'document_id', d.id, 'category', d.category_id,
        'status', s.status)
      FROM document d JOIN application a ON a.id = d.application_id
      CROSS JOIN LATERAL (SELECT unnest(CASE d.scan WHEN 'infected' THEN ARRAY['pending', 'infected'] ELSE ARRAY[d.scan] END) AS status) s
    UNION ALL SELECT agent_code, 'offer.made', jsonb_build_object('application_id', application_id, 'offer_no', offer_no, 'document_id', document_id,
        'gross', gross, 'valid_until', valid_until, 'version', application_version) FROM offer
    UNION ALL SELECT r.agent_code, 'service_request.updated', jsonb_build_object('service_request_id', r.number, 'status', e.status)
      FROM service_request_event e JOIN service_request r ON r.id = e.service_request_id
    UNION ALL SELECT a.agent_code, CASE c.kind WHEN 'ACCEPTED' THEN 'customer.accepted' ELSE 'customer.rejected' END,
        jsonb_build_object('application_id', a.id, 'act_id', c.id, 'channel', c.channel) FROM customer_act c JOIN application a ON a.id = c.application_id WHERE c.kind <> 'WITHDRAWN'
    UNION ALL SELECT a.agent_code, 'withdrawal.received', jsonb_build_object('application_id', a.id, 'policy_no', a.policy_no, 'withdrawal_id', w.id, 'state', w.state)
      FROM withdrawal w JOIN application a ON a.id = w.application_id
    UNION ALL SELECT agent_code, 'clock.ready', jsonb_build_object('frozen_time', '2026-12-24T08:00:00Z') FROM agent_clock WHERE state = 'ready'
    UNION ALL SELECT unnest(agents), 'api_key.expiring', jsonb_build_object('key_id', api_key_id, 'key_prefix', key_prefix,
        'expires_at', '2027-01-05T08:00:00Z', 'days', days) FROM key_expiry_notice),
  told AS (SELECT agent_code, type, data::jsonb FROM event)
  SELECT 'missing' AS fault, * FROM (SELECT * FROM called_for EXCEPT ALL SELECT * FROM told) AS missing
  UNION ALL SELECT 'unfounded', * FROM (SELECT * FROM told EXCEPT ALL SELECT * FROM called_for) AS unfounded`;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  admin = await StaffClient.open(app.running, 'admin');
  await liveThrough();
});
afterAll(() => app.stop());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await underwriter.renewSession();
  await admin.renewSession();
  await app.runDueWork('production');
}

/** Runs two years of business with applications, money, documents, requests and a clock. */
async function liveThrough(): Promise<void> {
  await at(CHARGE_TIME);
  await underwrite();
  await issuing.pay(agent, (await createPrepaid(agent)).id);
  const yearlyPolicy = await createPolicy(agent);
  const yearly = yearlyPolicy.id;
  await amend(yearlyPolicy);
  await declare();
  const { id: lapsing } = await createPolicy(agent, QUARTERLY);
  const { id: paying } = await createPolicy(agent, QUARTERLY);
  const { id: cancelled } = await createPolicy(agent, QUARTERLY);
  const { id: offered } = await new MotorAgent(agent).insert();
  expectStatus(201, await agent.client.post(`/docs-api/policy/applications/${offered}/offers`, {}));
  await createPolicy(agent, { pay_frequency_in_months: 12 });
  await receiveApplication();
  await file(yearly);
  await ask();
  await stopClock();
  await at('2027-02-20T08:00:00Z');
  const { receiptNo } = await issuing.pay(agent, paying);
  await issuing.reverseReceipt(receiptNo ?? 0);
  expectStatus(205, await charge(agent, paying));
  expectStatus(200, await issuing.cancel(cancelled, '2027-02-20'));
  await reinstate(cancelled);
  expectStatus(200, await issuing.cancel(cancelled, '2027-02-20'));
  await at('2027-04-25T08:00:00Z');
  // A notice that was given late ends the policy a month later.
  await at('2027-06-10T08:00:00Z');
  expect((await agent.get(lapsing)).status_code).toBe('70');
  await at('2027-11-01T08:00:00Z');
  policy = yearly;
  expectStatus(205, await charge(agent, policy));
  const [row] = await app.query<{ id: string }>('production', 'SELECT renewed_by AS id FROM application WHERE id = $1', [policy]);
  renewal = Number(row?.id);
  await at('2028-01-10T08:00:00Z');
  await app.running.parts.stopPrinting();
}

/** Halves the sums of a policy, which is issued at once. */
async function amend({ id, start_date: effective_date, objects_insured }: FireEntity): Promise<void> {
  const halved = objects_insured.map((object) => ({
    ...object,
    insured_values: object.insured_values.map((value) => ({ ...value, insured_value: value.insured_value / 2 })),
  }));
  const request = { kind: 'CHANGE', effective_date, reason: 'Μείωση', changes: { objects_insured: halved } };
  expectStatus(201, await agent.client.post(`/fire-api/rsc/applications/${id}/amendments`, request));
}

/** Accepts, rejects and withdraws as the customer. */
async function declare(): Promise<void> {
  for (const accepted of [true, false]) {
    const { id } = await agent.insert();
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const link = CustomerClient.of(app, agent, getToken((await makeLink(agent, id, 'accept')).url));
    const customer = await link.confirm(app, String(agent.body().fire_application.client['afm']).slice(-4));
    expectStatus(200, await customer.post('code'));
    const code = /\b\d{6}\b/.exec((await readOutbox(app.running.database.config.dataDir)).at(-1)?.text ?? '')?.[0];
    const { shown, statements } = await customer.getCase();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    expectStatus(200, await customer.post('acceptance', { accepted, answers, code, shown }));
  }
  const { id } = await createPolicy(agent);
  expectStatus(201, await agent.client.post(`/docs-api/policy/applications/${id}/withdrawals`, {}));
}

/** Gets an application from another agent. */
async function receiveApplication(): Promise<void> {
  const other = (await app.createAgent({ code: 'T-1' })).production;
  const { id } = await other.insert();
  const transfer = { fromAgentCode: 'T-1', toAgentCode: agent.access.agentCode, effectiveDate: app.clock.today(), reason: 'Συγχώνευση' };
  expectStatus(201, await admin.post('portfolio-transfers', transfer));
  await eventually('the application has moved', async () => (await agent.client.get(agent.path(id))).status === 200);
}

async function reinstate(id: number): Promise<void> {
  const second = await StaffClient.open(app.running, 'issuing');
  const requested = await issuing.staff.post(`applications/${id}/reinstatement`, { reason: 'Ακυρώθηκε εκ παραδρομής.' });
  const { id: action } = expectStatus(202, requested).json<{ id: number }>();
  expectStatus(200, await second.put(`pending-actions/${action}/approve`, {}));
}

async function underwrite(): Promise<void> {
  const illegal = { 'objects_insured[0].illegal': '1' };
  for (const decision of ['approve', 'return', 'decline']) {
    const { id } = await agent.insert(agent.body(illegal));
    await agent.act(id, 'request_approval');
    expectStatus(200, await underwriter.decide(id, decision));
  }
  const { id } = await agent.insert(agent.body(illegal));
  await agent.act(id, 'request_approval');
  expectStatus(200, await underwriter.decide(id, 'request_documents'));
  await agent.act(id, 'DELETE');
}

/** Uploads a file, and one in which the scanner finds a virus. */
async function file(id: number): Promise<void> {
  const path = `/docs-api/policy/applications/${id}/documents?mime_type=image/png&category_id=2`;
  expectStatus(
    201,
    await agent.client.call('POST', `${path}&file_name=a.png`, { body: files.PNG, headers: { 'Content-Type': 'image/png' } }),
  );
  await app.query(
    'production',
    `INSERT INTO document (application_id, category_id, file_name, mime_type, size, sha256, is_system, created_by, created_at, scan, scan_at)
     SELECT application_id, category_id, 'b.png', mime_type, size, sha256, false, created_by, created_at, 'pending', created_at
     FROM document WHERE application_id = $1 AND file_name = 'a.png'`,
    [id],
  );
  await app.query('production', `UPDATE document SET scan = 'infected', scan_at = NULL, changed_at = now() WHERE file_name = 'b.png'`);
}

async function ask(): Promise<void> {
  const request = { category: 'MOTOR-CLAIMS', subject: 'Πράσινη κάρτα', body: 'Πότε θα σταλεί;' };
  const made = expectStatus(201, await agent.client.post('/service-requests-api/resources/srs', request));
  const { serviceRequestId } = made.json<{ serviceRequestId: string }>();
  for (const change of [{ answer: 'Αύριο.' }, { answer: 'Σήμερα.' }, { status: 'CLOSED' }])
    expectStatus(200, await issuing.staff.patch(`service-requests/${serviceRequestId}`, change));
}

/** Simulates the clock of a sandbox agent, because in production it does not advance. */
async function stopClock(): Promise<void> {
  await app.query(
    'production',
    `INSERT INTO agent_clock (agent_code, state, frozen_at, began_at, advance_to) VALUES ('A100', 'advancing', $1, $1, $1)`,
    ['2026-12-24T08:00:00Z'],
  );
  await app.query('production', `UPDATE agent_clock SET state = 'ready', advance_to = NULL`);
  await app.query(
    'production',
    `INSERT INTO key_expiry_notice (api_key_id, expires_at, days, at, key_prefix, agents)
     VALUES (1, '2027-01-05T08:00:00Z', 30, now(), 'Vd81uL', ARRAY['A100', 'B200'])`,
  );
}

/** Returns the events that the work writes, and rolls the work back. */
async function collectReported(work: () => Promise<unknown>): Promise<(Told & { readonly agentCode: string })[]> {
  await app.query('production', 'BEGIN');
  try {
    const [last] = await app.query<{ id: string }>('production', 'SELECT coalesce(max(id), 0) AS id FROM event');
    await work();
    return await app.query('production', TOLD, [last?.id]);
  } finally {
    await app.query('production', 'ROLLBACK');
  }
}

describe('each transition of the state table', () => {
  const cases = TRANSITIONS.map((row) => [`${row.from ?? '-'} ${row.action} ${row.to}, ${row.actor}`, row] as const);

  it.each(cases)('publishes its event: %s', async (_name, { from, action, to, actor }) => {
    const write = `
      INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, at) VALUES ($1, $2, $3, $4, $5, 'test', now())`;
    const reported = await collectReported(() => app.query('production', write, [renewal, from, to, action, actor]));
    expect(reported.map(({ type }) => type)).toEqual([
      'application.status_changed',
      ...(MEANINGS[action] ?? []),
      // A policy whose renewal is voided after its end has expired.
      ...(action === 'void_renewal' && to === '60' ? ['policy.expired'] : []),
    ]);
    expect(reported[0]?.data).toMatchObject({ application_id: renewal, from, to, action, actor });
    for (const { type, data, agentCode } of reported)
      expect([type, agentCode, data.application_id]).toEqual([type, 'A100', type === 'policy.renewed' ? policy : renewal]);
  });
});

describe('the events of a long story', () => {
  it('are exactly those of its transitions, receipts, documents, requests and clocks', async () => {
    expect(await app.query('production', CALLED_FOR)).toEqual([]);
  });

  it('include every type, with exactly the properties of the catalogue', async () => {
    const reported = await app.query<Told>('production', 'SELECT DISTINCT ON (type) type, data FROM event ORDER BY type, id');
    const described = Object.fromEntries(EVENT_TYPES.map(({ type, data }) => [type, data.map(({ name }) => name)]));
    expect(Object.fromEntries(reported.map(({ type, data }) => [type, Object.keys(data)]))).toEqual(described);
    const keys = `SELECT DISTINCT type, ARRAY(SELECT json_object_keys(data)) AS keys FROM event`;
    expect(await app.query('production', keys)).toHaveLength(EVENT_TYPES.length);
  });

  it('include every kind of receipt event', async () => {
    const ways = `SELECT DISTINCT kind || ' ' || status AS way FROM receipt ORDER BY 1`;
    const found = (await app.query<{ way: string }>('production', ways)).map(({ way }) => way);
    expect(found).toEqual(expect.arrayContaining(['INSTALMENT CANCELLED', 'INSTALMENT PAID', 'NEW PAID', 'REFUND PAID', 'RENEWAL PAID']));
  });

  it('contain values of the types that the catalogue names', async () => {
    const reported = await app.query<Told>('production', 'SELECT type, data FROM event');
    const kinds = { integer: 'number', number: 'number', string: 'string', date: 'string' } as const;
    const fields = new Map<string, EventField>(
      EVENT_TYPES.flatMap(({ type, data }) => data.map((field) => [`${type} ${field.name}`, field] as const)),
    );
    const wrong = reported.flatMap(({ type, data }) =>
      Object.entries(data).filter(([name, value]) => {
        const field = fields.get(`${type} ${name}`);
        return value === null ? field?.isNullable !== true : typeof value !== kinds[field?.type ?? 'string'];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are not repeated by the rewriting of an erasure', async () => {
    const rewriting = [
      `UPDATE service_request_event SET answer = '***'`,
      `UPDATE service_request SET body = '***'`,
      `UPDATE document SET comments = '***', file_name = 'x'`,
      `UPDATE receipt SET payment_reference = payment_reference`,
    ];
    for (const statement of rewriting) {
      const reported = await collectReported(async () => {
        await app.query('production', `SELECT set_config('record.erasing', 'on', true)`);
        await app.query('production', statement);
      });
      expect([statement, reported]).toEqual([statement, []]);
    }
  });

  it('include one more for each application that an erasure changes', async () => {
    const { id } = await agent.insert(agent.body({ 'client.afm': '090000045', 'client.last_name': 'Διαγραφόπουλος' }));
    await agent.act(id, 'DELETE');
    const party = await app.getParty('production', '090000045');
    expectStatus(200, await admin.erase(party));
    await app.waitForErasures();
    const reported = await app.query<Told>('production', `SELECT type, data FROM event WHERE data->>'application_id' = $1 ORDER BY id`, [
      String(id),
    ]);
    expect(reported.map(({ data }) => data.action)).toEqual(['insert', 'cancel', 'erase']);
    expect(await app.query('production', CALLED_FOR)).toEqual([]);
  });
});
