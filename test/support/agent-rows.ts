import pg from 'pg';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import type { FireApp } from './fire-app.js';

/** Tells which rows of a table belong to an agent of the sandbox. */
interface TableOwnership {
  /** SQL condition on the table `t` and the agent code $1; null when no row belongs to an agent. */
  readonly condition: string | null;
  readonly survivesReset?: true;
}

const OWN: TableOwnership = { condition: 't.agent_code = $1' };
const OF_APPLICATION = { condition: 't.application_id IN (SELECT id FROM application WHERE agent_code = $1)' };
const OF_RECEIPT =
  't.receipt_no IN (SELECT r.receipt_no FROM receipt r JOIN application a ON a.id = r.application_id WHERE a.agent_code = $1)';
const OF_EVENT = 't.event_id IN (SELECT id FROM event WHERE agent_code = $1)';
const OF_WEBHOOK = 'IN (SELECT d.id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.agent_code = $1)';
const OF_SUSPENSE = `IN (
  SELECT s.id FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id
  WHERE b.agent_code = $1 OR s.application_id IN (SELECT id FROM application WHERE agent_code = $1))`;
const OF_BOOKING = `IN (
  SELECT id FROM ledger_transaction WHERE application_id IN (SELECT id FROM application WHERE agent_code = $1)
  UNION SELECT transaction_id FROM suspense_item WHERE advice_id IN (SELECT id FROM bank_advice WHERE agent_code = $1)
  UNION SELECT e.transaction_id FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE a.agent_code = $1)`;
const OF_ACCOUNT = 'IN (SELECT id FROM account WHERE agent_code = $1)';
const OF_REFUND = `IN (SELECT id FROM refund WHERE agent_code = $1 OR application_id IN (SELECT id FROM application WHERE agent_code = $1))`;
const OF_NOBODY: TableOwnership = { condition: null };
/** Totals that are updated within a minute of the reset (backoffice.35). */
const FOLDED: TableOwnership = { condition: null, survivesReset: true };

