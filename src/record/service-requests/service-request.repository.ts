import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Page, PageWindow } from '../../common/paging.js';
import { Store, type Transaction } from '../../store/store.js';
import type { NewServiceRequest, RequestFilter, ServiceRequest } from './service-request.js';

/** Totals are exact up to here (gateway.37). */
const MAX_COUNTED = 10_000;

const COLUMNS = `id, number, category, subject, body, agent_code AS "agentCode", user_id AS "userId", user_name AS "userName", status, answer,
  created_at AS "createdAt", answered_at AS "answeredAt", closed_at AS "closedAt"`;

const INSERT = `
  INSERT INTO service_request (id, number, category, subject, body, agent_code, user_id, user_name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const UPDATE = `UPDATE service_request SET status = $2, answer = $3, answered_at = $4, closed_at = $5 WHERE id = $1`;
const INSERT_EVENT = `INSERT INTO service_request_event (service_request_id, at, actor, status, answer) VALUES ($1, $2, $3, $4, $5)`;

const CONDITION = `($1::text IS NULL OR agent_code = $1) AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR category = $3)`;

/** A part of a list, and the end it begins at. */
export interface RequestWindow extends PageWindow {
  readonly order: 'newest' | 'oldest';
}

@Injectable()
export class ServiceRequestRepository {
  constructor(private readonly store: Store) {}

  async nextId(tx: Transaction): Promise<number> {
    const [row] = await tx.query<{ id: number }>(`SELECT nextval(pg_get_serial_sequence('service_request', 'id')) AS id`);
    if (row === undefined) throw new Error('a sequence without a number');
    return row.id;
  }

  async insert(tx: Transaction, id: number, number: string, request: NewServiceRequest, at: Date): Promise<void> {
    const { category, subject, body, agentCode, userId, userName } = request;
    await tx.query(INSERT, [id, number, category, subject, body, agentCode, userId, userName, at]);
  }

  async find(environment: Environment, number: string): Promise<ServiceRequest | null> {
    const [request] = await this.store.query<ServiceRequest>(environment, `SELECT ${COLUMNS} FROM service_request WHERE number = $1`, [
      number,
    ]);
    return request ?? null;
  }

  async lock(tx: Transaction, number: string): Promise<ServiceRequest | null> {
    const [request] = await tx.query<ServiceRequest>(`SELECT ${COLUMNS} FROM service_request WHERE number = $1 FOR UPDATE`, [number]);
    return request ?? null;
  }

  /** Writes status and answer, and the event that tells who did it. */
  async resolve(tx: Transaction, request: ServiceRequest, actor: string, at: Date): Promise<void> {
    const { id, status, answer, answeredAt, closedAt } = request;
    await tx.query(UPDATE, [id, status, answer, answeredAt, closedAt]);
    await tx.query(INSERT_EVENT, [id, at, actor, status, answer]);
  }

  /** One page and the number of all, in one round trip. */
  async search(environment: Environment, filter: RequestFilter, { start, limit, order }: RequestWindow): Promise<Page<ServiceRequest>> {
    const direction = order === 'newest' ? 'DESC' : 'ASC';
    const rows = await this.store.query<(ServiceRequest | { readonly id: null }) & { readonly total: number }>(
      environment,
      `WITH counted AS (SELECT count(*)::int AS total FROM (SELECT 1 FROM service_request WHERE ${CONDITION} LIMIT ${MAX_COUNTED + 1}) AS hit),
         page AS (SELECT ${COLUMNS} FROM service_request WHERE ${CONDITION} ORDER BY service_request.id ${direction} LIMIT $4 OFFSET $5)
       SELECT counted.total, page.* FROM counted LEFT JOIN page ON true ORDER BY page.id ${direction}`,
      [filter.agentCode, filter.status, filter.category, limit, start - 1],
    );
    const total = rows[0]?.total ?? 0;
    const items = rows.filter((row): row is ServiceRequest & { readonly total: number } => row.id !== null);
    return { items, total: Math.min(total, MAX_COUNTED), isCapped: total > MAX_COUNTED };
  }
}
