import { Injectable } from '@nestjs/common';
import { addDays, getEndOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { addBankingDays, getFirstDayInGrace } from '../../../common/banking-days.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { listStatusesBefore } from '../../core/applications/state-table.js';
import type { Action } from '../../core/applications/action.js';
import { formatStatusList, listStatuses, PAYABLE_STATUSES, Status } from '../../core/applications/status.js';
import { SettingsService, type InsurerSettings } from '../../reference/settings/settings.service.js';
import { RENEWAL_OPENS_DAYS } from '../issue/nothing-due.js';
import { canAgentRenew, IS_PAID, IS_UNRENEWED } from '../issue/renewal.repository.js';
import { SUSPENSION_DAYS } from '../../core/applications/unpaid-instalment.js';
import { LINE_TABLE } from '../../reference/products/line-table.js';

const BATCH = 1_000;

export interface DueItem {
  readonly id: number;
  readonly action: Extract<
    Action,
    | 'prepay_expires'
    | 'acceptance_expires'
    | 'cancel_mid_term'
    | 'instalment_unpaid'
    | 'lapse'
    | 'prepare_renewal'
    | 'expire'
    | 'renewal_starts'
    | 'start_segment'
    | 'expire_amendment'
  >;
}

export interface Moment {
  readonly now: Date;
  readonly today: LocalDate;
  /** First day whose payments may still arrive with a file of the bank (money.81). */
  readonly firstDayInGrace: LocalDate;
}

interface NextDue {
  readonly exact: Date | null;
  /** End of a last day to pay, after which files of the bank are awaited. */
  readonly beforeGrace: Date | null;
}

const BEGUN = formatStatusList(listStatuses(({ stage, isGivenUp }) => stage === 'policy' && !isGivenUp));
/** Statuses in which a renewal may still be paid, also by money that the bank has not reported yet. */
const AWAITING_PAYMENT = formatStatusList(PAYABLE_STATUSES);
const before = (action: DueItem['action']): string => formatStatusList(listStatusesBefore(action));

/**
 * An application `a` becomes due at an instant, or as a day begins, `days` after a date. `hasGrace` delays it for the
 * bank's files; from `until` on it is no longer due.
 */
interface DueRule {
  readonly action: string;
  readonly hasGrace?: true;
  readonly from: string;
  readonly where: string | ((day: string) => string);
  readonly until?: string;
  readonly due: { readonly instant: string } | { readonly date: string; readonly days: number };
}

const SUSPENDED_LINES = Object.entries(LINE_TABLE)
  .flatMap(([line, { isSuspendedUnpaid }]) => (isSuspendedUnpaid ? [`'${line}'`] : []))
  .join(', ');

const PENDING = `receipt r JOIN application a ON a.id = r.application_id`;

/** Each rule is served by an index. An instalment is overdue from the first day of its period. */
const RULES: readonly DueRule[] = [
  {
    action: `'prepay_expires'`,
    hasGrace: true,
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
    action: `'cancel_mid_term'`,
    from: 'application a',
    where: `a.cancels_on IS NOT NULL`,
    due: { date: 'a.cancels_on', days: 0 },
  },
  {
    action: `'start_segment'`,
    from: 'application a',
    where: `a.changes_on IS NOT NULL AND a.status IN (${before('start_segment')})`,
    due: { date: 'a.changes_on', days: 0 },
  },
  {
    action: `'expire_amendment'`,
    hasGrace: true,
    from: 'amendment m JOIN application a ON a.id = m.application_id',
    where: `m.status = '${Status.PREPAY}' AND a.status IN (${before('expire_amendment')})`,
    due: { instant: 'm.pay_by' },
  },
  {
    action: `'instalment_unpaid'`,
    from: PENDING,
    where: `r.status = 'PENDING' AND a.status IN (${before('instalment_unpaid')}) AND (a.cancels_on > r.period_from) IS NOT FALSE`,
    due: { date: 'r.period_from', days: 0 },
  },
  {
    action: `'lapse'`,
    hasGrace: true,
    from: PENDING,
    where: `r.status = 'PENDING' AND a.status IN (${before('lapse')}) AND a.line IN (${SUSPENDED_LINES})`,
    due: { date: 'r.period_from', days: SUSPENSION_DAYS },
  },
  {
    action: `'lapse'`,
    hasGrace: true,
    from: PENDING,
    where: `r.status = 'PENDING' AND r.notice_on IS NOT NULL AND a.status IN (${before('lapse')})`,
    due: { date: `(r.notice_on + interval '1 month')::date`, days: 0 },
  },
  {
    action: `'prepare_renewal'`,
    from: 'application a',
    where: (day) => `${IS_UNRENEWED} AND ${IS_PAID} AND ${canAgentRenew(day)}`,
    due: { date: 'a.end_date', days: -RENEWAL_OPENS_DAYS },
    until: 'a.end_date',
  },
  {
    action: `CASE WHEN renewal.status IN (${BEGUN}) THEN 'renewal_starts' ELSE 'expire' END`,
    from: 'application a LEFT JOIN application renewal ON renewal.id = a.renewed_by',
    where: `a.status IN (${before('expire')}) AND ${IS_PAID} AND (renewal.status IN (${AWAITING_PAYMENT})) IS NOT TRUE`,
    due: { date: 'a.end_date', days: 0 },
  },
];

function buildCondition({ where, until }: Pick<DueRule, 'where' | 'until'>, day: string): string {
  const condition = typeof where === 'string' ? where : where(day);
  return until === undefined ? condition : `${condition} AND ${until} > ${day}`;
}

/** $1: instant, $2: its date in Athens, $3: first day in grace. */
function selectDue(scope: string): string {
  return RULES.map(({ action, hasGrace, from, due, ...rule }) => {
    const [instant, day] = hasGrace ? [getStartOfDay('$3::date'), '$3::date'] : ['$1', '$2::date'];
    const hasCome = 'instant' in due ? `${due.instant} <= ${instant}` : `${due.date} <= ${day} - ${due.days}`;
    return `SELECT a.id, ${action} AS action FROM ${from} WHERE ${buildCondition(rule, '$2::date')} AND ${hasCome} AND ${scope}`;
  }).join(' UNION ');
}

/** A cancellation comes first, because what is due later than its day must not happen. $4: items to skip. */
function selectFreeDue(scope: string, order: string): string {
  return `
  SELECT due.id, due.action FROM (
    SELECT DISTINCT ON (id) id, action FROM (${selectDue(scope)}) AS each WHERE id || ' ' || action <> ALL ($4::text[])
    ORDER BY id, action <> 'cancel_mid_term') AS due
  JOIN application locked ON locked.id = due.id
  ORDER BY ${order} LIMIT ${BATCH} FOR UPDATE OF locked SKIP LOCKED`;
}

/** Nodes take the items in different orders, so that they seldom meet at the same one. */
const FIND_DUE = selectFreeDue('true', 'random()');
const FIND_DUE_IN_REAL_TIME = selectFreeDue(
  `a.agent_code IN (SELECT agent_code FROM agent_clock WHERE frozen_at IS NULL AND state = 'ready')`,
  'random()',
);
const FIND_DUE_OF_AGENT = selectFreeDue('a.agent_code = $5', 'due.id');

const NEXT_UNWRITTEN = `(SELECT false, ${getStartOfDay('r.period_from')} FROM receipt r
  WHERE r.status = 'PENDING' AND r.agent_code = $1 AND r.gross <> 0
    AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM')
  ORDER BY r.period_from LIMIT 1)`;

const TODAY_OF_AGENT = `(SELECT (coalesce(k.frozen_at, now()) AT TIME ZONE 'Europe/Athens')::date FROM agent_clock k WHERE k.agent_code = $1)`;

const FIND_NEXT = `SELECT min(at) FILTER (WHERE NOT has_grace) AS exact, min(at) FILTER (WHERE has_grace) AS "beforeGrace"
  FROM (${RULES.map(({ hasGrace = false, from, due, ...rule }) => {
    const at = 'instant' in due ? due.instant : getStartOfDay(`(${due.date} + ${due.days})`);
    return `SELECT ${hasGrace} AS has_grace, min(${at}) AS at FROM ${from} WHERE ${buildCondition(rule, TODAY_OF_AGENT)} AND a.agent_code = $1`;
  }).join(' UNION ALL ')} UNION ALL ${NEXT_UNWRITTEN}) AS due WHERE at <= $2`;

const IS_DUE = `SELECT FROM (${selectDue('a.id = $4')}) AS due WHERE action = $5`;

function getStartOfDay(date: string): string {
  return `${date}::timestamp AT TIME ZONE 'Europe/Athens'`;
}

@Injectable()
export class DueRepository {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
  ) {}

  async getMoment(environment: Environment, at: Date): Promise<Moment> {
    return buildMoment(await this.settings.get(environment), at);
  }

  /** Lists items of one agent by id for an agent's clock, otherwise of all agents in real time. */
  listDue({ environment, clock }: Writer, { now, today, firstDayInGrace }: Moment, skipped: readonly DueItem[]): Promise<DueItem[]> {
    const values = [now, today, firstDayInGrace, skipped.map(({ id, action }) => `${id} ${action}`)];
    if (clock) return this.store.query<DueItem>(environment, FIND_DUE_OF_AGENT, [...values, clock.agentCode]);
    return this.store.query<DueItem>(environment, environment === 'sandbox' ? FIND_DUE_IN_REAL_TIME : FIND_DUE, values);
  }

  async findNext(environment: Environment, agentCode: string, until: Date): Promise<Date | null> {
    const [{ exact, beforeGrace } = { exact: null, beforeGrace: null }] = await this.store.query<NextDue>(environment, FIND_NEXT, [
      agentCode,
      until,
    ]);
    const { bankGraceDays } = await this.settings.get(environment);
    const afterGrace = beforeGrace && getEndOfDay(addBankingDays(addDays(toLocalDate(beforeGrace), -1), bankGraceDays));
    const [next] = [exact, afterGrace].filter((at) => at !== null && at <= until).sort((a, b) => Number(a) - Number(b));
    return next ?? null;
  }

  /** Called after its application is locked. */
  async isDue(tx: Transaction, { environment, at }: OperationContext, { id, action }: DueItem): Promise<boolean> {
    const { now, today, firstDayInGrace } = buildMoment(await this.settings.getIn(tx, environment), at);
    return (await tx.query(IS_DUE, [now, today, firstDayInGrace, id, action])).length > 0;
  }
}

function buildMoment({ bankGraceDays }: InsurerSettings, at: Date): Moment {
  const today = toLocalDate(at);
  return { now: at, today, firstDayInGrace: getFirstDayInGrace(today, bankGraceDays) };
}
