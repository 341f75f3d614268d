import { Injectable } from '@nestjs/common';
import { parseInstant, parseLocalDate, toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toNumber } from '../../../common/money.js';
import { toCappedTotal } from '../../../common/paging.js';
import { assertPastDay } from '../../../common/validation/future-dates.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Agent } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import type { StatementEntry } from '../../../record/money/agents/statement.js';
import { StatementRepository } from '../../../record/money/agents/statement.repository.js';
import { LedgerService } from '../../../record/money/ledger/ledger.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { toPage } from '../../common/page.js';
import { toPageWindow, type PeriodQueryDto } from '../../common/page.dto.js';
import type { AgentAccountResponse, AgentEntryResponse, SettlementResponse, SettlementRequest } from './agent-accounts.dto.js';

/** A second attempt returns the result of a parallel call with the same reference. */
const MAX_ATTEMPTS = 3;

@Injectable()
export class AgentAccountService {
  constructor(
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly statements: StatementRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly agentClocks: AgentClocks,
  ) {}

  async get({ environment }: StaffCaller, code: string, query: PeriodQueryDto): Promise<AgentAccountResponse> {
    const agent = await this.getAgent(environment, code);
    const window = toPageWindow(query);
    const page = await this.statements.findPage(environment, code, { from: instantOf(query.from), to: instantOf(query.to) }, window);
    const { items, ...position } = toPage({ items: page.entries.map(toEntry), ...toCappedTotal(page.total) }, window);
    return {
      agentCode: code,
      name: agent.name,
      creditLimit: toNumber(agent.creditLimit),
      balance: toNumber(page.now),
      openingBalance: toNumber(page.opening),
      closingBalance: toNumber(page.closing),
      ...position,
      items,
    };
  }

  /**
   * @throws DomainError CHILD_NOT_FOUND, BAD_DATE at `valueDate`, IDEMPOTENCY_KEY_REUSED if the reference belongs to
   * another settlement
   */
  async settle(staff: StaffCaller, agentCode: string, input: SettlementRequest): Promise<SettlementResponse> {
    const valueDate = parseLocalDate(input.valueDate) ?? input.valueDate;
    const settlement = { agentCode, amount: input.amount.toFixed(2), reference: input.reference.trim(), valueDate };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const dated = await this.dated(staff, agentCode);
        assertPastDay('valueDate', valueDate, dated.at);
        return await this.book(dated, settlement);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === ErrorCode.IDEMPOTENT_REQUEST_RUNNING;
        if (!isRunning || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Returns the caller with the time of the agent's clock. @throws DomainError CHILD_NOT_FOUND */
  async dated(staff: StaffCaller, agentCode: string): Promise<StaffCaller> {
    await this.getAgent(staff.environment, agentCode);
    return this.agentClocks.applyClock(staff, agentCode);
  }

  async getAgent(environment: Environment, code: string): Promise<Agent> {
    const agent = await this.agents.find(environment, code);
    if (!agent) throw buildNotFound();
    return agent;
  }

  private book(staff: StaffCaller & Writer, settlement: Omit<Parameters<LedgerService['settle']>[1], 'at'>): Promise<SettlementResponse> {
    const { environment, at } = staff;
    const { agentCode, amount, reference } = settlement;
    return this.store.transaction(staff, async (tx) => {
      const { transactionId, balance, valueDate, isNew } = await this.ledger.settle(tx, { ...settlement, at });
      const event = { action: 'settle', subject: 'agent', id: agentCode, environment, details: { amount, reference, valueDate } } as const;
      if (isNew) await this.audit.record(tx, toAuditActor(staff), event);
      return { transactionId, agentCode, amount: toNumber(amount), reference, valueDate, balance: toNumber(balance ?? '0.00') };
    });
  }
}

function toEntry({ clientName: _, receipt, ...entry }: StatementEntry): AgentEntryResponse {
  return {
    ...entry,
    at: toLocalDateTime(entry.at),
    receiptNo: receipt?.receiptNo ?? null,
    amount: toNumber(entry.amount),
    balance: toNumber(entry.balance),
  };
}

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : parseInstant(text);
}
