import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Language } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { formatStatusList, listStatuses, PAYABLE_STATUSES, Status } from '../../core/applications/status.js';
import { KIND_TITLES } from '../../core/amendments/amendment.js';
import type { LetterFacts } from '../../core/letters/letter.js';
import { canAgentRenew, IS_PAID, IS_UNRENEWED } from '../issue/renewal.repository.js';
import type { LetterKind } from '../../reference/settings/letter-texts.js';

/** Days before the end of a policy (letters.10). */
const RENEWAL_DAYS = [60, 15] as const;
/** Days before an instalment is due. */
const INSTALMENT_DAYS = [20, 5] as const;
/** A letter about what has happened can still be written after an outage. */
const LATE_DAYS = 10;

export interface DueNotice {
  readonly applicationId: number;
  readonly kind: LetterKind;
  /** Distinguishes the letters of a kind. @example '2:20' */
  readonly about: string;
  readonly facts: LetterFacts;
}

/** `until` is the first day on which the next notice, or none, is due. */
const windows = (days: readonly number[]): string =>
  `(VALUES ${days.map((before, index) => `(${before}, ${days[index + 1] ?? 0})`).join(', ')}) AS w (days, until)`;

const CONTINUES = formatStatusList(listStatuses(({ stage, isGivenUp }) => stage === 'policy' && !isGivenUp));
const AWAITS_PAYMENT = `n.status IN (${formatStatusList(PAYABLE_STATUSES)})`;
const toDay = (instant: string): string => `(${instant} AT TIME ZONE 'Europe/Athens')::date`;

const INSTALMENTS = `
  SELECT a.id AS application_id, a.agent_code, 'INSTALMENT_DUE' AS kind, r.instalment_no || ':' || w.days AS about,
    jsonb_build_object('instalmentNo', r.instalment_no, 'amount', r.gross::text, 'dueDate', r.due_date) AS facts,
    r.period_from - w.days AS due_from, r.period_from - w.until AS due_until
  FROM ${windows(INSTALMENT_DAYS)}, receipt r JOIN application a ON a.id = r.application_id
  WHERE r.status = 'PENDING' AND a.status = '${Status.IN_FORCE}'`;

const IS_PREPARED_NEXT = `${IS_UNRENEWED} AND ${canAgentRenew('(a.end_date - w.days)')} AND ${IS_PAID}`;

const RENEWALS = `
  SELECT a.id, a.agent_code, CASE WHEN ${AWAITS_PAYMENT} THEN 'RENEWAL_NOTICE' ELSE 'EXPIRY_NOTICE' END, w.days::text,
    jsonb_build_object('endDate', a.end_date) || CASE WHEN ${AWAITS_PAYMENT}
      THEN jsonb_build_object('amount', (n.price::jsonb -> 'instalments' -> 0 ->> 'gross'), 'dueDate', ${toDay('n.pay_by')} - 1, 'paymentCode', n.payment_code)
      ELSE '{}' END,
    a.end_date - w.days, a.end_date - w.until
  FROM ${windows(RENEWAL_DAYS)}, application a LEFT JOIN application n ON n.id = a.renewed_by
  WHERE a.status = '${Status.IN_FORCE}' AND (n.status IN (${CONTINUES})) IS NOT TRUE AND NOT (${IS_PREPARED_NEXT})`;

const ENDS = `
  SELECT a.id, a.agent_code, 'END_OF_COVER', '', jsonb_build_object('coverUntil', a.end_date), a.end_date, a.end_date + ${LATE_DAYS}
  FROM application a WHERE a.status = '${Status.EXPIRED}'
  UNION ALL
  SELECT a.id, a.agent_code, CASE t.action WHEN 'lapse' THEN 'END_OF_COVER' ELSE 'ACT_ISSUED' END,
    CASE WHEN EXISTS (SELECT FROM cancellation b WHERE b.application_id = a.id AND b.act_no < c.act_no) THEN c.act_no::text ELSE '' END, CASE t.action
      WHEN 'lapse' THEN jsonb_build_object('coverUntil', c.cover_ends)
      ELSE jsonb_build_object('act', '{"el": "Ακύρωση ασφαλιστηρίου", "en": "Cancellation of the policy"}'::jsonb, 'effectiveDate', c.cover_ends) END,
    ${toDay('t.at')}, ${toDay('t.at')} + ${LATE_DAYS}
  FROM status_transition t JOIN application a ON a.id = t.application_id JOIN cancellation c ON c.application_id = a.id AND c.reinstated_at IS NULL AND c.cancelled_at <= t.at
  WHERE t.action IN ('cancel_mid_term', 'lapse') AND a.status = '${Status.CANCELLED_MID_TERM}'`;

const REFUNDS = `
  SELECT a.id, a.agent_code, 'REFUND_PAID', p.id::text, jsonb_build_object('amount', p.amount::text, 'paidOn', ${toDay('l.at')}),
    ${toDay('l.at')}, ${toDay('l.at')} + ${LATE_DAYS}
  FROM ledger_transaction l JOIN payout p ON p.transaction_id = l.id JOIN refund f ON f.id = p.refund_id JOIN application a ON a.id = f.application_id
  WHERE p.return_transaction_id IS NULL`;

