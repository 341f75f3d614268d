import { Injectable } from '@nestjs/common';
import { Raw, type FindOperator } from 'typeorm';
import { findDelegations } from '../../../identity/user.service.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import type { DelegationEntity } from '../../../store/entities/delegation.entity.js';
import { inGateway, Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/errors.js';
import { containsText, findEntities, findPage, given, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { DelegationPageResponse, DelegationQuery, UserListResponse, UserQueryDto, UserResponse } from './users.dto.js';

/** $1: part of name or address; $2: the user's agent; $3: the agent acted for. */
const SELECT_DELEGATIONS = `
  SELECT d.user_id || ' ' || d.agent_code AS id, u.id AS "userId", u.name AS "userName", u.email, u.agent_code AS "agentCode",
    d.agent_code AS "delegateCode", d.created_at AS since
  FROM delegation d JOIN app_user u ON u.id = d.user_id
  WHERE ($1::text IS NULL OR position(fold_name($1) IN fold_name(u.name)) > 0 OR position(lower($1) IN u.email) > 0)
    AND ($2::text IS NULL OR u.agent_code = $2) AND ($3::text IS NULL OR d.agent_code = $3)`;
const LATEST_FIRST = 'since DESC NULLS LAST, "userId", "delegateCode"';

interface DelegationRow {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly agentCode: string | null;
  readonly delegateCode: string;
  readonly since: Date | null;
}

@Injectable()
export class UserReader {
  constructor(private readonly store: Store) {}

  async find(query: UserQueryDto): Promise<UserListResponse> {
    const { role, status, agentCode, text } = query;
    const where = given({ role, status, agentCode });
    const named =
      text === undefined
        ? where
        : [
            { ...where, name: containsText(text) },
            { ...where, email: inLowerCase(text) },
          ];
    const page = await findEntities(this.store, 'gateway', AppUserEntity, { where: named, order: { id: 'DESC' } }, pageWindowOf(query));
    const ids = page.items.map(({ id }) => id);
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, ids));
    return mapPage(page, (user) => toUserResponse(user, delegations));
  }

  get(caller: StaffCaller, id: number): Promise<UserResponse> {
    return this.store.read(inGateway(caller), async (manager) => {
      const user = await manager.findOneBy(AppUserEntity, { id });
      if (user === null) throw notFound();
      return toUserResponse(user, await findDelegations(manager, [id]));
    });
  }

  /** Finds which users may act for other agents than their own, the latest first. */
  async searchDelegations(query: DelegationQuery): Promise<DelegationPageResponse> {
    const { text = null, agentCode = null, delegateCode = null } = query;
    const list = { select: SELECT_DELEGATIONS, order: LATEST_FIRST, values: [text, agentCode, delegateCode] };
    const page = await findPage<DelegationRow>(this.store, 'gateway', list, pageWindowOf(query));
    return mapPage(page, ({ userId, userName, email, since, ...codes }) => {
      return { userId, userName, email, agentCode: codes.agentCode, delegateCode: codes.delegateCode, since: since?.toISOString() ?? null };
    });
  }
}

function inLowerCase(text: string): FindOperator<string> {
  return Raw((column) => `position(lower(CAST(:text AS text)) IN ${column}) > 0`, { text }) as FindOperator<string>;
}

export function toUserResponse(user: AppUserEntity, delegations: readonly DelegationEntity[]): UserResponse {
  const { id, email, name, role, agentCode, passwordHash, status, sandboxOnly, createdAt, updatedAt } = user;
  const delegates = delegations.filter(({ userId }) => userId === id).map((delegation) => delegation.agentCode);
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, email, name, role, agentCode, delegates, status, hasPassword: passwordHash !== null, sandboxOnly, ...dates };
}
