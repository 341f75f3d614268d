import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Role } from '../../../identity/user.service.js';
import type { Amount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { findPage, type ListPage } from '../../common/page.js';
import type { ApplicationNoteResponse } from './application-work.dto.js';

const WORKING_ROLES: readonly Role[] = ['underwriter', 'issuing'];

const CAN_WORK = `u.status = 'active' AND u.role IN (${WORKING_ROLES.map((role) => `'${role}'`).join(', ')})`;

export const ASSIGNED = `
  SELECT s.application_id, s.user_id, s.assigned_at, u.name FROM application_assignee AS s
  JOIN gateway.app_user AS u ON u.id = s.user_id AND ${CAN_WORK}`;

export interface Assignee {
  readonly id: number;
  readonly name: string;
}

export type Assignment = Assignee & { readonly since: Date };

export interface ApplicationNote extends Omit<ApplicationNoteResponse, 'createdAt'> {
  readonly createdAt: Date;
}

export interface StoredPaymentCode {
  readonly code: string;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
}

export interface ApplicationWork {
  readonly agentName: string;
  /** Number of the client in the register; null before the register has the person. */
  readonly clientId: number | null;
  readonly assignee: Assignment | null;
  readonly notes: readonly ApplicationNote[];
  readonly paymentCode: StoredPaymentCode | null;
}

const NOTE = `n.id, n.text, n.user_id AS "userId", n.user_name AS "userName", n.created_at AS "createdAt"`;

const FIND_ASSIGNEE = `SELECT h.user_id AS id, h.name, h.assigned_at AS since FROM (${ASSIGNED}) AS h WHERE h.application_id = $1`;
const FIND_NOTES = `SELECT ${NOTE} FROM application_note AS n WHERE n.application_id = $1`;
const FIND_CODE = `
  SELECT code, amount, due_date AS "dueDate" FROM payment_code WHERE application_id = $1 ORDER BY sequence DESC LIMIT 1`;
const FIND_PARTIES = `
  SELECT (SELECT name FROM agent WHERE code = $1) AS "agentName", (SELECT id FROM party WHERE afm = $2) AS "clientId"`;

const FIND_WORKER = `SELECT u.id, u.name FROM gateway.app_user AS u WHERE u.id = $1 AND ${CAN_WORK}`;

const ASSIGN = `
  INSERT INTO application_assignee AS s (application_id, user_id, assigned_by, assigned_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (application_id) DO UPDATE SET user_id = $2, assigned_by = $3, assigned_at = $4
  WHERE $5 OR s.user_id = $2 OR NOT EXISTS (SELECT FROM gateway.app_user AS u WHERE u.id = s.user_id AND ${CAN_WORK})
  RETURNING application_id`;

const RELEASE = `DELETE FROM application_assignee WHERE application_id = $1`;
const LOCK_ASSIGNEE = `SELECT user_id FROM application_assignee WHERE application_id = $1 FOR UPDATE`;

const ADD_NOTE = `
  INSERT INTO application_note AS n (application_id, user_id, user_name, text, created_at)
  SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM application_note WHERE application_id = $1) < $6 RETURNING ${NOTE}`;

/** Reads and writes assignees and notes with SQL, because users are in another schema (ADR-2). */
@Injectable()
export class ApplicationWorkRepository {
  constructor(private readonly store: Store) {}

  async find(
    reader: Writer,
    { id, agentCode, clientAfm }: { readonly id: number; readonly agentCode: string; readonly clientAfm: string },
  ): Promise<ApplicationWork> {
    const [[parties], [assignee], notes, [code]] = await Promise.all([
      this.store.query<{ agentName: string | null; clientId: number | null }>(reader, FIND_PARTIES, [agentCode, clientAfm]),
      this.store.query<Assignment>(reader, FIND_ASSIGNEE, [id]),
      this.store.query<ApplicationNote>(reader, `${FIND_NOTES} ORDER BY n.id`, [id]),
      this.store.query<StoredPaymentCode>(reader, FIND_CODE, [id]),
    ]);
    return {
      agentName: parties?.agentName ?? agentCode,
      clientId: parties?.clientId ?? null,
      assignee: assignee ?? null,
      notes,
      paymentCode: code ?? null,
    };
  }

  listNotes(environment: Environment, id: number, query: PageQueryDto): Promise<ListPage<ApplicationNote>> {
    return findPage<ApplicationNote>(this.store, environment, { select: FIND_NOTES, order: 'id', values: [id] }, query);
  }

  async findAssignee(tx: Transaction, id: number): Promise<Assignment | null> {
    const [assignee] = await tx.query<Assignment>(FIND_ASSIGNEE, [id]);
    return assignee ?? null;
  }

  async findWorker(tx: Transaction, userId: number): Promise<Assignee | null> {
    const [worker] = await tx.query<Assignee>(FIND_WORKER, [userId]);
    return worker ?? null;
  }

  async assign(tx: Transaction, id: number, to: { userId: number; by: number; at: Date; takesOver: boolean }): Promise<boolean> {
    const rows = await tx.query(ASSIGN, [id, to.userId, to.by, to.at, to.takesOver]);
    return rows.length > 0;
  }

  async lockAssignee(tx: Transaction, id: number): Promise<number | null> {
    const [row] = await tx.query<{ user_id: number }>(LOCK_ASSIGNEE, [id]);
    return row?.user_id ?? null;
  }

  async release(tx: Transaction, id: number): Promise<void> {
    await tx.query(RELEASE, [id]);
  }

  /** Returns null at the limit. The turn prevents parallel notes from exceeding it. */
  async addNote(
    tx: Transaction,
    id: number,
    { userId, userName, text, createdAt }: Omit<ApplicationNote, 'id'>,
    most: number,
  ): Promise<ApplicationNote | null> {
    await lockTurn(tx, `notes ${id}`);
    const [note] = await tx.query<ApplicationNote>(ADD_NOTE, [id, userId, userName, text, createdAt, most]);
    return note ?? null;
  }
}
