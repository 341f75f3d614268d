import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import { Store, type Transaction } from '../../store/store.js';
import { listed, PAYABLE_STATUSES, type Status } from '../applications/status.js';

/** A document that the record calls for and that is not there. */
export interface MissingDocument {
  /** What the document belongs to in the application: `application:RF…`, `receipt:1042`, `cancellation`. */
  readonly key: string;
  readonly of: 'application' | 'receipt' | 'cancellation';
  /** Null for what is of no receipt. */
  readonly receiptNo: number | null;
  /** The last day on which the application's payment code can be paid. */
  readonly payBy: LocalDate | null;
  /** When it came to be due: its date. */
  readonly at: Date;
}

const PAYABLE = listed(PAYABLE_STATUSES);

/** Each move to prepay has a payment code of its own, and so an application of its own that the customer signs. */
const FIND_MISSING = `
  WITH due AS (
    SELECT 'application:' || a.payment_code AS key, 'application' AS "of", NULL::bigint AS "receiptNo", c.due_date AS "payBy", (
      SELECT max(t.at) FROM status_transition t WHERE t.application_id = a.id AND t.to_status IN (${PAYABLE}) AND (t.from_status IN (${PAYABLE})) IS NOT TRUE) AS at
    FROM application a JOIN payment_code c ON c.code = a.payment_code WHERE a.id = $1
    UNION ALL
    SELECT 'receipt:' || r.receipt_no, 'receipt', r.receipt_no, NULL::date, r.paid_at FROM receipt r WHERE r.application_id = $1 AND r.status = 'PAID'
    UNION ALL
    SELECT 'cancellation', 'cancellation', NULL::bigint, NULL::date, c.cancelled_at FROM cancellation c WHERE c.application_id = $1)
  SELECT key, "of", "receiptNo", "payBy", at FROM due
  WHERE at IS NOT NULL AND NOT EXISTS (SELECT FROM document d WHERE d.application_id = $1 AND d.system_key = due.key)
  ORDER BY array_position('{application,receipt,cancellation}'::text[], "of"), "receiptNo"`;

/** Held until what was printed is stored: whoever cancels the application, or erases its person, comes before that or finds it there. */
const LOCK = `SELECT status FROM application WHERE id = $1 FOR SHARE`;

/** By the record's own order, not by time: what a crash left is among the last things that were done. */
const FIND_LATEST = `
  SELECT DISTINCT a.id FROM (SELECT application_id FROM status_transition ORDER BY id DESC LIMIT $1) t JOIN application a ON a.id = t.application_id
  WHERE a.status IN (${PAYABLE}) OR a.policy_no IS NOT NULL ORDER BY a.id`;

/** Finds the documents that the record calls for and that are not there. SQL of our own: all of an application in one search (ADR-2). */
@Injectable()
export class MissingDocumentsRepository {
  constructor(private readonly store: Store) {}

  findMissing(environment: Environment, applicationId: number): Promise<MissingDocument[]> {
    return this.store.query<MissingDocument>(environment, FIND_MISSING, [applicationId]);
  }

  /**
   * The same at the end of printing, with the application's status now; the application is locked until the transaction ends. Null: it is gone, as
   * in the sandbox after a reset.
   */
  async lockMissing(tx: Transaction, applicationId: number): Promise<{ status: Status; keys: ReadonlySet<string> } | null> {
    const [application] = await tx.query<{ status: Status }>(LOCK, [applicationId]);
    if (application === undefined) return null;
    const missing = await tx.query<MissingDocument>(FIND_MISSING, [applicationId]);
    return { ...application, keys: new Set(missing.map(({ key }) => key)) };
  }

  /** Ids of the applications in prepay and the policies among the last transitions. */
  async findLatest(environment: Environment, transitions: number): Promise<number[]> {
    return (await this.store.query<{ id: number }>(environment, FIND_LATEST, [transitions])).map(({ id }) => id);
  }
}
