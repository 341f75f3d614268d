import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { runAfterCommit, type Writer } from '../../../common/unit-of-work.js';
import { type Agent, type AgentTerms, type Subagent, SubagentStatus, TEST_CODE_PREFIX } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { CommissionRatesRepository } from '../../../record/money/commission/commission-rates.repository.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { AgentEntity, SubagentEntity } from '../../../store/entities/agent.entity.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../../access/audit/audit.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { buildContainsCondition, findEntities, omitUndefined, mapPage } from '../../common/page.js';
import { maskIban } from '../../../common/identifiers.js';
import type {
  AgentChangeRequest,
  AgentListResponse,
  AgentQueryDto,
  AgentResponse,
  AgentTermsRequest,
  NewAgentRequest,
  SubagentDto,
} from './agents.dto.js';

const RESERVED = {
  el: `Οι κωδικοί που αρχίζουν με ${TEST_CODE_PREFIX} ανήκουν σε όσους εγγράφονται μόνοι τους.`,
  en: `Codes that begin with ${TEST_CODE_PREFIX} are reserved for sign-ups.`,
};
const STAYS_TEST = { el: 'Ο τύπος του δεν αλλάζει.', en: 'The type of a test agent cannot change.' };
const NOT_BEFORE_START = {
  el: 'Όχι πριν από την πρώτη ημέρα νέων εργασιών (activeFrom).',
  en: 'Not before the first day of new business (activeFrom).',
};
const NOT_BEFORE_CLOSING = {
  el: 'Μόνο μαζί με ημερομηνία διακοπής (activeUntil) και όχι νωρίτερα από αυτήν.',
  en: 'Only together with the day of closing (activeUntil), and not before it.',
};
const UNKNOWN_TYPE = {
  el: 'Καμία έκδοση ποσοστών προμήθειας δεν περιέχει αυτόν τον τύπο.',
  en: 'No version of the rates of commission has this type.',
};
const TWICE = { el: 'Ο κωδικός εμφανίζεται δύο φορές.', en: 'The code appears twice.' };

@Injectable()
export class AgentAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly audit: AuditService,
    private readonly rates: CommissionRatesRepository,
    private readonly closedAgents: ClosedAgents,
    private readonly box: SecretBox,
  ) {}

  async find({ environment }: StaffCaller, query: AgentQueryDto): Promise<AgentListResponse> {
    const { name, type } = query;
    const where = omitUndefined({ type, name: name === undefined ? undefined : buildContainsCondition(name) });
    const page = await findEntities(this.store, environment, AgentEntity, { where, order: { code: 'ASC' } }, query);
    const agentCode = In(page.items.map(({ code }) => code));
    const all = await this.store.readAnywhere(environment, ({ manager }) => manager.findBy(SubagentEntity, { agentCode }));
    return mapPage(page, (agent) => toDto({ ...agent, subagents: all.filter((subagent) => subagent.agentCode === agent.code) }));
  }

  async get(where: Writer, code: string): Promise<AgentResponse> {
    const agent = await this.store.transaction(where, (tx) => findAgent(tx, code));
    if (agent === null) throw buildNotFound();
    return toDto(agent);
  }

  async create(caller: StaffCaller, body: NewAgentRequest): Promise<AgentResponse> {
    const { environment } = caller;
    const { code, name, type } = body;
    if (code.toLowerCase().startsWith(TEST_CODE_PREFIX)) throw buildInvalidField('code', RESERVED);
    const terms = applyTerms(NEW_TERMS, body);
    const base = { code, name, type, creditLimit: body.creditLimit.toFixed(2), subagents: assertEachOnce(body.subagents ?? []) };
    await this.store.transaction(caller, async (tx) => {
      await this.assertTerms(tx, terms, null);
      await this.agents.insert(tx, { ...base, ...terms, ...this.sealIban(body) }, caller.at);
      const details = { ...base, ...pickSet(terms, body), ...maskedIban(body) };
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'agent', id: code, environment, details });
    });
    await this.refreshDates(caller);
    return this.get(caller, code);
  }

  /** @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE; INVALID at `type` of a test agent and at wrong terms */
  async change(caller: StaffCaller, code: string, body: AgentChangeRequest): Promise<AgentResponse> {
    const { environment } = caller;
    await this.store.transaction(caller, async (tx) => {
      const agent = await findAgent(tx, code, true);
      if (!agent) throw buildNotFound();
      assertShown(caller, () => toDto(agent));
      if (agent.type === 'test' && body.type !== undefined) throw buildInvalidField('type', STAYS_TEST);
      const next = {
        ...applyAgentChange(agent, body),
        ...applyTerms(agent, body),
        ...maskedIban({ iban: agent.ibanShown }),
        ...maskedIban(body),
      };
      await this.assertTerms(tx, next, agent.commissionType);
      const changes = findChangedFields(toChangeable(agent), next);
      if (changes === null) return;
      const { subagents, ...columns } = omitIban(next);
      await tx.manager.update(AgentEntity, { code }, { ...columns, ...this.sealIban(body), updatedAt: caller.at });
      const rows = subagents.map((subagent) => ({ ...subagent, agentCode: code }));
      if (rows.length > 0) await tx.manager.upsert(SubagentEntity, rows, ['agentCode', 'code']);
      await this.audit.record(tx, toAuditActor(caller), {
        action: 'change',
        subject: 'agent',
        id: code,
        environment,
        details: { changes },
      });
    });
    await this.refreshDates(caller);
    return this.get(caller, code);
  }

  private async refreshDates(caller: StaffCaller): Promise<void> {
    const refresh = (): Promise<void> => this.closedAgents.refresh(caller.environment);
    if (caller.unitOfWork) runAfterCommit(caller, () => void refresh().catch(() => undefined));
    else await refresh();
  }

  private async assertTerms(tx: Transaction, terms: AgentTerms, previousType: string | null): Promise<void> {
    const { activeFrom, activeUntil, accessUntil, commissionType } = terms;
    const violations: Violation[] = [];
    if (activeFrom !== null && activeUntil !== null && activeUntil < activeFrom)
      violations.push({ path: 'activeUntil', code: ErrorCode.BAD_DATE, text: NOT_BEFORE_START });
    if (accessUntil !== null && (activeUntil === null || accessUntil < activeUntil))
      violations.push({ path: 'accessUntil', code: ErrorCode.BAD_DATE, text: NOT_BEFORE_CLOSING });
    if (commissionType !== null && commissionType !== previousType && !(await this.rates.listTypes(tx)).includes(commissionType))
      violations.push({ path: 'commissionType', code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN_TYPE });
    assertNoViolations(violations);
  }

  private sealIban({ iban }: Pick<AgentChangeRequest, 'iban'>): Partial<Pick<AgentEntity, 'iban' | 'ibanShown'>> {
    if (iban === undefined) return {};
    return iban === null ? { iban: null, ibanShown: null } : { iban: this.box.seal(iban), ibanShown: maskIban(iban) };
  }
}

