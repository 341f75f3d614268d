import { addDays } from '../../src/common/athens.js';
import type { AgentRows } from './agent-rows.js';
import type { HttpResponse } from './client.js';
import { createPolicy, createPrepaid, QUARTERLY } from './collection.js';
import { PNG } from './files.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';
import { getPaymentCode, createUnknownCode, type LocalCollectionClient, WITHDRAWAL } from './collection-client.js';
import { PayoutClient, PAYOUT_IBAN } from './payout-client.js';
import { createAfm, buildPartyBody, PartyClient } from './party-client.js';
import type { StaffClient } from './staff-client.js';

export const SRS = '/dev/service-requests-api/resources/srs';
export const EVENTS = '/dev/events-api/resources/events';

/** Sandbox route on which an agent simulates a payment at the bank. */
export const PAYMENTS = '/dev/test-api/resources/payments';

export interface FeedPage {
  readonly events: readonly { readonly id: string; readonly type: string }[];
  readonly next: string;
}

export async function getFeedPage({ client }: FireAgent, after?: string): Promise<FeedPage> {
  return expectStatus(200, await client.get(after === undefined ? EVENTS : `${EVENTS}?after=${after}`)).json<FeedPage>();
}

export function uploadDocument(
  { client, root }: FireAgent,
  applicationId: number,
  body: Buffer,
  type = 'text/plain',
  category = 2,
): Promise<HttpResponse> {
  const query = new URLSearchParams({ file_name: 'a', mime_type: type, category_id: String(category) });
  const path = `${root}/docs-api/policy/applications/${applicationId}/documents?${query.toString()}`;
  return client.call('POST', path, { body, headers: { 'Content-Type': 'application/octet-stream' } });
}

/** Clients that create the data: staff of the sandbox, and SQL for rows that no call writes. */
export interface AgentDataContext {
  readonly app: FireApp;
  readonly rows: AgentRows;
  readonly issuing: LocalCollectionClient;
  readonly staff: StaffClient;
}

/** Ids of the data that an agent has in every table of the sandbox. */
export interface AgentData {
  readonly agent: FireAgent;
  readonly code: string;
  /** A policy by instalments, a cancelled policy, one in prepay. */
  readonly ids: readonly [policy: number, cancelled: number, waiting: number];
  /** Number of the agent's service request. */
  readonly request: string;
  /** Id of a person of whom no other agent has a record. */
  readonly party: number;
  readonly afm: string;
  /** Numbers of applications and policies. */
  readonly numbers: readonly string[];
  /** Cursor at the beginning of the agent's feed. */
  readonly cursor: string;
}