/** Every table of the sandbox. The entry of a new table decides what a reset deletes from it (sandbox.24). */
export const TABLE_OWNERSHIP: Readonly<Record<string, TableOwnership>> = {
  account: { condition: 't.agent_code = $1', survivesReset: true },
  agent: { condition: 't.code = $1', survivesReset: true },
  agent_bonus_malus: OWN,
  agent_clock: { ...OWN, survivesReset: true },
  amendment: OF_APPLICATION,
  // A run concerns several agents.
  amendment_run: OF_NOBODY,
  amendment_run_policy: OF_APPLICATION,
  amendment_transition: { condition: 't.amendment_id IN (SELECT m.id FROM amendment m WHERE m.agent_code = $1)' },
  application: OWN,
  application_assignee: OF_APPLICATION,
  application_note: OF_APPLICATION,
  application_version: OF_APPLICATION,
  armed_fault: OWN,
  bank_advice: { condition: `t.agent_code = $1 OR ${OF_APPLICATION.condition}` },
  bank_booking: { condition: `t.transaction_id ${OF_BOOKING}` },
  // A reset keeps the bank's files, which concern several agents.
  bank_statement: OF_NOBODY,
  bank_statement_entry: OF_NOBODY,
  bonus_malus_registry: OF_NOBODY,
  cancellation: OF_APPLICATION,
  claim: OF_APPLICATION,
  commission: OWN,
  commission_cover: { condition: 't.commission_id IN (SELECT m.id FROM commission m WHERE m.agent_code = $1)' },
  commission_rate: OF_NOBODY,
  commission_statement: OWN,
  commission_version: OF_NOBODY,
  contract_segment: OF_APPLICATION,
  customer_act: OF_APPLICATION,
  customer_link: OF_APPLICATION,
  debit_ahead: { condition: `t.account_id ${OF_ACCOUNT}` },
  debit_day: { condition: `t.account_id ${OF_ACCOUNT}` },
  document: OF_APPLICATION,
  document_content: {
    condition: 't.document_id IN (SELECT d.id FROM document d JOIN application a ON a.id = d.application_id WHERE a.agent_code = $1)',
  },
  document_delivery: OF_APPLICATION,
  // The row of a deleted document goes with its object, some seconds after the reset.
  document_object: {
    condition: 't.document_id IN (SELECT d.id FROM document d JOIN application a ON a.id = d.application_id WHERE a.agent_code = $1)',
  },
  erasure: { condition: `t.counts::text LIKE '%"' || $1 || '"%'` },
  erasure_application: OWN,
  event: OWN,
  event_epoch: OF_NOBODY,
  event_position: OWN,
  information_document: OF_NOBODY,
  kept_answer: OWN,
  // A key concerns all agents of its program.
  key_expiry_notice: OF_NOBODY,
  ledger_closing: OF_NOBODY,
  ledger_day: FOLDED,
  ledger_entry: { condition: `t.transaction_id ${OF_BOOKING}` },
  ledger_transaction: { condition: `t.id ${OF_BOOKING}` },
  ledger_unfolded: { condition: `t.transaction_id ${OF_BOOKING}` },
  letter: OF_APPLICATION,
  letter_mail: {
    condition: 't.letter_id IN (SELECT l.id FROM letter l JOIN application a ON a.id = l.application_id WHERE a.agent_code = $1)',
  },
  letter_stop: OF_APPLICATION,
  message_template: OF_NOBODY,
  migration: OF_NOBODY,
  offer: OWN,
  overview_progress: OF_NOBODY,
  overview_share: FOLDED,
  overview_total: FOLDED,
  overview_touch: FOLDED,
  // A person of the register belongs to no agent and is deleted with the last agent's record.
  party: OF_NOBODY,
  party_address: OWN,
  party_contact: OWN,
  party_id_key: OF_NOBODY,
  party_record: OWN,
  party_record_change: OWN,
  party_version: OWN,
  payment_code: OF_APPLICATION,
  payout: { condition: `t.refund_id ${OF_REFUND}` },
  // A batch is deleted with the last of its payouts.
  payout_batch: OF_NOBODY,
  pending_action: { condition: `t.agent_code = $1 OR ${OF_APPLICATION.condition}` },
  policy_to_print: OF_APPLICATION,
  // A transfer concerns two agents.
  portfolio_transfer: OF_NOBODY,
  print_task: OF_APPLICATION,
  quote_draft: OWN,
  receipt: OF_APPLICATION,
  receipt_cover: { condition: OF_RECEIPT },
  receipt_number: { condition: OF_RECEIPT },
  refund: { condition: `t.id ${OF_REFUND}` },
  reversal: { condition: `t.transaction_id ${OF_BOOKING}` },
  scheduled_cancellation: OF_APPLICATION,
  service_request: OWN,
  service_request_event: { condition: 't.service_request_id IN (SELECT id FROM service_request WHERE agent_code = $1)' },
  setting: OF_NOBODY,
  staff_message: { condition: `${OF_APPLICATION.condition} OR t.suspense_id ${OF_SUSPENSE}` },
  status_transition: OF_APPLICATION,
  subagent: { ...OWN, survivesReset: true },
  suspense_item: { condition: `t.id ${OF_SUSPENSE}` },
  tariff: OF_NOBODY,
  underwriting_authority: OF_NOBODY,
  upload_day: OWN,
  webhook: { ...OWN, survivesReset: true },
  webhook_attempt: { condition: `t.delivery_id ${OF_WEBHOOK}` },
  webhook_delivery: { condition: `t.id ${OF_WEBHOOK} OR ${OF_EVENT}` },
  withdrawal: OF_APPLICATION,
};

const buildCountQuery = (table: string, condition: string): string => `SELECT count(*)::int AS count FROM ${table} t WHERE ${condition}`;
const buildDigestQuery = (table: string, condition: string): string =>
  `SELECT count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest FROM ${table} t WHERE ${condition}`;

