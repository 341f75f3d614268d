import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Status } from '../../core/applications/status.js';
import { Store, type Transaction } from '../../../store/store.js';

/** WITHDRAWAL: everything went back; NON_PAYMENT: an instalment was not paid in time. */
export type CancellationKind = 'CANCELLATION' | 'WITHDRAWAL' | 'NON_PAYMENT';

/** The end of a policy before its time. */
export interface CancellationRecord {
  /** Ascending in each environment, gaps allowed. */
  readonly actNo: number;
  readonly kind: CancellationKind;
  /** The day as which begins, in Greece, nothing is covered any more. */
  readonly coverEnds: LocalDate;
  readonly cancelledAt: Date;
  /** As staff gave it; null of an instalment that was not paid, and once it is erased. */
  readonly reason: string | null;
}

type NewCancellation = Pick<CancellationRecord, 'kind' | 'coverEnds' | 'cancelledAt'>;

const INSERT = `INSERT INTO cancellation (application_id, kind, cover_ends, cancelled_at) VALUES ($1, $2, $3, $4)`;

/** Asked before its receipts are cancelled: cover lasts as many days beyond what was paid for. */
const INSERT_LAPSE = `
  INSERT INTO cancellation (application_id, kind, cover_ends, cancelled_at)
  SELECT $1, 'NON_PAYMENT', min(r.period_from) + $2::int, $3 FROM receipt r WHERE r.application_id = $1 AND r.status = 'PENDING' HAVING count(*) > 0`;

const FIND = `
  SELECT c.act_no AS "actNo", c.kind, c.cover_ends AS "coverEnds", c.cancelled_at AS "cancelledAt", CASE WHEN c.kind <> 'NON_PAYMENT' THEN (
    SELECT t.reason FROM status_transition t WHERE t.application_id = c.application_id AND t.to_status = '${Status.CANCELLED_MID_TERM}'
    ORDER BY t.id LIMIT 1) END AS reason
  FROM cancellation c WHERE c.application_id = $1`;

/** What the acts of cancellations tell. SQL of our own: with the reason, which stands in the history alone (ADR-2). */
@Injectable()
export class CancellationRepository {
  constructor(private readonly store: Store) {}

  async insert(tx: Transaction, applicationId: number, { kind, coverEnds, cancelledAt }: NewCancellation): Promise<void> {
    await tx.query(INSERT, [applicationId, kind, coverEnds, cancelledAt]);
  }

  /** Of a policy whose first unpaid instalment has been due for so many days. */
  async insertLapse(tx: Transaction, applicationId: number, days: number, cancelledAt: Date): Promise<void> {
    await tx.query(INSERT_LAPSE, [applicationId, days, cancelledAt]);
  }

  /** Null of a policy that was not cancelled, or before acts were made. */
  async find(environment: Environment, applicationId: number): Promise<CancellationRecord | null> {
    const [found] = await this.store.query<CancellationRecord>(environment, FIND, [applicationId]);
    return found ?? null;
  }
}
