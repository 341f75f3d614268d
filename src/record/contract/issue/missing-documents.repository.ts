import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Store, type Transaction } from '../../../store/store.js';
import { CLAIM_PRINT_TASKS } from '../../core/applications/print-task.js';
import { CARD_VEHICLE } from '../../core/documents/document.repository.js';
import { formatStatusList, PAYABLE_STATUSES, POLICY_STATUSES, Status } from '../../core/applications/status.js';
import { FIND_POLICY_TO_PRINT, type PolicyToPrint } from './policy-to-print.js';

export interface RefundEdition {
  readonly no: number;
  readonly refundId: number;
  readonly payoutId: number;
  readonly account: string | null;
  readonly paidAt: Date;
  readonly returnedAt: Date | null;
}

export interface MissingDocument {
  readonly key: string;
  readonly kind: 'policy' | 'application' | 'receipt' | 'greenCard' | 'cancellation' | 'withdrawal' | 'amendment' | 'reversal';
  readonly receiptNo: number | null;
  readonly amendmentNo: number | null;
  readonly letterId: number | null;
  readonly edition: RefundEdition | null;
  readonly payBy: LocalDate | null;
  readonly at: Date;
}

const PAYABLE = formatStatusList(PAYABLE_STATUSES);
const POLICY = formatStatusList(POLICY_STATUSES);

/** Confirmed and returned transfers of refunds, in order. Each needs a new edition of its receipt. */
const MOVEMENTS = `
  SELECT f.receipt_no AS "receiptNo", 1 + row_number() OVER (PARTITION BY f.id ORDER BY p.id, t.id)::int AS edition, f.id AS "refundId", p.id AS "payoutId",
    CASE WHEN f.payout_id = p.id THEN f.iban_shown END AS account, paid.at AS "paidAt", CASE WHEN t.id <> paid.id THEN t.at END AS "returnedAt"
  FROM refund f JOIN payout p ON p.refund_id = f.id JOIN ledger_transaction paid ON paid.id = p.transaction_id
  JOIN ledger_transaction t ON t.id IN (p.transaction_id, p.return_transaction_id)
  WHERE f.application_id = $1 AND f.kind = 'CANCELLATION'`;

const NO_EDITION = 'NULL, NULL, NULL, NULL, NULL, NULL';
const NOTHING_MORE = `${NO_EDITION}, NULL, NULL`;