/** Prepares a batch with the refund of an application, and leaves it unconfirmed. */
async function prepareRefundBatch({ staff }: LocalCollectionClient, applicationId: number): Promise<void> {
  expectStatus(200, await staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  const payouts = new PayoutClient(staff);
  const [refund] = (await payouts.list(`applicationId=${applicationId}`)).items;
  await payouts.prepareBatch([refund!.id]);
}

/** Reverses a settlement, leaves another one to a second person, and stops the letters about a policy. */
async function createCorrections(code: string, policyId: number, issuing: LocalCollectionClient): Promise<void> {
  const { staff } = issuing;
  expectStatus(200, await issuing.settle(code, 5, `WRONG-${code}`));
  const { items } = expectStatus(200, await staff.get(`bookings?reference=WRONG-${code}`)).json<{ items: { transactionId: number }[] }>();
  expectStatus(200, await staff.post(`bookings/${items[0]?.transactionId}/reversal`, { reason: 'Λάθος' }));
  const old = { amount: 7, reference: `OLD-${code}`, valueDate: '2026-10-01' };
  expectStatus(202, await staff.post(`agents/${code}/settlements`, old));
  expectStatus(200, await staff.put(`applications/${policyId}/letter-stop`, { reason: 'Ζητήθηκε.' }));
}

/** Creates rows of an agent in every table of the sandbox, by calls where possible and otherwise by SQL. */
export async function createAgentData(code: string, { app, rows, issuing, staff }: AgentDataContext): Promise<AgentData> {
  const subagents = [{ code: 'S1', name: 'Συνεργάτης', status: 1 }] as const;
  const agent = (await app.createAgent({ code, name: `Agent ${code}`, subagents, commissionType: 'AGENCY' })).sandbox;
  const { next: cursor } = await getFeedPage(agent);
  await rows.query(WEBHOOK, [code]);
  const afm = createAfm();
  const policy = await createPolicy(agent, QUARTERLY);
  const cancelled = await createPrepaid(agent, { 'client.afm': afm });
  await issuing.pay(agent, cancelled.id);
  expectStatus(200, await issuing.cancel(cancelled.id, app.clock.today(), WITHDRAWAL));
  const waiting = await createPrepaid(agent);
  await issuing.createSuspense(agent, waiting.id);
  expectStatus(200, await issuing.resolve(await issuing.createSuspense(agent, waiting.id), { refund: true }));
  expectStatus(200, await issuing.settle(code, 10, `SETTLED-${code}`));
  await createCorrections(code, policy.id, issuing);
  const { id: ending } = await createPolicy(agent);
  expectStatus(200, await issuing.cancel(ending, addDays(app.clock.today(), 30)));
  await prepareRefundBatch(issuing, waiting.id);
  for (const payment_code of [(await getPaymentCode(agent, waiting.id)).payment_code, createUnknownCode()])
    expectStatus(200, await agent.client.post(PAYMENTS, { payment_code, amount: 1, reference: `NBG-${payment_code}` }));
  expectStatus(201, await uploadDocument(agent, policy.id, PNG, 'image/png'));
  const { id: offered } = await agent.insert();
  const papers = `${agent.root}/docs-api/policy/applications/${offered}`;
  expectStatus(201, await agent.client.post(`${papers}/offers`, {}));
  expectStatus(200, await agent.client.get(`${papers}/information/ipid-104`));
  const parties = new PartyClient(agent);
  // The application has already created the record.
  const { partyId: party } = await parties.update(buildPartyBody({ afm }));
  await parties.update(
    buildPartyBody({ afm, firstName: 'Νίκος', partyContacts: [{ contactType: 'MOBILE', contact: '+30 691 234 5678', preferred: '0' }] }),
  );
  await app.registerParties();
  await parties.update(buildPartyBody({ afm, firstName: 'Ανδρέας' }));
  const keyed = agent.client.with({ 'Idempotency-Key': `key of ${code}` });
  const asked = expectStatus(201, await keyed.post(SRS, { category: 'MOTOR-CLAIMS', subject: 'Αίτημα', body: `Από ${code}` }));
  const { serviceRequestId: request } = asked.json<{ serviceRequestId: string }>();
  expectStatus(200, await staff.patch(`service-requests/${request}`, { answer: 'Απάντηση' }));
  expectStatus(200, await issuing.staff.put(`applications/${policy.id}/assignee`, {}));
  expectStatus(201, await issuing.staff.post(`applications/${policy.id}/notes`, { text: `Σημείωση για τον ${code}` }));
  await app.publishEvents('sandbox');
  for (const statement of ROWS_WITHOUT_CALL) await rows.query(statement, [code]);
  const found = await rows.query<{ numbers: string }>(NUMBERS, [code]);
  const numbers = found.map(({ numbers: text }) => text);
  return { agent, code, ids: [policy.id, cancelled.id, waiting.id], request, party, afm, numbers, cursor };
}

const NUMBERS = `
  SELECT unnest(ARRAY[application_no, policy_no]) AS numbers FROM application WHERE agent_code = $1 AND policy_no IS NOT NULL`;

const WEBHOOK = `
  INSERT INTO webhook (agent_code, program_id, user_id, url, secret, created_at, updated_at)
  VALUES ($1, 1, 1, 'https://example.gr/hook', '\\x00', '2020-01-01', '2020-01-01')`;

/**
 * Inserts rows that no call writes at once, such as a webhook attempt, a charge due later, and a finished and a pending
 * erasure.
 */
const ROWS_WITHOUT_CALL = [
  `INSERT INTO agent_bonus_malus (agent_code, plate_no, afm, bonus_malus, claims_last_year, claims_last_5_years, source, as_of)
   VALUES ($1, 'IZX4821', '123456783', 8, 0, 0, 'test', now())`,
  `INSERT INTO amendment (application_id, amendment_no, agent_code, kind, status, effective_date, reason, instructions, base_issue, created_by, created_at, updated_at)
   SELECT id, 1, $1, 'CHANGE', '01', start_date, 'Αλλαγή', '[]', 0, 'test', created_at, created_at FROM application WHERE agent_code = $1 AND status = '50' LIMIT 1`,
  `WITH run AS (
     INSERT INTO amendment_run (line, filter, changes, kind, effective_date, reason, created_by_id, created_by, created_at, state, figures)
     VALUES ('fire', '{}', '{}', 'CHANGE', '2026-01-01', 'Αλλαγή', 1, 'test', now(), 'CALCULATED', '[]') RETURNING id)
   INSERT INTO amendment_run_policy (run_id, application_id) SELECT run.id, a.id FROM run, application a WHERE a.agent_code = $1 AND a.status = '50' LIMIT 1`,
  `INSERT INTO amendment_transition (amendment_id, to_status, action, actor, actor_name, at)
   SELECT id, '01', 'insert', 'agent', 'test', created_at FROM amendment WHERE agent_code = $1`,
  `INSERT INTO quote_draft (user_id, agent_code, line, title, content, saved_at, expires_at)
   VALUES (1, $1, 'fire', 'test', '{}', now(), now() + interval '30 days')`,
  `INSERT INTO policy_to_print (application_id, file_name, created_by, created_at, greek, english, leased_until)
   SELECT id, 'P.pdf', 'test', now(), '{}', '{}', now() + interval '1 day' FROM application WHERE agent_code = $1 AND status = '50' LIMIT 1`,
  `INSERT INTO document_object (document_id, sha256, state)
   SELECT d.id, d.sha256, 'storing' FROM document d JOIN application a ON a.id = d.application_id WHERE a.agent_code = $1 LIMIT 1`,
  `INSERT INTO claim (claim_no, application_id, date, at_fault, reserved, paid, recorded_at, recorded_by)
   SELECT 'Z ' || $1, id, start_date, true, 1, 0, now(), 'test' FROM application WHERE agent_code = $1 AND policy_no IS NOT NULL ORDER BY id LIMIT 1`,
  `WITH link AS (
     INSERT INTO customer_link (application_id, purpose, token_hash, secret, expires_at, created_by, created_at)
     SELECT id, 'withdraw', sha256(convert_to('link of ' || $1, 'UTF8')), sha256('x'), now(), 'test', now() FROM application WHERE agent_code = $1 AND status = '50' LIMIT 1
     RETURNING id, application_id),
   act AS (
     INSERT INTO customer_act (application_id, link_id, kind, channel, at, actor_name, shown, shown_sha256)
     SELECT application_id, id, 'WITHDRAWN', 'LINK', now(), 'test', '{}', sha256('{}') FROM link RETURNING id, application_id)
   INSERT INTO withdrawal (application_id, act_id, received_at, statement, state) SELECT application_id, id, now(), 'test', 'OPEN' FROM act`,
  `SELECT set_config('record.resetting', 'on', false) WHERE $1::text <> ''`,
  `WITH charged AS (
     SELECT e.account_id, e.amount, t.receipt_no, (e.at AT TIME ZONE 'Europe/Athens')::date AS day FROM account c JOIN ledger_entry e ON e.account_id = c.id
     JOIN ledger_transaction t ON t.id = e.transaction_id WHERE c.agent_code = $1 AND t.kind = 'CHARGE' LIMIT 1),
   ahead AS (UPDATE receipt r SET due_date = c.day + 20 FROM charged c WHERE r.receipt_no = c.receipt_no)
   INSERT INTO debit_ahead (account_id, due_date, day, amount) SELECT account_id, day + 20, day, amount FROM charged`,
  `SELECT set_config('record.resetting', '', false) WHERE $1::text <> ''`,
  `WITH earned AS (
     SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS earned, coalesce(sum(amount), 0) AS total FROM commission WHERE agent_code = $1),
   made AS (
     INSERT INTO commission_statement (agent_code, month, earned, taken_back, payable, due, prepared_at, prepared_by)
     SELECT $1, '2020-01-01', earned, total - earned, total, total, now(), 'clock' FROM earned RETURNING id)
   UPDATE commission SET statement_id = made.id FROM made WHERE agent_code = $1`,
  `INSERT INTO armed_fault (agent_code, status, left_calls, armed_at) VALUES ($1, '429', 0, now())`,
  `INSERT INTO webhook_attempt (delivery_id, at, failure, duration_ms)
   SELECT d.id, now(), 'timeout', 5 FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.agent_code = $1 LIMIT 1`,
  `INSERT INTO webhook_delivery (webhook_id, next_attempt_at) SELECT id, 'infinity' FROM webhook WHERE agent_code = $1`,
  `INSERT INTO erasure (party_id, state, requested_by, size, rows_total, counts, retry_at, started_at, finished_at)
   SELECT -1000 - coalesce((SELECT count(*) FROM erasure), 0), 'done', 'staff', 1, 1, jsonb_build_object('document', jsonb_build_object($1::text, 2)),
     now(), now(), now()`,
  `WITH made AS (
     INSERT INTO erasure (party_id, afm, actor, requested_by, size, rows_total, counts, retry_at, started_at)
     SELECT -1000 - coalesce((SELECT count(*) FROM erasure), 0), '000000001', '{}', 'staff', 1, 1,
       jsonb_build_object('document', jsonb_build_object($1::text, 2, 'OTHER', 3)), 'infinity', now()
     RETURNING party_id)
   INSERT INTO erasure_application (party_id, application_id, agent_code, version, is_own, is_named)
   SELECT made.party_id, a.id, a.agent_code, a.version, false, false FROM made, application a WHERE a.agent_code = $1`,
];
