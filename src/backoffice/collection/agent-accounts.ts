import { Injectable } from '@nestjs/common';
import { parseInstant, toLocalDateTime } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { amountToNumber, type Amount } from '../../common/money.js';
import { Agents } from '../../record/agents/agents.js';
import { Ledger } from '../../record/ledger/ledger.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, Audit } from '../audit/audit.js';
import { notFound } from '../lists/not-found.js';
import { findPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { AgentAccountDto, AgentAccountQueryDto, AgentEntryDto, SettlementDto, SettlementInputDto } from './agent-account.dto.js';

const OF_AGENT = `
  FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE a.agent_code = $1`;

/** In the order in which the account moved; the balance runs over all of them, before the period is cut out. */
const ENTRIES = `
  SELECT * FROM (
    SELECT t.id, t.at, t.kind, t.reference, t.application_id AS "applicationId", t.receipt_no AS "receiptNo", e.amount,
      sum(e.amount) OVER (ORDER BY t.at, t.id) AS balance,
      (SELECT r.policy_no FROM receipt r WHERE r.receipt_no = t.receipt_no) AS "policyNo" ${OF_AGENT}) AS moved
  WHERE ($2::timestamptz IS NULL OR at >= $2) AND ($3::timestamptz IS NULL OR at < $3)`;

const BALANCES = `
  SELECT (SELECT balance FROM account WHERE agent_code = $1) AS balance,
    coalesce(sum(e.amount) FILTER (WHERE t.at < $2::timestamptz), 0.00) AS opening,
    coalesce(sum(e.amount) FILTER (WHERE $3::timestamptz IS NULL OR t.at < $3), 0.00) AS closing ${OF_AGENT}`;

/** The first sees nothing, a second one what a parallel settlement has kept. */
const MAX_ATTEMPTS = 3;

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
export class AgentAccounts {
  constructor(
    private readonly store: Store,
    private readonly agents: Agents,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async get({ environment }: StaffCaller, code: string, query: AgentAccountQueryDto): Promise<AgentAccountDto> {
    const agent = await this.agents.find(environment, code);
    if (!agent) throw notFound();
    const values = [code, instantOf(query.from), instantOf(query.to)];
    const [page, [balances]] = await Promise.all([
      findPage<EntryRow>(this.store, environment, { select: ENTRIES, order: 'at, id', values }, windowOf(query)),
      this.store.query<Record<'balance' | 'opening' | 'closing', Amount>>(environment, BALANCES, values),
    ]);
    if (!balances) throw new Error('balances are an aggregate: one row');
    return {
      ...{ agentCode: code, name: agent.name, creditLimit: amountToNumber(agent.creditLimit), balance: amountToNumber(balances.balance) },
      ...{ openingBalance: amountToNumber(balances.opening), closingBalance: amountToNumber(balances.closing) },
      ...page,
      items: page.items.map(toEntry),
    };
  }

  /** @throws DomainError CHILD_NOT_FOUND, IDEMPOTENCY_KEY_REUSED when the reference is another settlement's */
  async settle(staff: StaffCaller, agentCode: string, input: SettlementInputDto): Promise<SettlementDto> {
    const { environment } = staff;
    if (!(await this.agents.find(environment, agentCode))) throw notFound();
    const settlement = { agentCode, amount: input.amount.toFixed(2), reference: input.reference.trim() };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.book(staff, settlement);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === ErrorCode.IDEMPOTENT_REQUEST_RUNNING;
        if (!isRunning || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private book(staff: StaffCaller, settlement: Parameters<Ledger['settle']>[1]): Promise<SettlementDto> {
    const { environment } = staff;
    const { agentCode, amount, reference } = settlement;
    return this.store.transaction(environment, async (tx) => {
      const { transactionId, balance, isNew } = await this.ledger.settle(tx, settlement);
      const event = { action: 'settle', subject: 'agent', id: agentCode, environment, details: { amount, reference } } as const;
      if (isNew) await this.audit.record(tx, actorOf(staff), event);
      return { transactionId, agentCode, amount: amountToNumber(amount), reference, balance: amountToNumber(balance ?? '0.00') };
    });
  }
}

function toEntry({ id, at, amount, balance, ...row }: EntryRow): AgentEntryDto {
  const { kind, reference, applicationId, policyNo, receiptNo } = row;
  return {
    ...{ transactionId: id, at: toLocalDateTime(at), kind, reference, applicationId, policyNo, receiptNo },
    ...{ amount: amountToNumber(amount), balance: amountToNumber(balance) },
  };
}

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : parseInstant(text);
}
