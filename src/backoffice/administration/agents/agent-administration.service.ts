import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { assertNoFaults } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { type Agent, type Subagent, SubagentStatus, TEST_CODE_PREFIX } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { AgentEntity, SubagentEntity } from '../../../store/entities/agent.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../../access/audit/audit.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { buildContainsCondition, findEntities, omitUndefined, mapPage } from '../../common/page.js';
import type { AgentChangeRequest, AgentResponse, AgentListResponse, AgentQueryDto, NewAgentRequest, SubagentDto } from './agents.dto.js';

const RESERVED = {
  el: `Οι κωδικοί που αρχίζουν με ${TEST_CODE_PREFIX} ανήκουν σε όσους εγγράφονται μόνοι τους.`,
  en: `Codes that begin with ${TEST_CODE_PREFIX} are reserved for sign-ups.`,
};
const STAYS_TEST = { el: 'Ο τύπος του δεν αλλάζει.', en: 'The type of a test agent cannot change.' };
const TWICE = { el: 'Ο κωδικός εμφανίζεται δύο φορές.', en: 'The code appears twice.' };

@Injectable()
export class AgentAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly audit: AuditService,
  ) {}

  async find({ environment }: StaffCaller, query: AgentQueryDto): Promise<AgentListResponse> {
    const { name, type } = query;
    const where = omitUndefined({ type, name: name === undefined ? undefined : buildContainsCondition(name) });
    const page = await findEntities(this.store, environment, AgentEntity, { where, order: { code: 'ASC' } }, query);
    const agentCode = In(page.items.map(({ code }) => code));
    const all = await this.store.read(environment, (manager) => manager.findBy(SubagentEntity, { agentCode }));
    return mapPage(page, (agent) => toDto({ ...agent, subagents: all.filter((subagent) => subagent.agentCode === agent.code) }));
  }

  async get(where: Writer, code: string): Promise<AgentResponse> {
    const agent = await this.agents.find(where, code);
    if (agent === null) throw buildNotFound();
    return toDto(agent);
  }

  /** @throws DomainError INVALID at `code` if it is taken or reserved */
  async create(caller: StaffCaller, body: NewAgentRequest): Promise<AgentResponse> {
    const { environment } = caller;
    const { code, name, type } = body;
    if (code.toLowerCase().startsWith(TEST_CODE_PREFIX)) throw buildInvalidField('code', RESERVED);
    const agent = { code, name, type, creditLimit: body.creditLimit.toFixed(2), subagents: eachOnce(body.subagents ?? []) };
    await this.store.transaction(caller, async (tx) => {
      await this.agents.insert(tx, agent, caller.at);
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'agent', id: code, environment, details: agent });
    });
    return this.get(caller, code);
  }

  /** @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE; INVALID at `type` of a test agent */
  async change(caller: StaffCaller, code: string, body: AgentChangeRequest): Promise<AgentResponse> {
    const { environment } = caller;
    await this.store.transaction(caller, async (tx) => {
      const found = await tx.manager.findOne(AgentEntity, { where: { code }, lock: { mode: 'pessimistic_write' } });
      if (!found) throw buildNotFound();
      const agent = { ...found, subagents: await tx.manager.findBy(SubagentEntity, { agentCode: code }) };
      assertShown(caller, () => toDto(agent));
      if (found.type === 'test' && body.type !== undefined) throw buildInvalidField('type', STAYS_TEST);
      const next = agentAfter(agent, body);
      const changes = findChangedFields(toChangeable(agent), next);
      if (changes === null) return;
      await this.write(tx, code, next, caller.at);
      await this.audit.record(tx, toAuditActor(caller), {
        action: 'change',
        subject: 'agent',
        id: code,
        environment,
        details: { changes },
      });
    });
    return this.get(caller, code);
  }

  private async write(tx: Transaction, code: string, { name, type, creditLimit, subagents }: Changeable, at: Date): Promise<void> {
    await tx.manager.update(AgentEntity, { code }, { name, type, creditLimit, updatedAt: at });
    const rows = subagents.map((subagent) => ({ ...subagent, agentCode: code }));
    if (rows.length > 0) await tx.manager.upsert(SubagentEntity, rows, ['agentCode', 'code']);
  }
}

type Changeable = Pick<Agent, 'name' | 'type' | 'creditLimit' | 'subagents'>;

function toChangeable({ name, type, creditLimit, subagents }: Agent): Changeable {
  return { name, type, creditLimit, subagents: byCode(subagents) };
}

/** Applies the changes. Missing subagents get the status deleted, because applications refer to them. */
function agentAfter(agent: Agent, { name, type, creditLimit, subagents }: AgentChangeRequest): Changeable {
  const listed = subagents === undefined ? agent.subagents : eachOnce(subagents);
  const left = agent.subagents.filter(({ code }) => !listed.some((one) => one.code === code));
  return {
    name: name ?? agent.name,
    type: type ?? agent.type,
    creditLimit: creditLimit?.toFixed(2) ?? agent.creditLimit,
    subagents: byCode([...listed, ...left.map((one) => ({ ...one, status: SubagentStatus.DELETED }))]),
  };
}

/** @throws DomainError INVALID at subagents with a repeated code */
function eachOnce(subagents: readonly SubagentDto[]): Subagent[] {
  const isRepeated = (index: number): boolean => subagents.findIndex(({ code }) => code === subagents[index]?.code) < index;
  const repeats = [...subagents.keys()].filter(isRepeated);
  assertNoFaults(repeats.map((index) => ({ path: `subagents[${index}].code`, code: ErrorCode.INVALID, text: TWICE })));
  return subagents.map(({ code, name, status }) => ({ code, name, status }));
}

function byCode(subagents: readonly Subagent[]): Subagent[] {
  return subagents.map(({ code, name, status }) => ({ code, name, status })).sort((one, other) => (one.code < other.code ? -1 : 1));
}

function toDto({ code, name, type, creditLimit, subagents }: Agent): AgentResponse {
  return { code, name, type, creditLimit: Number(creditLimit), subagents: byCode(subagents) };
}
