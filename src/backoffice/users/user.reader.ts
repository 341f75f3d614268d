import { Injectable } from '@nestjs/common';
import { Store } from '../../store/store.js';
import { notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { UserResponse, UserListResponse, UserQueryDto } from './users.dto.js';

type UserRow = Omit<UserResponse, 'createdAt' | 'updatedAt'> & { readonly createdAt: Date; readonly updatedAt: Date };

const USERS = `
  SELECT u.id, u.email, u.name, u.role, u.agent_code AS "agentCode",
    ARRAY(SELECT d.agent_code FROM delegation d WHERE d.user_id = u.id ORDER BY d.agent_code) AS delegates,
    u.status, u.password_hash IS NOT NULL AS "hasPassword", u.created_at AS "createdAt", u.updated_at AS "updatedAt"
  FROM app_user u`;
const FIND = `${USERS}
  WHERE ($1::text IS NULL OR u.role = $1) AND ($2::text IS NULL OR u.status = $2) AND ($3::text IS NULL OR u.agent_code = $3)
    AND ($4::text IS NULL OR position(fold_name($4) IN fold_name(u.name)) > 0 OR position(lower($4) IN u.email) > 0)`;

/** Users as administrators see them. */
@Injectable()
export class UserReader {
  constructor(private readonly store: Store) {}

  async find(query: UserQueryDto): Promise<UserListResponse> {
    const values = [query.role, query.status, query.agentCode, query.text];
    return mapPage(await findPage<UserRow>(this.store, 'gateway', { select: FIND, order: 'id DESC', values }, windowOf(query)), toDto);
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(id: number): Promise<UserResponse> {
    const [row] = await this.store.query<UserRow>('gateway', `${USERS} WHERE u.id = $1`, [id]);
    if (row === undefined) throw notFound();
    return toDto(row);
  }
}

function toDto({ id, email, name, role, agentCode, delegates, status, hasPassword, createdAt, updatedAt }: UserRow): UserResponse {
  return {
    ...{ id, email, name, role, agentCode, delegates, status, hasPassword },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
