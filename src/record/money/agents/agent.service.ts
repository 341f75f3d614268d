import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Occasion } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { AccountEntity } from '../../../store/entities/account.entity.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { SubagentEntity } from '../../../store/entities/subagent.entity.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { agentAccount } from '../ledger/account.js';
import type { Agent, NewAgent } from './agent.js';

// SQL of our own: one round trip and a prepared plan (ADR-2); every call of an agent asks it.
const FIND = `
  SELECT code, name, type, credit_limit AS "creditLimit",
    coalesce((SELECT jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'status', s.status) ORDER BY s.code)
              FROM subagent s WHERE s.agent_code = agent.code), '[]') AS subagents
  FROM agent WHERE code = $1`;

/** The insurer's agents. */
@Injectable()
export class AgentService {
  constructor(private readonly store: Store) {}

  /** @throws DomainError INVALID when the code is taken */
  async create({ environment, at }: Occasion, agent: NewAgent): Promise<void> {
    await this.store.transaction(environment, (tx) => this.createIn(tx, agent, at));
  }

  /** The same in a transaction under way: the agent, its account in the ledger and its subagents. */
  async createIn(
    { manager }: Transaction,
    { code: agentCode, name, type, creditLimit, subagents = [] }: NewAgent,
    at: Date,
  ): Promise<void> {
    try {
      await manager.insert(AgentEntity, { code: agentCode, name, type, creditLimit, createdAt: at, updatedAt: at });
    } catch (error) {
      if (isUniqueViolation(error, 'agent_pkey')) throw codeTaken();
      throw error;
    }
    await manager.insert(AccountEntity, { ...agentAccount(agentCode), agentCode, balance: '0' });
    if (subagents.length > 0)
      await manager.insert(
        SubagentEntity,
        subagents.map((subagent) => ({ ...subagent, agentCode })),
      );
  }

  async find(where: Environment | Writer, code: string): Promise<Agent | null> {
    const [agent] = await this.store.query<Agent>(where, FIND, [code]);
    return agent ?? null;
  }
}

function codeTaken(): DomainError {
  const text = { el: 'Ο κωδικός συνεργάτη χρησιμοποιείται ήδη.', en: 'The agent code is taken.' };
  return DomainError.ofFaults([{ path: 'code', code: ErrorCode.INVALID, text }]);
}
