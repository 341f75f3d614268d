import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Store, type Transaction } from '../../../store/store.js';
import { listed, PAYABLE_STATUSES, type Status } from '../../core/applications/status.js';

/** What became of a refund since it was owed: its transfer was confirmed, or came back. */
export interface RefundEdition {
  /** The receipt as it was first printed is the first one. */
  readonly no: number;
  readonly refundId: number;
  readonly payoutId: number;
  /** Country and last four characters of the account; null when it is not kept any more. */
  readonly account: string | null;
  readonly paidAt: Date;
  readonly returnedAt: Date | null;
}

/** A document that the record calls for and that is not there. */
export interface MissingDocument {
  /** What the document belongs to in the application: `application:RF…`, `receipt:1042`, its second edition `receipt:1042:2`, `cancellation`. */
  readonly key: string;
  readonly of: 'application' | 'receipt' | 'cancellation';
  /** Null for what is of no receipt. */
  readonly receiptNo: number | null;
  /** Null for what is no later edition of a receipt. */
  readonly edition: RefundEdition | null;
  /** The last day on which the application's payment code can be paid. */
  readonly payBy: LocalDate | null;
  /** When it came to be due: its date. */
  readonly at: Date;
}

const PAYABLE = listed(PAYABLE_STATUSES);

/**
 * Each transfer of a refund that was confirmed, and each that came back, in their order: editions of its receipt from the second one on. The account is kept
 * with the refund as long as its transfer counts.
 */
const MOVEMENTS = `
  SELECT f.receipt_no AS "receiptNo", 1 + row_number() OVER (PARTITION BY f.id ORDER BY p.id, t.id)::int AS edition, f.id AS "refundId", p.id AS "payoutId",
    CASE WHEN f.payout_id = p.id THEN f.iban_shown END AS account, paid.at AS "paidAt", CASE WHEN t.id <> paid.id THEN t.at END AS "returnedAt"
  FROM refund f JOIN payout p ON p.refund_id = f.id JOIN ledger_transaction paid ON paid.id = p.transaction_id
  JOIN ledger_transaction t ON t.id IN (p.transaction_id, p.return_transaction_id)
  WHERE f.application_id = $1 AND f.kind = 'CANCELLATION'`;

const NO_EDITION = 'NULL, NULL, NULL, NULL, NULL, NULL';

/** Each move to prepay has a payment code of its own, and so an application of its own that the customer signs. */
const FIND_MISSING = `
  WITH due AS (
    SELECT 'application:' || a.payment_code AS key, 'application' AS "of", NULL::bigint AS "receiptNo", c.due_date AS "payBy", (
      SELECT max(t.at) FROM status_transition t WHERE t.application_id = a.id AND t.to_status IN (${PAYABLE}) AND (t.from_status IN (${PAYABLE})) IS NOT TRUE) AS at,
      NULL::int AS "editionNo", NULL::bigint AS "refundId", NULL::bigint AS "payoutId", NULL::text AS account, NULL::timestamptz AS "paidAt",
      NULL::timestamptz AS "returnedAt"
    FROM application a JOIN payment_code c ON c.code = a.payment_code WHERE a.id = $1
    UNION ALL
    SELECT 'receipt:' || r.receipt_no, 'receipt', r.receipt_no, NULL::date, r.paid_at, ${NO_EDITION} FROM receipt r WHERE r.application_id = $1 AND r.status = 'PAID'
    UNION ALL
    SELECT 'cancellation', 'cancellation', NULL::bigint, NULL::date, c.cancelled_at, ${NO_EDITION} FROM cancellation c WHERE c.application_id = $1
    UNION ALL
    SELECT 'receipt:' || m."receiptNo" || ':' || m.edition, 'receipt', m."receiptNo", NULL::date, coalesce(m."returnedAt", m."paidAt"), m.edition,
      m."refundId", m."payoutId", m.account, m."paidAt", m."returnedAt"
    FROM (${MOVEMENTS}) m)
  SELECT * FROM due WHERE at IS NOT NULL AND NOT EXISTS (SELECT FROM document d WHERE d.application_id = $1 AND d.system_key = due.key)
  ORDER BY array_position('{application,receipt,cancellation}'::text[], "of"), "receiptNo", "editionNo" NULLS FIRST`;

/** Held until what was printed is stored: whoever cancels the application, or erases its person, comes before that or finds it there. */
const LOCK = `SELECT status FROM application WHERE id = $1 FOR SHARE`;

/** By the record's own order, not by time: what a crash left is among the last things that were done. */
const FIND_LATEST = `
  SELECT DISTINCT a.id FROM (
    (SELECT application_id FROM status_transition ORDER BY id DESC LIMIT $1)
    UNION ALL
    SELECT f.application_id FROM (SELECT refund_id FROM payout ORDER BY id DESC LIMIT $1) p JOIN refund f ON f.id = p.refund_id) t
  JOIN application a ON a.id = t.application_id
  WHERE a.status IN (${PAYABLE}) OR a.policy_no IS NOT NULL ORDER BY a.id`;

type MissingRow = Omit<MissingDocument, 'edition'> & Omit<RefundEdition, 'no'> & { readonly editionNo: number | null };

/** Finds the documents that the record calls for and that are not there. SQL of our own: all of an application in one search (ADR-2). */
@Injectable()
export class MissingDocumentsRepository {
  constructor(private readonly store: Store) {}

  async findMissing(environment: Environment, applicationId: number): Promise<MissingDocument[]> {
    return (await this.store.query<MissingRow>(environment, FIND_MISSING, [applicationId])).map(toMissing);
  }

  /**
   * The same at the end of printing, with the application's status now; the application is locked until the transaction ends. Null: it is gone, as
   * in the sandbox after a reset.
   */
  async lockMissing(tx: Transaction, applicationId: number): Promise<{ status: Status; keys: ReadonlySet<string> } | null> {
    const [application] = await tx.query<{ status: Status }>(LOCK, [applicationId]);
    if (application === undefined) return null;
    const missing = await tx.query<MissingRow>(FIND_MISSING, [applicationId]);
    return { ...application, keys: new Set(missing.map(({ key }) => key)) };
  }

  /** Ids of the applications in prepay and the policies among the last transitions and transfers, so many of each. */
  async findLatest(environment: Environment, most: number): Promise<number[]> {
    return (await this.store.query<{ id: number }>(environment, FIND_LATEST, [most])).map(({ id }) => id);
  }
}

function toMissing({ editionNo: no, refundId, payoutId, account, paidAt, returnedAt, ...document }: MissingRow): MissingDocument {
  return { ...document, edition: no === null ? null : { no, refundId, payoutId, account, paidAt, returnedAt } };
}
