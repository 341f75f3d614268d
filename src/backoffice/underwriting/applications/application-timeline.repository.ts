import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { findPage, type ListPage } from '../../common/page.js';

export const TIMELINE_KINDS = [
  'transition',
  'receipt_issued',
  'receipt_paid',
  'receipt_refunded',
  'receipt_cancelled',
  'document_uploaded',
  'document_printed',
  'payment_received',
  'payment_resolved',
  'message_opened',
  'message_closed',
  'note_written',
  'letter_written',
  'letter_mailed',
  'refund_paid',
  'refund_returned',
  'cancellation_dropped',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export interface TimelineRow {
  readonly kind: TimelineKind;
  readonly id: string;
  readonly at: Date;
  readonly actor: string | null;
  readonly actorName: string | null;
  readonly agentCode: string | null;
  readonly facts: unknown;
}

const stateAt = (version: string): string => `LATERAL (
    SELECT state -> 'messages' AS messages, state -> 'approval' -> 'terms' AS terms FROM application_version
    WHERE application_id = $1 AND version = ${version} AND t.actor = 'underwriter'
    UNION ALL SELECT messages, (approval -> 'terms')::jsonb FROM application WHERE id = $1 AND version = ${version} AND t.actor = 'underwriter')`;

const CANCELLATION = `CASE t.action
      WHEN 'schedule_cancellation' THEN (
        SELECT jsonb_build_object('date', s.effective_on, 'reasonCode', s.reason_code) FROM scheduled_cancellation s
        WHERE s.application_id = $1 AND s.scheduled_at <= t.at ORDER BY s.id DESC LIMIT 1)
      WHEN 'cancel_mid_term' THEN (
        SELECT jsonb_build_object('date', c.effective_on, 'reasonCode', c.reason_code) FROM cancellation c
        WHERE c.application_id = $1 AND c.cancelled_at <= t.at AND c.reason_code IS NOT NULL ORDER BY c.act_no DESC LIMIT 1) END`;

const TRANSITIONS = `
  SELECT 'transition' AS kind, t.id AS serial, t.at, t.actor, t.actor_name, t.agent_code,
    jsonb_build_object('fromStatus', t.from_status, 'toStatus', t.to_status, 'action', t.action, 'reason', t.reason,
      'cancellation', ${CANCELLATION},
      'decision', CASE WHEN t.actor = 'underwriter' THEN jsonb_build_object('decision', lower(coalesce(t.reason, t.action)),
        'terms', CASE WHEN t.action = 'approve' THEN later.terms END,
        'messages', (SELECT coalesce(jsonb_agg(m), '[]') FROM jsonb_array_elements(later.messages) m WHERE NOT former.messages @> jsonb_build_array(m))) END) AS facts
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS version FROM status_transition WHERE application_id = $1) AS t
  LEFT JOIN ${stateAt('t.version')} AS later ON true
  LEFT JOIN ${stateAt('t.version - 1')} AS former ON true`;

function receipts(kind: TimelineKind, { at, where, actions }: { at: string; where: string; actions: string }): string {
  return `
  SELECT '${kind}', r.receipt_no, ${at}, t.actor, t.actor_name, t.agent_code,
    jsonb_build_object('receiptNo', r.receipt_no, 'kind', r.kind, 'instalmentNo', r.instalment_no, 'gross', r.gross, 'dueDate', r.due_date,
      'method', r.payment_method)
  FROM receipt r LEFT JOIN LATERAL (
    SELECT * FROM status_transition t WHERE t.application_id = r.application_id AND t.action IN (${actions}) AND t.at = ${at} ORDER BY t.id DESC LIMIT 1) t ON true
  WHERE r.application_id = $1 AND ${where}`;
}

const ISSUED_AT = `coalesce(
    (SELECT i.at FROM status_transition i WHERE i.application_id = $1 AND i.action IN ('issue', 'issue_renewal') ORDER BY i.id LIMIT 1), r.changed_at,
    r.issue_date::timestamp AT TIME ZONE 'Europe/Athens')`;
const CHANGED_AT = 'coalesce(r.paid_at, r.changed_at)';

const RECEIPTS = [
  receipts('receipt_issued', { at: ISSUED_AT, where: `r.kind <> 'REFUND'`, actions: `'issue', 'issue_renewal'` }),
  receipts('receipt_paid', {
    at: 'r.paid_at',
    where: `r.kind <> 'REFUND' AND r.status = 'PAID'`,
    actions: `'issue', 'issue_renewal', 'pay_instalment'`,
  }),
  receipts('receipt_refunded', { at: CHANGED_AT, where: `r.kind = 'REFUND'`, actions: `'cancel_mid_term'` }),
  receipts('receipt_cancelled', {
    at: 'r.changed_at',
    where: `r.status = 'CANCELLED' AND r.changed_at IS NOT NULL`,
    actions: `'lapse', 'cancel_mid_term'`,
  }),
];

const DOCUMENTS = `
  SELECT CASE WHEN is_system THEN 'document_printed' ELSE 'document_uploaded' END, id, created_at, CASE WHEN is_system THEN 'system' ELSE 'agent' END,
    created_by, NULL, jsonb_build_object('id', id, 'categoryId', category_id, 'fileName', file_name, 'comments', comments)
  FROM document WHERE application_id = $1`;

const PAYMENTS = `
  SELECT 'payment_received', b.id, b.at, 'bank', NULL, b.agent_code,
    jsonb_build_object('amount', b.amount, 'reference', b.reference, 'outcome', b.outcome, 'receiptNo', b.receipt_no)
  FROM bank_advice b WHERE b.application_id = $1
  UNION ALL
  SELECT 'payment_resolved', s.id, s.resolved_at, 'staff', s.resolved_by, NULL,
    jsonb_build_object('amount', s.amount, 'reference', b.reference, 'outcome', s.resolution, 'receiptNo', NULL)
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id
  WHERE s.resolved_at IS NOT NULL AND (s.application_id = $1 OR s.resolved_application_id = $1)`;

const MESSAGES = `
  SELECT 'message_opened', m.id, m.created_at, 'system', NULL, NULL, jsonb_build_object('id', m.id, 'kind', m.kind, 'text', m.text)
  FROM staff_message m WHERE m.application_id = $1
  UNION ALL
  SELECT 'message_closed', m.id, m.resolved_at, 'staff', NULL, NULL, jsonb_build_object('id', m.id, 'kind', m.kind, 'text', m.text)
  FROM staff_message m WHERE m.application_id = $1 AND m.resolved_at IS NOT NULL`;

const NOTES = `
  SELECT 'note_written', n.id, n.created_at, 'staff', n.user_name, NULL, jsonb_build_object('text', n.text)
  FROM application_note n WHERE n.application_id = $1`;

const LETTERS = `
  SELECT 'letter_written', l.id, l.written_at, 'system', NULL, NULL,
    jsonb_build_object('id', l.id, 'kind', l.kind, 'recipient', NULL, 'state', NULL, 'mayBeDouble', NULL)
  FROM letter l WHERE l.application_id = $1
  UNION ALL
  SELECT 'letter_mailed', m.id, m.ended_at, CASE WHEN m.requested_by IS NULL THEN 'system' ELSE 'staff' END, m.requested_by, NULL,
    jsonb_build_object('id', l.id, 'kind', l.kind, 'recipient', m.recipient, 'state', m.state, 'mayBeDouble', m.unclear > 0)
  FROM letter l JOIN letter_mail m ON m.letter_id = l.id WHERE l.application_id = $1 AND m.state IN ('sent', 'failed')`;

const PAYOUTS = `
  SELECT 'refund_paid', p.id, t.at, 'staff', b.ended_by, NULL,
    jsonb_build_object('amount', p.amount, 'reference', b.reference, 'outcome', 'PAID', 'receiptNo', r.receipt_no)
  FROM refund r JOIN payout p ON p.refund_id = r.id JOIN payout_batch b ON b.id = p.batch_id JOIN ledger_transaction t ON t.id = p.transaction_id
  WHERE r.application_id = $1
  UNION ALL
  SELECT 'refund_returned', p.id, p.returned_at, 'bank', NULL, NULL,
    jsonb_build_object('amount', p.amount, 'reference', p.return_reference, 'outcome', 'RETURNED', 'receiptNo', r.receipt_no)
  FROM refund r JOIN payout p ON p.refund_id = r.id WHERE r.application_id = $1 AND p.returned_at IS NOT NULL`;

/** Scheduled cancellations that fell away because something else ended the policy. */
const DROPPED = `
  SELECT 'cancellation_dropped', s.id, s.ended_at, 'system', s.ended_by, NULL,
    jsonb_build_object('date', s.effective_on, 'reasonCode', s.reason_code)
  FROM scheduled_cancellation s WHERE s.application_id = $1 AND s.outcome = 'DROPPED'`;

const SOURCES = [TRANSITIONS, ...RECEIPTS, DOCUMENTS, PAYMENTS, MESSAGES, NOTES, LETTERS, PAYOUTS, DROPPED];

/** Kinds that agents see; the others are about the insurer's own work. */
const AGENT_KINDS: readonly TimelineKind[] = [
  'transition',
  'receipt_issued',
  'receipt_paid',
  'receipt_refunded',
  'receipt_cancelled',
  'document_uploaded',
  'document_printed',
  'payment_received',
  'letter_written',
  'letter_mailed',
  'refund_paid',
  'cancellation_dropped',
];

const TIMELINE = `
  SELECT kind || ':' || serial AS id, kind, serial, at, actor, actor_name AS "actorName", agent_code AS "agentCode", facts,
    array_position('{${TIMELINE_KINDS.join(',')}}'::text[], kind) AS rank
  FROM (${SOURCES.join('\n  UNION ALL')}) AS entry`;

/** Money in suspense is between the bank and the insurer. */
const AGENT_TIMELINE = `${TIMELINE}
  WHERE kind IN (${AGENT_KINDS.map((kind) => `'${kind}'`).join(', ')}) AND NOT (kind = 'payment_received' AND facts ->> 'outcome' = 'SUSPENDED')`;

@Injectable()
export class ApplicationTimelineRepository {
  constructor(private readonly store: Store) {}

  find(environment: Environment, applicationId: number, query: PageQueryDto): Promise<ListPage<TimelineRow>> {
    return this.findEntries(environment, TIMELINE, applicationId, query);
  }

  findForAgent(environment: Environment, applicationId: number, query: PageQueryDto): Promise<ListPage<TimelineRow>> {
    return this.findEntries(environment, AGENT_TIMELINE, applicationId, query);
  }

  private findEntries(
    environment: Environment,
    select: string,
    applicationId: number,
    query: PageQueryDto,
  ): Promise<ListPage<TimelineRow>> {
    return findPage<TimelineRow>(this.store, environment, { select, order: 'at, rank, serial', values: [applicationId] }, query);
  }
}
