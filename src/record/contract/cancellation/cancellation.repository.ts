import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Status } from '../../core/applications/status.js';
import { Store, type Transaction } from '../../../store/store.js';

/** WITHDRAWAL: everything was refunded; NON_PAYMENT: an instalment was not paid in time. */
type CancellationKind = 'CANCELLATION' | 'WITHDRAWAL' | 'NON_PAYMENT';

export interface CancellationRecord {
  /** Ascending per environment, with gaps. */
  readonly actNo: number;
  readonly kind: CancellationKind;
  /** First day without cover, in Athens. */
  readonly coverEnds: LocalDate;
  readonly cancelledAt: Date;
  /** Null for NON_PAYMENT and after an erasure. */
  readonly reason: string | null;
}

type NewCancellation = Pick<CancellationRecord, 'kind' | 'coverEnds' | 'cancelledAt'>;

const INSERT = `INSERT INTO cancellation (application_id, kind, cover_ends, cancelled_at) VALUES ($1, $2, $3, $4)`;

const FIND = `
  SELECT c.act_no AS "actNo", c.kind, c.cover_ends AS "coverEnds", c.cancelled_at AS "cancelledAt", CASE WHEN c.kind <> 'NON_PAYMENT' THEN (
    SELECT t.reason FROM status_transition t WHERE t.application_id = c.application_id AND t.to_status = '${Status.CANCELLED_MID_TERM}'
    ORDER BY t.id LIMIT 1) END AS reason
  FROM cancellation c WHERE c.application_id = $1`;

/** Acts of cancellations. Plain SQL, because the reason is read from the history (ADR-2). */
@Injectable()
export class CancellationRepository {
  constructor(private readonly store: Store) {}

  async insert(tx: Transaction, applicationId: number, { kind, coverEnds, cancelledAt }: NewCancellation): Promise<void> {
    await tx.query(INSERT, [applicationId, kind, coverEnds, cancelledAt]);
  }

  async find(environment: Environment, applicationId: number): Promise<CancellationRecord | null> {
    const [found] = await this.store.query<CancellationRecord>(environment, FIND, [applicationId]);
    return found ?? null;
  }
}