/** Reads the rows of agents in the sandbox. */
export class AgentRows {
  private constructor(private readonly client: pg.Client) {}

  static async open(databaseUrl: string): Promise<AgentRows> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('SET search_path TO sandbox, public');
    return new AgentRows(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  async listTables(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'sandbox'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname COLLATE "C"`,
    );
    return rows.map(({ name }) => name);
  }

  /** Counts the agent's rows in each table from which a reset deletes them. */
  async countRows(agentCode: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [table, { condition, survivesReset }] of Object.entries(TABLE_OWNERSHIP))
      if (condition !== null && survivesReset === undefined)
        counts[table] = (await this.query<{ count: number }>(buildCountQuery(table, condition), [agentCode]))[0]!.count;
    return counts;
  }

  /** Calculates a row count and a digest of the agent's rows for each table. */
  async readDigests(agentCode: string): Promise<Record<string, string>> {
    const digests: Record<string, string> = {};
    for (const [table, { condition }] of Object.entries(TABLE_OWNERSHIP))
      if (condition !== null)
        digests[table] = (await this.query<{ digest: string }>(buildDigestQuery(table, condition), [agentCode]))[0]!.digest;
    return digests;
  }

  /** Finds the tables that contain any of the texts in any column. */
  async findTablesContaining(texts: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const table of await this.listTables()) {
      const rows = await this.query(
        `SELECT FROM ${table} t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS s WHERE position(s IN t::text) > 0) LIMIT 1`,
        [texts],
      );
      if (rows.length > 0) found.push(table);
    }
    return found;
  }

  /** Expects the state after a reset: only surviving rows of the agent, none of the texts, and books that balance. */
  async expectNothingLeft({ running }: FireApp, agentCode: string, texts: readonly string[]): Promise<void> {
    const left = Object.entries(await this.countRows(agentCode)).filter(([, count]) => count > 0);
    expect(left).toEqual([]);
    const surviving = Object.entries(TABLE_OWNERSHIP).filter(([, { survivesReset }]) => survivesReset === true);
    const named = await this.findTablesContaining([agentCode]);
    expect(named.filter((table) => !surviving.some(([name]) => name === table))).toEqual([]);
    if (texts.length > 0) expect(await this.findTablesContaining(texts)).toEqual([]);
    expect(await this.findOrphans()).toEqual([]);
    const [account] = await this.query<{ balance: string }>('SELECT balance FROM account WHERE agent_code = $1', [agentCode]);
    expect(account?.balance).toBe('0.00');
    expect(await verifyLedger(running.parts.store, 'sandbox')).toEqual([]);
  }

  /** Finds rows without a foreign key whose application, event or person does not exist. */
  async findOrphans(): Promise<string[]> {
    const rows = await this.query<{ subject: string }>(ORPHANS);
    return rows.map(({ subject }) => subject);
  }
}

const ORPHANS = `
  SELECT 'account ' || code AS subject FROM account WHERE kind = 'CUSTOMER_PAYABLE' AND split_part(code, ':', 2)::bigint NOT IN (SELECT id FROM application)
  UNION ALL SELECT 'position ' || position FROM event_position WHERE event_id NOT IN (SELECT id FROM event)
  UNION ALL SELECT 'event ' || id FROM event
    WHERE data ->> 'application_id' IS NOT NULL AND (data ->> 'application_id')::bigint NOT IN (SELECT id FROM application)
  UNION ALL SELECT 'erasure ' || party_id FROM erasure_application WHERE application_id NOT IN (SELECT id FROM application)
  UNION ALL SELECT 'version ' || id FROM party_version v WHERE agent_code IS NOT NULL
    AND NOT EXISTS (SELECT FROM party_record r WHERE r.agent_code = v.agent_code AND r.id = v.party_id)
  UNION ALL SELECT 'party ' || afm FROM party p WHERE NOT EXISTS (SELECT FROM party_record r WHERE r.afm = p.afm)`;