const formatKinds = (language: Language): string =>
  Object.entries(KIND_TITLES)
    .map(([kind, title]) => `WHEN '${kind}' THEN '${title[language]}'`)
    .join(' ');
const AMENDMENT_ACT = `jsonb_build_object('el', format('Πρόσθετη πράξη %s (%s)', m.amendment_no, CASE m.kind ${formatKinds('el')} END),
  'en', format('Amendment %s (%s)', m.amendment_no, CASE m.kind ${formatKinds('en')} END))`;

/** A payment code or its expiry is not notified once the amendment has gone on. */
const AMENDMENTS = `
  SELECT a.id, a.agent_code, CASE t.action WHEN 'issue' THEN 'AMENDMENT_ISSUED' WHEN 'reverse' THEN 'AMENDMENT_REVERSED'
      WHEN 'prepay' THEN 'AMENDMENT_PAYMENT' ELSE 'AMENDMENT_EXPIRED' END, m.amendment_no || ':' || t.id,
    jsonb_build_object('act', ${AMENDMENT_ACT}, 'effectiveDate', m.effective_date) || CASE WHEN t.action = 'prepay'
      THEN jsonb_build_object('amount', m.outcome -> 'due' ->> 'gross', 'dueDate', ${toDay('m.pay_by')} - 1, 'paymentCode', m.payment_code)
      ELSE '{}' END,
    ${toDay('t.at')}, least(${toDay('t.at')} + ${LATE_DAYS}, CASE WHEN t.action = 'prepay' THEN ${toDay('m.pay_by')} END)
  FROM amendment_transition t JOIN amendment m ON m.id = t.amendment_id JOIN application a ON a.id = m.application_id
  WHERE t.action IN ('issue', 'reverse') OR t.action IN ('prepay', 'prepay_expires')
    AND NOT EXISTS (SELECT FROM amendment_transition later WHERE later.amendment_id = t.amendment_id AND later.id > t.id)`;

const NOTICES = [INSTALMENTS, RENEWALS, ENDS, REFUNDS, AMENDMENTS].join(' UNION ALL ');

const UNWRITTEN = `NOT EXISTS (SELECT FROM letter l WHERE l.application_id = d.application_id AND l.kind = d.kind AND l.about = d.about)`;
const COLUMNS = `d.application_id AS "applicationId", d.kind, d.about, d.facts`;
const IS_DUE = `d.due_from <= $1::date AND d.due_until > $1::date AND ${UNWRITTEN}`;

const selectDue = (scope: string): string =>
  `SELECT ${COLUMNS} FROM (${NOTICES}) AS d WHERE ${IS_DUE} AND ${scope} ORDER BY d.application_id, d.kind, d.about LIMIT $2`;
const LIST = selectDue('true');
const LIST_IN_REAL_TIME = selectDue(`d.agent_code IN (SELECT agent_code FROM agent_clock WHERE frozen_at IS NULL AND state = 'ready')`);
const LIST_OF_AGENT = selectDue('d.agent_code = $3');

const LOCK = `SELECT FROM application WHERE id = $1 FOR SHARE`;
const FIND_DUE = `SELECT ${COLUMNS} FROM (${NOTICES}) AS d WHERE ${IS_DUE} AND d.application_id = $2 AND d.kind = $3 AND d.about = $4`;

/** Leaves out notices whose time was over when the agent's clock arrived. */
const FIND_NEXT = `
  SELECT min(d.due_from)::timestamp AT TIME ZONE 'Europe/Athens' AS at
  FROM agent_clock k JOIN (${NOTICES}) AS d ON d.agent_code = k.agent_code
  WHERE k.agent_code = $1 AND d.due_from <= ${toDay('$2::timestamptz')} AND d.due_until > ${toDay('coalesce(k.frozen_at, now())')} AND ${UNWRITTEN}`;

@Injectable()
export class NoticeRepository {
  constructor(private readonly store: Store) {}

  listDue({ environment, clock }: Writer, today: LocalDate, limit: number): Promise<DueNotice[]> {
    if (clock) return this.store.query<DueNotice>(environment, LIST_OF_AGENT, [today, limit, clock.agentCode]);
    return this.store.query<DueNotice>(environment, environment === 'sandbox' ? LIST_IN_REAL_TIME : LIST, [today, limit]);
  }

  async lockDue(tx: Transaction, today: LocalDate, { applicationId, kind, about }: DueNotice): Promise<DueNotice | null> {
    await tx.query(LOCK, [applicationId]);
    const [notice] = await tx.query<DueNotice>(FIND_DUE, [today, applicationId, kind, about]);
    return notice ?? null;
  }

  async findNext(environment: Environment, agentCode: string, until: Date): Promise<Date | null> {
    const [row] = await this.store.query<{ at: Date | null }>(environment, FIND_NEXT, [agentCode, until]);
    return row?.at ?? null;
  }
}