/** Each paid instalment has its own green card, each move to prepay its own application to sign. */
const FIND_MISSING = `
  WITH due AS (
    SELECT 'application:' || a.payment_code AS key, 'application' AS kind, NULL::bigint AS "receiptNo", c.due_date AS "payBy", (
      SELECT max(t.at) FROM status_transition t WHERE t.application_id = a.id AND t.to_status IN (${PAYABLE}) AND (t.from_status IN (${PAYABLE})) IS NOT TRUE) AS at,
      NULL::int AS "editionNo", NULL::bigint AS "refundId", NULL::bigint AS "payoutId", NULL::text AS account, NULL::timestamptz AS "paidAt",
      NULL::timestamptz AS "returnedAt", NULL::int AS "amendmentNo", NULL::bigint AS "letterId"
    FROM application a JOIN payment_code c ON c.code = a.payment_code WHERE a.id = $1
    UNION ALL
    SELECT 'application:issue', 'application', NULL::bigint, NULL::date, t.at, ${NOTHING_MORE} FROM status_transition t
    WHERE t.application_id = $1 AND t.from_status = '${Status.CALCULATED}' AND t.to_status IN (${POLICY})
    UNION ALL
    SELECT 'policy', 'policy', NULL::bigint, NULL::date, p.created_at, ${NOTHING_MORE} FROM policy_to_print p WHERE p.application_id = $1
    UNION ALL
    SELECT 'receipt:' || r.receipt_no, 'receipt', r.receipt_no, NULL::date, r.paid_at, ${NOTHING_MORE} FROM receipt r WHERE r.application_id = $1 AND r.status = 'PAID'
    UNION ALL
    SELECT 'cancellation' || CASE WHEN EXISTS (SELECT FROM cancellation b WHERE b.application_id = $1 AND b.act_no < c.act_no) THEN ':' || c.act_no ELSE '' END,
      'cancellation', NULL::bigint, NULL::date, c.cancelled_at, ${NOTHING_MORE} FROM cancellation c WHERE c.application_id = $1 AND c.reinstated_at IS NULL
    UNION ALL
    SELECT 'withdrawal:' || w.id, 'withdrawal', NULL::bigint, NULL::date, l.written_at, ${NO_EDITION}, NULL, l.id
    FROM withdrawal w JOIN letter l ON l.application_id = $1 AND l.kind = 'WITHDRAWAL_RECEIVED' AND l.about = w.id::text WHERE w.application_id = $1
    UNION ALL
    SELECT 'amendment:' || m.amendment_no, 'amendment', NULL::bigint, NULL::date, m.issued_at, ${NO_EDITION}, m.amendment_no, NULL
    FROM amendment m WHERE m.application_id = $1
    UNION ALL
    SELECT 'amendment:' || m.amendment_no || ':reversal', 'reversal', NULL::bigint, NULL::date, m.reversed_at, ${NO_EDITION}, m.amendment_no, NULL
    FROM amendment m WHERE m.application_id = $1
    UNION ALL
    SELECT 'green-card:' || r.period_to || ${CARD_VEHICLE}, 'greenCard', NULL::bigint, NULL::date,
      greatest(r.paid_at, (SELECT max(greatest(m.issued_at, m.reversed_at)) FROM amendment m WHERE m.application_id = $1)), ${NOTHING_MORE}
    FROM receipt r JOIN application a ON a.id = r.application_id AND (a.last_receipt ->> 'receiptNo')::bigint = r.receipt_no
    WHERE a.id = $1 AND a.status = '${Status.IN_FORCE}' AND EXISTS (SELECT FROM document d WHERE d.application_id = $1 AND d.system_key LIKE 'green-card:%')
    UNION ALL
    SELECT 'receipt:' || m."receiptNo" || ':' || m.edition, 'receipt', m."receiptNo", NULL::date, coalesce(m."returnedAt", m."paidAt"), m.edition,
      m."refundId", m."payoutId", m.account, m."paidAt", m."returnedAt", NULL, NULL
    FROM (${MOVEMENTS}) m)
  SELECT * FROM due WHERE at IS NOT NULL AND NOT EXISTS (SELECT FROM document d WHERE d.application_id = $1 AND d.system_key = due.key)
  ORDER BY array_position('{application,policy,receipt,amendment,reversal,greenCard,cancellation,withdrawal}'::text[], kind), "amendmentNo", "receiptNo", "editionNo" NULLS FIRST`;

/** Blocks cancellations and erasures until the documents are stored. */
const LOCK = `SELECT status FROM application WHERE id = $1 FOR SHARE`;

const END_TASK = `DELETE FROM print_task WHERE application_id = $1`;

type MissingRow = Omit<MissingDocument, 'edition'> & Omit<RefundEdition, 'no'> & { readonly editionNo: number | null };

@Injectable()
export class MissingDocumentsRepository {
  constructor(private readonly store: Store) {}

  async listMissing(environment: Environment, applicationId: number): Promise<MissingDocument[]> {
    return (await this.store.query<MissingRow>(environment, FIND_MISSING, [applicationId])).map(toMissing);
  }

  /** Null after a reset of the sandbox. A transaction that adds a task meanwhile waits, and so inserts a new one. */
  async lockMissing(tx: Transaction, applicationId: number): Promise<{ status: Status; keys: ReadonlySet<string> } | null> {
    const [application] = await tx.query<{ status: Status }>(LOCK, [applicationId]);
    if (application === undefined) return null;
    await tx.query(END_TASK, [applicationId]);
    const missing = await tx.query<MissingRow>(FIND_MISSING, [applicationId]);
    return { ...application, keys: new Set(missing.map(({ key }) => key)) };
  }

  async findPolicy(environment: Environment, applicationId: number): Promise<(PolicyToPrint & { readonly id: number }) | null> {
    const [policy] = await this.store.query<PolicyToPrint & { id: number }>(environment, FIND_POLICY_TO_PRINT, [applicationId]);
    return policy ?? null;
  }

  async claimTasks(environment: Environment): Promise<number[]> {
    const claims = CLAIM_PRINT_TASKS.map((claim) => this.store.query<{ id: number }>(environment, claim));
    return [...new Set((await Promise.all(claims)).flat().map(({ id }) => id))];
  }
}

function toMissing({ editionNo: no, refundId, payoutId, account, paidAt, returnedAt, ...document }: MissingRow): MissingDocument {
  return { ...document, edition: no === null ? null : { no, refundId, payoutId, account, paidAt, returnedAt } };
}
