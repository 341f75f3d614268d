import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import { Store, type Transaction } from '../../store/store.js';
import { statusesBefore, type Action } from '../applications/state-table.js';
import { listed, statusesWhich } from '../applications/status.js';
import { INSTALMENT_GRACE_DAYS } from '../issue/issue.service.js';

/** An application that the clock must move, and how. */
export interface DueItem {
  readonly id: number;
  readonly action: Extract<Action, 'prepay_expires' | 'acceptance_expires' | 'instalment_unpaid' | 'lapse' | 'expire' | 'renewal_starts'>;
}

/** An instant, and its date in Athens. */
export interface Moment {
  readonly now: Date;
  readonly today: LocalDate;
}

/** As the next year of a policy, it takes its place. */
const BEGUN = statusesWhich(({ stage, isGivenUp }) => stage === 'policy' && !isGivenUp);
const before = (action: DueItem['action']): string => listed(statusesBefore(action));

/**
 * Each part reads an index of just what can become due. An unpaid instalment is overdue from the first day of its period on: nothing covers
 * that day. $1 is the instant, $2 its date in Athens.
 */
const DUE = `
  SELECT id, 'prepay_expires' AS action FROM application WHERE status IN (${before('prepay_expires')}) AND pay_by <= $1
  UNION ALL
  SELECT id, 'acceptance_expires' FROM application WHERE status IN (${before('acceptance_expires')}) AND accept_by <= $1
  UNION
  SELECT a.id, CASE WHEN a.status IN (${before('instalment_unpaid')}) THEN 'instalment_unpaid' ELSE 'lapse' END
  FROM receipt r JOIN application a ON a.id = r.application_id
  WHERE r.status = 'PENDING' AND r.period_from <= $2
    AND (a.status IN (${before('instalment_unpaid')}) OR (a.status IN (${before('lapse')}) AND r.period_from + ${INSTALMENT_GRACE_DAYS} <= $2))
  UNION ALL
  SELECT a.id, CASE WHEN renewal.status IN (${listed(BEGUN)}) THEN 'renewal_starts' ELSE 'expire' END
  FROM application a LEFT JOIN application renewal ON renewal.id = a.renewed_by
  WHERE a.status IN (${before('expire')}) AND a.end_date <= $2
    AND NOT EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PENDING')`;

/** An application that another transaction has locked is skipped until the next pass. */
const FIND_DUE = `
  SELECT due.id, due.action FROM (${DUE}) AS due JOIN application locked ON locked.id = due.id
  WHERE due.id > $3 ORDER BY due.id LIMIT $4 FOR UPDATE OF locked SKIP LOCKED`;

const IS_DUE = `SELECT FROM (${DUE}) AS due WHERE id = $3 AND action = $4`;

/** Finds the applications that the clock must move. SQL of our own: all ways to be due in one search (ADR-2). */
@Injectable()
export class DueRepository {
  constructor(private readonly store: Store) {}

  /** What is due at a moment, by id; of a long list the part after an id. */
  findDue(environment: Environment, { now, today }: Moment, afterId: number, limit: number): Promise<DueItem[]> {
    return this.store.query<DueItem>(environment, FIND_DUE, [now, today, afterId, limit]);
  }

  /** Whether the item is still due, asked once its application is locked. */
  async isDue(tx: Transaction, { now, today }: Moment, { id, action }: DueItem): Promise<boolean> {
    return (await tx.query(IS_DUE, [now, today, id, action])).length > 0;
  }
}
