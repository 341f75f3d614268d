import { Injectable } from '@nestjs/common';
import { Raw, type FindOperator } from 'typeorm';
import { findDelegations } from '../../../identity/user.service.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import type { DelegationEntity } from '../../../store/entities/delegation.entity.js';
import { inGateway, Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/not-found.js';
import { containsText, findEntities, given, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { UserResponse, UserListResponse, UserQueryDto } from './users.dto.js';

/** Users as administrators see them. */
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

  /** @throws DomainError CHILD_NOT_FOUND */
  get(caller: StaffCaller, id: number): Promise<UserResponse> {
    return this.store.read(inGateway(caller), async (manager) => {
      const user = await manager.findOneBy(AppUserEntity, { id });
      if (user === null) throw notFound();
      return toUserResponse(user, await findDelegations(manager, [id]));
    });
  }
}

function inLowerCase(text: string): FindOperator<string> {
  return Raw((column) => `position(lower(CAST(:text AS text)) IN ${column}) > 0`, { text }) as FindOperator<string>;
}

/** As its GET shows the user. */
export function toUserResponse(user: AppUserEntity, delegations: readonly DelegationEntity[]): UserResponse {
  const { id, email, name, role, agentCode, passwordHash, status, sandboxOnly, createdAt, updatedAt } = user;
  const delegates = delegations.filter(({ userId }) => userId === id).map((delegation) => delegation.agentCode);
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, email, name, role, agentCode, delegates, status, hasPassword: passwordHash !== null, sandboxOnly, ...dates };
}
