import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { statusesBefore, type Action } from '../../core/applications/state-table.js';
import { listed, statusesWhich } from '../../core/applications/status.js';
import { INSTALMENT_GRACE_DAYS } from '../issue/nothing-due.js';

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
const BEGUN = listed(statusesWhich(({ stage, isGivenUp }) => stage === 'policy' && !isGivenUp));
const before = (action: DueItem['action']): string => listed(statusesBefore(action));

/** A way for an application `a` to become due: at an instant, or as a day in Athens begins that comes so many days after a date. */
interface Way {
  readonly action: string;
  readonly from: string;
  readonly where: string;
  readonly due: { readonly instant: string } | { readonly date: string; readonly days: number };
}

const PENDING = `receipt r JOIN application a ON a.id = r.application_id`;

/**
 * Each reads an index of just what can become due. An unpaid instalment is overdue from the first day of its period on: nothing covers that day.
 */
const WAYS: readonly Way[] = [
  {
    action: `'prepay_expires'`,
    from: 'application a',
    where: `a.status IN (${before('prepay_expires')})`,
    due: { instant: 'a.pay_by' },
  },
  {
    action: `'acceptance_expires'`,
    from: 'application a',
    where: `a.status IN (${before('acceptance_expires')})`,
    due: { instant: 'a.accept_by' },
  },
  {
    action: `'instalment_unpaid'`,
    from: PENDING,
    where: `r.status = 'PENDING' AND a.status IN (${before('instalment_unpaid')})`,
    due: { date: 'r.period_from', days: 0 },
  },
  {
    action: `'lapse'`,
    from: PENDING,
    where: `r.status = 'PENDING' AND a.status IN (${before('lapse')})`,
    due: { date: 'r.period_from', days: INSTALMENT_GRACE_DAYS },
  },
  {
    action: `CASE WHEN renewal.status IN (${BEGUN}) THEN 'renewal_starts' ELSE 'expire' END`,
    from: 'application a LEFT JOIN application renewal ON renewal.id = a.renewed_by',
    where: `a.status IN (${before('expire')}) AND NOT EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PENDING')`,
    due: { date: 'a.end_date', days: 0 },
  },
];

/** Due at the instant $1, whose date in Athens is $2. */
function dueIn(scope: string): string {
  return WAYS.map(({ action, from, where, due }) => {
    const hasCome = 'instant' in due ? `${due.instant} <= $1` : `${due.date} <= $2::date - ${due.days}`;
    return `SELECT a.id, ${action} AS action FROM ${from} WHERE ${where} AND ${hasCome} AND ${scope}`;
  }).join(' UNION ');
}

/** An application that another transaction has locked is skipped until the next pass. */
function findIn(scope: string): string {
  return `
  SELECT due.id, due.action FROM (${dueIn(scope)}) AS due JOIN application locked ON locked.id = due.id
  WHERE due.id > $3 ORDER BY due.id LIMIT $4 FOR UPDATE OF locked SKIP LOCKED`;
}

const FIND_DUE = findIn('true');
/** Of the agents whose clocks show real time. */
const FIND_DUE_IN_REAL_TIME = findIn(`a.agent_code IN (SELECT agent_code FROM agent_clock WHERE frozen_at IS NULL AND state = 'ready')`);
const FIND_DUE_OF_AGENT = findIn('a.agent_code = $5');

/** The first instant up to $2 at which anything of the agent $1 becomes due. */
const FIND_NEXT = `SELECT min(at) AS next FROM (${WAYS.map(({ from, where, due }) => {
  const at = 'instant' in due ? due.instant : `(${due.date} + ${due.days})::timestamp AT TIME ZONE 'Europe/Athens'`;
  return `SELECT min(${at}) AS at FROM ${from} WHERE ${where} AND a.agent_code = $1`;
}).join(' UNION ALL ')}) AS due WHERE at <= $2`;

const IS_DUE = `SELECT FROM (${dueIn('a.id = $3')}) AS due WHERE action = $4`;

/** Finds the applications that the clock must move. SQL of our own: all ways to be due in one search (ADR-2). */
@Injectable()
export class DueRepository {
  constructor(private readonly store: Store) {}

  /** What is due at a moment, by id, of an agent or of all who go by real time; of a long list the part after an id. */
  findDue(
    { environment, clock }: Writer,
    { now, today }: Moment,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<DueItem[]> {
    const values = [now, today, afterId, limit];
    if (clock) return this.store.query<DueItem>(environment, FIND_DUE_OF_AGENT, [...values, clock.agentCode]);
    return this.store.query<DueItem>(environment, environment === 'sandbox' ? FIND_DUE_IN_REAL_TIME : FIND_DUE, values);
  }

  /** When the next thing of an agent becomes due, up to an instant; null when nothing does. */
  async findNext(environment: Environment, agentCode: string, until: Date): Promise<Date | null> {
    const [row] = await this.store.query<{ next: Date | null }>(environment, FIND_NEXT, [agentCode, until]);
    return row?.next ?? null;
  }

  /** Whether the item is still due, asked once its application is locked. */
  async isDue(tx: Transaction, { now, today }: Moment, { id, action }: DueItem): Promise<boolean> {
    return (await tx.query(IS_DUE, [now, today, id, action])).length > 0;
  }
}
