import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { PageWindow } from '../../../common/paging.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Role } from '../../../identity/user.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { findPage, type ListPage } from '../../common/page.js';

/** Who may have an application. */
export const WORKING_ROLES: readonly Role[] = ['underwriter', 'issuing'];

const CAN_WORK = `u.status = 'active' AND u.role IN (${WORKING_ROLES.map((role) => `'${role}'`).join(', ')})`;

/** Who has which application. Whoever left, or does other work now, has none (backoffice.36). */
export const HELD = `
  SELECT s.application_id, s.user_id, s.assigned_at, u.name FROM application_assignee AS s
  JOIN gateway.app_user AS u ON u.id = s.user_id AND ${CAN_WORK}`;

/** A user who has an application. */
export interface Assignee {
  readonly id: number;
  readonly name: string;
}

export type Assignment = Assignee & { readonly since: Date };

export interface ApplicationNote {
  readonly id: number;
  readonly text: string;
  readonly userId: number;
  readonly userName: string;
  readonly createdAt: Date;
}

/** What stands beside an application for staff alone. */
export interface ApplicationWork {
  readonly agentName: string;
  readonly assignee: Assignment | null;
  /** The oldest first. */
  readonly notes: readonly ApplicationNote[];
}

const NOTE = `n.id, n.text, n.user_id AS "userId", n.user_name AS "userName", n.created_at AS "createdAt"`;

const FIND_HOLDER = `SELECT h.user_id AS id, h.name, h.assigned_at AS since FROM (${HELD}) AS h WHERE h.application_id = $1`;
const FIND_NOTES = `SELECT ${NOTE} FROM application_note AS n WHERE n.application_id = $1`;
const FIND_AGENT = `SELECT name FROM agent WHERE code = $1`;

const FIND_WORKER = `SELECT u.id, u.name FROM gateway.app_user AS u WHERE u.id = $1 AND ${CAN_WORK}`;

/** Nothing comes back where somebody else has it who is not to lose it. */
const ASSIGN = `
  INSERT INTO application_assignee AS s (application_id, user_id, assigned_by, assigned_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (application_id) DO UPDATE SET user_id = $2, assigned_by = $3, assigned_at = $4
  WHERE $5 OR s.user_id = $2 OR NOT EXISTS (SELECT FROM gateway.app_user AS u WHERE u.id = s.user_id AND ${CAN_WORK})
  RETURNING application_id`;
const RELEASE = `DELETE FROM application_assignee WHERE application_id = $1`;
const LOCK_HOLDER = `SELECT user_id FROM application_assignee WHERE application_id = $1 FOR UPDATE`;

/** The application is locked against another note meanwhile, so that there are never more than there may be. */
const ADD_NOTE = `
  INSERT INTO application_note AS n (application_id, user_id, user_name, text, created_at)
  SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM application_note WHERE application_id = $1) < $6 RETURNING ${NOTE}`;

export interface NewNote {
  readonly userId: number;
  readonly userName: string;
  readonly text: string;
  readonly at: Date;
}

/** Assignees and notes. SQL of our own: users lie in another schema, and who has an application is one look beside it (ADR-2). */
@Injectable()
export class ApplicationWorkRepository {
  constructor(private readonly store: Store) {}

  async find(reader: Writer, { id, agentCode }: { readonly id: number; readonly agentCode: string }): Promise<ApplicationWork> {
    const [[agent], [assignee], notes] = await Promise.all([
      this.store.query<{ name: string }>(reader, FIND_AGENT, [agentCode]),
      this.store.query<Assignment>(reader, FIND_HOLDER, [id]),
      this.store.query<ApplicationNote>(reader, `${FIND_NOTES} ORDER BY n.id`, [id]),
    ]);
    return { agentName: agent?.name ?? agentCode, assignee: assignee ?? null, notes };
  }

  listNotes(environment: Environment, id: number, window: PageWindow): Promise<ListPage<ApplicationNote>> {
    return findPage<ApplicationNote>(this.store, environment, { select: FIND_NOTES, order: 'id', values: [id] }, window);
  }

  async findHolder(tx: Transaction, id: number): Promise<Assignment | null> {
    const [holder] = await tx.query<Assignment>(FIND_HOLDER, [id]);
    return holder ?? null;
  }

  /** The user, if it is active and of a role that works on applications. */
  async findWorker(tx: Transaction, userId: number): Promise<Assignee | null> {
    const [worker] = await tx.query<Assignee>(FIND_WORKER, [userId]);
    return worker ?? null;
  }

  /** False when somebody else has it, who keeps it unless it is taken over. */
  async assign(tx: Transaction, id: number, to: { userId: number; by: number; at: Date; takesOver: boolean }): Promise<boolean> {
    const rows = await tx.query(ASSIGN, [id, to.userId, to.by, to.at, to.takesOver]);
    return rows.length > 0;
  }

  /** Locks who has it until the transaction ends; the id of the user. */
  async lockHolder(tx: Transaction, id: number): Promise<number | null> {
    const [row] = await tx.query<{ user_id: number }>(LOCK_HOLDER, [id]);
    return row?.user_id ?? null;
  }

  async release(tx: Transaction, id: number): Promise<void> {
    await tx.query(RELEASE, [id]);
  }

  /** Null when there are as many as there may be. */
  async addNote(tx: Transaction, id: number, { userId, userName, text, at }: NewNote, most: number): Promise<ApplicationNote | null> {
    await lockTurn(tx, `notes ${id}`);
    const [note] = await tx.query<ApplicationNote>(ADD_NOTE, [id, userId, userName, text, at, most]);
    return note ?? null;
  }
}
