import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { QuoteDraftEntity } from '../../../store/entities/quote-draft.entity.js';
import { Store } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { ProductionRequestService } from '../../access/accounts/production-request.service.js';
import { buildNotFound } from '../../common/errors.js';
import { findEntities, mapPage, omitUndefined } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  QuoteDraftPageResponse,
  QuoteDraftQuery,
  QuoteDraftRequest,
  QuoteDraftResponse,
  QuoteDraftRowResponse,
} from './quote-drafts.dto.js';

const MAX_DRAFTS = 50;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const TOO_MANY = { el: `Υπάρχουν ήδη ${MAX_DRAFTS} αποθηκευμένες φόρμες.`, en: `There are ${MAX_DRAFTS} saved forms already.` };

/** Keeps the forms of quotes of agents' users, each for its user alone (backoffice.136). */
@Injectable()
export class QuoteDraftService {
  constructor(
    private readonly store: Store,
    private readonly production: ProductionRequestService,
  ) {}

  /** @throws DomainError AGENT_CODE_REFUSED */
  async list(staff: StaffCaller, { line, agent, ...window }: QuoteDraftQuery): Promise<QuoteDraftPageResponse> {
    const agents = await this.production.listAgents(staff);
    // A user without access to the environment has no forms.
    const agentCode = agent === undefined ? In(agents.slice(0, 1)) : chooseAgent(agents, agent);
    const where = omitUndefined({ userId: staff.userId, agentCode, line });
    const page = await findEntities(
      this.store,
      staff.environment,
      QuoteDraftEntity,
      { where, order: { savedAt: 'DESC', id: 'DESC' } },
      window,
    );
    return mapPage(page, toRow);
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<QuoteDraftResponse> {
    const agents = await this.production.listAgents(staff);
    return this.store.read(staff, async (manager) => {
      const draft = await getDraft(manager, { staff, agents, id });
      return { ...toRow(draft), content: draft.content };
    });
  }

  /** @throws DomainError AGENT_CODE_REFUSED; LIMIT_REACHED */
  async create(staff: StaffCaller, request: QuoteDraftRequest): Promise<QuoteDraftRowResponse> {
    const agentCode = chooseAgent(await this.production.listAgents(staff), request.agent);
    return this.store.transaction(staff, async (tx) => {
      const { userId } = staff;
      await lockTurn(tx, `quote drafts of ${userId}`);
      if ((await tx.manager.countBy(QuoteDraftEntity, { userId })) >= MAX_DRAFTS)
        throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      const created = { userId, agentCode, ...toColumns(staff, request) };
      const { identifiers } = await tx.manager.insert(QuoteDraftEntity, created);
      return toRow({ ...created, id: Number(identifiers[0]?.id) });
    });
  }

  /** @throws DomainError AGENT_CODE_REFUSED; CHILD_NOT_FOUND */
  async replace(staff: StaffCaller, id: number, request: QuoteDraftRequest): Promise<QuoteDraftRowResponse> {
    const agents = await this.production.listAgents(staff);
    const agentCode = chooseAgent(agents, request.agent);
    return this.store.transaction(staff, async (tx) => {
      const { userId } = await getDraft(tx.manager, { staff, agents, id });
      const replaced = { agentCode, ...toColumns(staff, request) };
      await tx.manager.update(QuoteDraftEntity, { id }, replaced);
      return toRow({ id, userId, ...replaced });
    });
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async delete(staff: StaffCaller, id: number): Promise<void> {
    const agents = await this.production.listAgents(staff);
    await this.store.transaction(staff, async (tx) => {
      await getDraft(tx.manager, { staff, agents, id });
      await tx.manager.delete(QuoteDraftEntity, { id });
    });
  }
}

/** Returns the wanted agent, or the user's own one, which is the first. */
function chooseAgent(agents: readonly string[], wanted: string | undefined): string {
  const agent = wanted ?? agents[0];
  if (agent === undefined || !agents.includes(agent)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
  return agent;
}

interface OwnDraft {
  readonly staff: StaffCaller;
  readonly agents: readonly string[];
  readonly id: number;
}

/** Loads a draft of the user, for an agent for whom the user may still act. */
async function getDraft(manager: EntityManager, { staff: { userId }, agents, id }: OwnDraft): Promise<QuoteDraftEntity> {
  const found = await manager.findOneBy(QuoteDraftEntity, { id, userId, agentCode: In([...agents]) });
  if (found === null) throw buildNotFound();
  return found;
}

type Saved = Omit<QuoteDraftEntity, 'id' | 'userId' | 'agentCode'>;

function toColumns({ at }: StaffCaller, { line, title, afm, content }: QuoteDraftRequest): Saved {
  return { line, title, afm: afm ?? null, content, savedAt: at, expiresAt: new Date(at.getTime() + KEPT_MS) };
}

function toRow({ id, line, title, agentCode: agent, savedAt, expiresAt }: QuoteDraftEntity): QuoteDraftRowResponse {
  return { id, line, title, agent, savedAt: toLocalDateTime(savedAt), expiresAt: toLocalDateTime(expiresAt) };
}