type StoredAgent = AgentEntity & { readonly subagents: readonly Subagent[] };
type Changeable = Pick<Agent, 'name' | 'type' | 'creditLimit' | 'subagents'> & AgentTerms & { readonly iban?: string | null };

async function findAgent(tx: Transaction, code: string, isLocked = false): Promise<StoredAgent | null> {
  const lock = isLocked ? { lock: { mode: 'pessimistic_write' } as const } : {};
  const found = await tx.manager.findOne(AgentEntity, { where: { code }, ...lock });
  return found && { ...found, subagents: await tx.manager.findBy(SubagentEntity, { agentCode: code }) };
}

const NEW_TERMS: AgentTerms = {
  licenceNo: null,
  afm: null,
  legalName: null,
  email: null,
  withholding: 'COMPANY',
  commissionType: null,
  nettingAllowed: false,
  activeFrom: null,
  activeUntil: null,
  accessUntil: null,
  renewalsAllowed: false,
};
const TERMS = Object.keys(NEW_TERMS) as (keyof AgentTerms)[];

function applyTerms(before: AgentTerms, sent: AgentTermsRequest): AgentTerms {
  return Object.fromEntries(
    TERMS.map((name) => [name, sent[name] === undefined ? before[name] : sent[name] || (sent[name] === false ? false : null)]),
  ) as unknown as AgentTerms;
}

function pickSet(terms: AgentTerms, sent: AgentTermsRequest): Partial<AgentTerms> {
  return Object.fromEntries(TERMS.filter((name) => sent[name] !== undefined).map((name) => [name, terms[name]]));
}

function maskedIban({ iban }: { readonly iban?: string | null | undefined }): { readonly iban?: string | null } {
  if (iban === undefined) return {};
  return { iban: iban === null || iban.includes('…') ? iban : maskIban(iban) };
}

function toChangeable(agent: StoredAgent): Changeable {
  const { name, type, creditLimit, subagents, ibanShown } = agent;
  return { name, type, creditLimit, subagents: byCode(subagents), ...applyTerms(agent, {}), iban: ibanShown };
}

/** Missing subagents get the status deleted, because applications refer to them. */
function applyAgentChange(
  agent: StoredAgent,
  { name, type, creditLimit, subagents }: AgentChangeRequest,
): Pick<Agent, 'name' | 'type' | 'creditLimit' | 'subagents'> {
  const listed = subagents === undefined ? agent.subagents : assertEachOnce(subagents);
  const left = agent.subagents.filter(({ code }) => !listed.some((one) => one.code === code));
  return {
    name: name ?? agent.name,
    type: type ?? agent.type,
    creditLimit: creditLimit?.toFixed(2) ?? agent.creditLimit,
    subagents: byCode([...listed, ...left.map((one) => ({ ...one, status: SubagentStatus.DELETED }))]),
  };
}

function assertEachOnce(subagents: readonly SubagentDto[]): Subagent[] {
  const isRepeated = (index: number): boolean => subagents.findIndex(({ code }) => code === subagents[index]?.code) < index;
  const repeats = [...subagents.keys()].filter(isRepeated);
  assertNoViolations(repeats.map((index) => ({ path: `subagents[${index}].code`, code: ErrorCode.INVALID, text: TWICE })));
  return subagents.map(({ code, name, status }) => ({ code, name, status }));
}

function byCode(subagents: readonly Subagent[]): Subagent[] {
  return subagents.map(({ code, name, status }) => ({ code, name, status })).sort((one, other) => (one.code < other.code ? -1 : 1));
}

function toDto(agent: StoredAgent): AgentResponse {
  const { code, name, type, creditLimit, subagents, ibanShown } = agent;
  const { licenceNo, afm, legalName, email, ...terms } = applyTerms(agent, {});
  return {
    ...{ code, name, type, creditLimit: Number(creditLimit), licenceNo, afm, legalName, email },
    iban: ibanShown,
    ...terms,
    subagents: byCode(subagents),
  };
}

function omitIban<T extends { readonly iban?: unknown }>({ iban: _iban, ...rest }: T): Omit<T, 'iban'> {
  return rest;
}
