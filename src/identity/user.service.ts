import { Injectable } from '@nestjs/common';
import { In, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Clock } from '../common/clock.js';
import { AppUserEntity, DelegationEntity } from '../store/entities/app-user.entity.js';
import type { Transaction } from '../store/store.js';
import { revokeTokensOfUser } from './token-user.js';

export const ROLES = ['admin', 'underwriter', 'issuing', 'accounting', 'auditor', 'agent'] as const;
export type Role = (typeof ROLES)[number];
export type UserStatus = 'active' | 'disabled';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly agentCode: string | null;
  readonly delegates: readonly string[];
  readonly sandboxOnly?: boolean;
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

@Injectable()
export class UserService {
  constructor(private readonly clock: Clock) {}

  async create(tx: Transaction, { email, name, role, agentCode, delegates, sandboxOnly = false }: NewUser): Promise<number> {
    const now = this.clock.now();
    const account = { email: normalizeEmail(email), name, role, agentCode, sandboxOnly, status: 'active' as const };
    const fields = { ...account, createdAt: now, updatedAt: now };
    const user = tx.manager.create(AppUserEntity, fields);
    await tx.manager.insert(AppUserEntity, user);
    await this.setDelegates(tx, user.id, delegates);
    return user.id;
  }

  /** `passwordHash` is calculated before the transaction, because it takes 250 ms. */
  async setPassword(tx: Transaction, id: number, passwordHash: string): Promise<void> {
    await tx.manager.update(AppUserEntity, { id }, { passwordHash, updatedAt: this.clock.now() });
  }

  async setStatus(tx: Transaction, id: number, status: UserStatus): Promise<void> {
    await tx.manager.update(AppUserEntity, { id }, { status, updatedAt: this.clock.now() });
    if (status === 'disabled') await revokeTokensOfUser(tx, id);
  }

  /** Another role than `agent` has no agent and no delegations. Revokes the user's tokens. */
  async setRole(tx: Transaction, { id, agentCode }: Pick<AppUserEntity, 'id' | 'agentCode'>, role: Role): Promise<void> {
    const change = { role, agentCode: role === 'agent' ? agentCode : null, updatedAt: this.clock.now() };
    await tx.manager.update(AppUserEntity, { id }, change);
    if (role !== 'agent') await this.setDelegates(tx, id, []);
    await revokeTokensOfUser(tx, id);
  }

  async setDelegates(tx: Transaction, userId: number, agentCodes: readonly string[]): Promise<void> {
    await tx.manager.delete(DelegationEntity, { userId, agentCode: Not(In(agentCodes)) });
    if (agentCodes.length === 0) return;
    const delegations = agentCodes.map((agentCode) => ({ userId, agentCode, createdAt: this.clock.now() }));
    await tx.manager.createQueryBuilder().insert().into(DelegationEntity).values(delegations).orIgnore().execute();
  }

  async findIdByEmail(tx: Transaction, email: string): Promise<number | null> {
    const user = await tx.manager.findOneBy(AppUserEntity, { email: normalizeEmail(email) });
    return user?.id ?? null;
  }
}

export function lockUser({ manager }: Transaction, where: FindOptionsWhere<AppUserEntity>): Promise<AppUserEntity | null> {
  return manager.findOne(AppUserEntity, { where, lock: { mode: 'pessimistic_write' } });
}

/** Locks the user and all active administrators by id, so that two cannot disable each other at once. */
export function lockWithAdmins({ manager }: Transaction, id: number): Promise<AppUserEntity[]> {
  const where = [{ id }, { role: 'admin' as const, status: 'active' as const }];
  return manager.find(AppUserEntity, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
}

export function findDelegations(manager: EntityManager, userIds: readonly number[]): Promise<DelegationEntity[]> {
  return manager.find(DelegationEntity, { where: { userId: In(userIds) }, order: { agentCode: 'ASC' } });
}
