import { Injectable } from '@nestjs/common';
import type { AgentContext, OperationContext } from '../../../common/caller.js';
import { DomainError, buildCatalogueViolation, type Violation } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { AgentEntity, AccountEntity, SubagentEntity } from '../../../store/entities/agent.entity.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { buildAgentAccount } from '../ledger/account.js';
import { SubagentStatus, type Agent, type NewAgent } from './agent.js';

// Plain SQL, because this runs on every call of an agent: one round trip with a prepared plan (ADR-2).
const FIND = `
  SELECT code, name, type, credit_limit AS "creditLimit", licence_no AS "licenceNo",
    coalesce((SELECT jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'status', s.status) ORDER BY s.code)
              FROM subagent s WHERE s.agent_code = agent.code), '[]') AS subagents
  FROM agent WHERE code = $1`;
const FIND_NAMES = 'SELECT code, name FROM agent WHERE code = ANY ($1::text[])';

export interface SentCode {
  readonly path: string;
  readonly code: string | undefined;
  /** Stored code, which stays valid when the agent changes (applications.27). */
  readonly stored?: string | undefined;
}

@Injectable()
export class AgentService {
  constructor(private readonly store: Store) {}

  async create({ environment, at }: OperationContext, agent: NewAgent): Promise<void> {
    await this.store.transaction(environment, (tx) => this.insert(tx, agent, at));
  }

  async insert({ manager }: Transaction, { code: agentCode, subagents = [], ...agent }: NewAgent, at: Date): Promise<void> {
    try {
      await manager.insert(AgentEntity, { ...agent, code: agentCode, createdAt: at, updatedAt: at });
    } catch (error) {
      throw isUniqueViolation(error, 'agent_pkey') ? codeTaken() : error;
    }
    await manager.insert(AccountEntity, { ...buildAgentAccount(agentCode), agentCode, balance: '0' });
    const rows = subagents.map((subagent) => ({ ...subagent, agentCode }));
    await manager.insert(SubagentEntity, rows);
  }

  async find(where: Environment | Writer, code: string): Promise<Agent | null> {
    const [agent] = await this.store.query<Agent>(where, FIND, [code]);
    return agent ?? null;
  }

  async findNames(environment: Environment, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const agents = await this.store.query<Pick<Agent, 'code' | 'name'>>(environment, FIND_NAMES, [codes]);
    return new Map(agents.map(({ code, name }) => [code, name]));
  }

  /** A subagent must be approved, and only brokers may name other agents (applications.27). */
  async validateCodes({ environment, agentCode }: AgentContext, subagent: SentCode, others: readonly SentCode[]): Promise<Violation[]> {
    const named = others.filter(isNew);
    if (!isNew(subagent) && named.length === 0) return [];
    const agent = await this.find(environment, agentCode);
    const violations: Violation[] = [];
    const isApproved = agent?.subagents.some(({ code, status }) => code === subagent.code && status === SubagentStatus.APPROVED);
    if (isNew(subagent) && !isApproved) violations.push(buildCatalogueViolation(subagent.path, ErrorCode.UNKNOWN_CODE));
    for (const { path, code } of named) {
      if (agent?.type !== 'broker') violations.push({ path, code: ErrorCode.INVALID, text: BROKERS_ONLY });
      else if (!(await this.find(environment, code ?? ''))) violations.push(buildCatalogueViolation(path, ErrorCode.UNKNOWN_CODE));
    }
    return violations;
  }
}

function codeTaken(): DomainError {
  const text = { el: 'Ο κωδικός συνεργάτη χρησιμοποιείται ήδη.', en: 'The agent code is already in use.' };
  return DomainError.ofViolations([{ path: 'code', code: ErrorCode.INVALID, text }]);
}

function isNew({ code, stored }: SentCode): boolean {
  return code !== undefined && code !== stored;
}

const BROKERS_ONLY: Text = { el: 'Το πεδίο επιτρέπεται μόνο σε μεσίτες.', en: 'The field is allowed for brokers only.' };
