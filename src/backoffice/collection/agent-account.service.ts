import { Injectable } from '@nestjs/common';
import { parseInstant, toLocalDateTime } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { amountToNumber, type Amount } from '../../common/money.js';
import { cappedTotal } from '../../common/paging.js';
import type { Writer } from '../../common/unit-of-work.js';
import { AgentService } from '../../record/agents/agent.service.js';
import { LedgerService } from '../../record/ledger/ledger.service.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService } from '../audit/audit.service.js';
import { notFound } from '../lists/not-found.js';
import { countedOf, pageOf } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type {
  AgentAccountResponse,
  AgentAccountQueryDto,
  AgentEntryResponse,
  SettlementResponse,
  SettlementRequest,
} from './agent-account.dto.js';

/** Entries of an agent's account, in the order in which they are returned. The index holds every column that is read. */
const entries = (where: string): string => `
  SELECT e.transaction_id, e.at, e.amount FROM ledger_entry e WHERE e.account_id = (SELECT id FROM account WHERE agent_code = $1) AND ${where}
  ORDER BY e.at, e.transaction_id`;
const IN_PERIOD = entries(`e.at >= coalesce($2::timestamptz, '-infinity') AND e.at < coalesce($3::timestamptz, 'infinity')`);
const sumOf = (selected: string): string => `coalesce((SELECT sum(amount) FROM (${selected}) AS selected), 0.00)`;

/**
 * Balances are calculated backwards from the one that is kept: of an account of years only what came since the period is added up. One row at
 * least, without an `id` when the page has no entry.
 */
const STATEMENT = `
  WITH kept AS (SELECT balance FROM account WHERE agent_code = $1),
  balances AS (
    SELECT balance, balance - ${sumOf(entries('e.at >= $3'))} AS closing,
      CASE WHEN $2::timestamptz IS NULL THEN 0.00 ELSE balance - ${sumOf(entries('e.at >= $2'))} END AS opening
    FROM kept),
  page AS (${IN_PERIOD} OFFSET $4 LIMIT $5)
  SELECT b.balance AS now, b.opening, b.closing, (${countedOf(IN_PERIOD)}) AS total,
    t.id, t.at, t.kind, t.reference, t.application_id AS "applicationId", t.receipt_no AS "receiptNo", page.amount,
    (SELECT r.policy_no FROM receipt r WHERE r.receipt_no = t.receipt_no) AS "policyNo",
    b.opening + ${sumOf(`${IN_PERIOD} LIMIT $4`)} + sum(page.amount) OVER (ORDER BY t.at, t.id) AS balance
  FROM balances b LEFT JOIN (page JOIN ledger_transaction t ON t.id = page.transaction_id) ON true
  ORDER BY t.at, t.id`;

/** The first sees nothing, a second one what a parallel settlement has kept. */
const MAX_ATTEMPTS = 3;

interface Balances {
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly total: number;
}

interface EntryRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly receiptNo: number | null;
  readonly amount: Amount;
  readonly balance: Amount;
}

/** Statements and settlements of agents. */
@Injectable()
export class AgentAccountService {
  constructor(
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly agentClocks: AgentClocks,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async get({ environment }: StaffCaller, code: string, query: AgentAccountQueryDto): Promise<AgentAccountResponse> {
    const agent = await this.agents.find(environment, code);
    if (!agent) throw notFound();
    const window = windowOf(query);
    const values = [code, instantOf(query.from), instantOf(query.to), window.start - 1, window.limit];
    const rows = await this.store.query<Balances & (EntryRow | { readonly id: null })>(environment, STATEMENT, values);
    const [first] = rows;
    if (!first) throw new Error('an agent without an account');
    const entries = rows.filter((row) => row.id !== null).map(toEntry);
    const { items, ...place } = pageOf({ items: entries, ...cappedTotal(first.total) }, window);
    return {
      ...{ agentCode: code, name: agent.name, creditLimit: amountToNumber(agent.creditLimit), balance: amountToNumber(first.now) },
      ...{ openingBalance: amountToNumber(first.opening), closingBalance: amountToNumber(first.closing) },
      ...{ ...place, items },
    };
  }

  /** @throws DomainError CHILD_NOT_FOUND, IDEMPOTENCY_KEY_REUSED when the reference is another settlement's */
  async settle(staff: StaffCaller, agentCode: string, input: SettlementRequest): Promise<SettlementResponse> {
    if (!(await this.agents.find(staff.environment, agentCode))) throw notFound();
    const settlement = { agentCode, amount: input.amount.toFixed(2), reference: input.reference.trim() };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.book(await this.agentClocks.dated(staff, agentCode), settlement);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === ErrorCode.IDEMPOTENT_REQUEST_RUNNING;
        if (!isRunning || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private book(staff: StaffCaller & Writer, settlement: Omit<Parameters<LedgerService['settle']>[1], 'at'>): Promise<SettlementResponse> {
    const { environment, at } = staff;
    const { agentCode, amount, reference } = settlement;
    return this.store.transaction(staff, async (tx) => {
      const { transactionId, balance, isNew } = await this.ledger.settle(tx, { ...settlement, at });
      const event = { action: 'settle', subject: 'agent', id: agentCode, environment, details: { amount, reference } } as const;
      if (isNew) await this.audit.record(tx, actorOf(staff), event);
      return { transactionId, agentCode, amount: amountToNumber(amount), reference, balance: amountToNumber(balance ?? '0.00') };
    });
  }
}

function toEntry({ id, at, amount, balance, ...row }: EntryRow): AgentEntryResponse {
  const { kind, reference, applicationId, policyNo, receiptNo } = row;
  return {
    ...{ transactionId: id, at: toLocalDateTime(at), kind, reference, applicationId, policyNo, receiptNo },
    ...{ amount: amountToNumber(amount), balance: amountToNumber(balance) },
  };
}

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : parseInstant(text);
}
