import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import type { Occasion } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isUniqueViolation, Store, type Transaction } from '../../store/store.js';
import { agentAccount } from '../ledger/account.js';
import type { Agent, NewAgent } from './agent.js';

/** The agent, its account in the ledger and its subagents: all or nothing, in one statement. */
const CREATE = `
  WITH created AS (
    INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING code),
  opened AS (
    INSERT INTO account (code, kind, agent_code, balance) SELECT $6, $7, code, 0 FROM created)
  INSERT INTO subagent (agent_code, code, name, status)
  SELECT created.code, s.code, s.name, s.status
  FROM created, jsonb_to_recordset($8::jsonb) AS s(code text, name text, status smallint)`;

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

  /** The same in a transaction under way. */
  async createIn(tx: Transaction, agent: NewAgent, at: Date): Promise<void> {
    const account = agentAccount(agent.code);
    const subagents = JSON.stringify(agent.subagents ?? []);
    const values = [agent.code, agent.name, agent.type, agent.creditLimit, at, account.code, account.kind, subagents];
    try {
      await tx.query(CREATE, values);
    } catch (error) {
      if (isUniqueViolation(error, 'agent_pkey')) throw codeTaken();
      throw error;
    }
  }

  async find(environment: Environment, code: string): Promise<Agent | null> {
    const [agent] = await this.store.query<Agent>(environment, FIND, [code]);
    return agent ?? null;
  }
}

function codeTaken(): DomainError {
  const text = { el: 'Ο κωδικός συνεργάτη χρησιμοποιείται ήδη.', en: 'The agent code is taken.' };
  return DomainError.ofFaults([{ path: 'code', code: ErrorCode.INVALID, text }]);
}
