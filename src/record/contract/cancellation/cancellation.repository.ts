import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { RefundRule } from '../../../pricing/tariff.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { ClaimRepository, type Claim } from '../../core/claims/claim.repository.js';
import { Status } from '../../core/applications/status.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { CancellationKind, CancellationTerms, RequestedCancellation } from './cancellation-terms.js';

export interface CancellationRecord {
  readonly actNo: number;
  readonly kind: CancellationKind;
  readonly coverEnds: LocalDate;
  readonly cancelledAt: Date;
  /** Null for NON_PAYMENT, and for acts from before the list of reasons. */
  readonly reasonCode: string | null;
  readonly reasonTitle: Text | null;
  readonly receivedOn: LocalDate | null;
  readonly effectiveOn: LocalDate | null;
  readonly refundRule: RefundRule | null;
  /** Null without a text, for NON_PAYMENT and after an erasure. */
  readonly text: string | null;
}

type UndeclaredCancellation = Pick<CancellationRecord, 'kind' | 'coverEnds' | 'cancelledAt'>;

export interface ScheduledCancellation extends RequestedCancellation {
  readonly reasonTitle: Text | null;
  readonly scheduledBy: string;
  readonly scheduledAt: Date;
}

const INSERT = `
  INSERT INTO cancellation (application_id, kind, cover_ends, cancelled_at, reason_code, received_on, effective_on, refund_rule)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const FIND = `
  SELECT c.act_no AS "actNo", c.kind, c.cover_ends AS "coverEnds", c.cancelled_at AS "cancelledAt", c.reason_code AS "reasonCode",
    c.received_on AS "receivedOn", c.effective_on AS "effectiveOn", c.refund_rule AS "refundRule",
    CASE WHEN c.kind <> 'NON_PAYMENT' THEN (
      SELECT t.reason FROM status_transition t WHERE t.application_id = c.application_id AND t.to_status = '${Status.CANCELLED_MID_TERM}'
      ORDER BY t.id DESC LIMIT 1) END AS reason
  FROM cancellation c WHERE c.application_id = $1 AND c.reinstated_at IS NULL`;

const INSERT_SCHEDULED = `
  INSERT INTO scheduled_cancellation (application_id, effective_on, received_on, reason_code, has_claim, scheduled_by, scheduled_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const FIND_SCHEDULED = `
  SELECT s.effective_on AS date, s.received_on AS "receivedOn", s.reason_code AS "reasonCode", s.has_claim AS claims, s.scheduled_by AS "scheduledBy",
    s.scheduled_at AS "scheduledAt", (
      SELECT t.reason FROM status_transition t WHERE t.application_id = s.application_id AND t.action = 'schedule_cancellation'
      ORDER BY t.id DESC LIMIT 1) AS reason
  FROM scheduled_cancellation s WHERE s.application_id = $1 AND s.ended_at IS NULL`;

type Row<Found> = Omit<Found, 'text' | 'reasonTitle'> & { readonly reason: string | null };

/** Plain SQL, because the text is read from the history (ADR-2). */
@Injectable()
export class CancellationRepository {
  constructor(
    private readonly store: Store,
    private readonly lists: ReferenceLists,
    private readonly claims: ClaimRepository,
  ) {}

  async findClaim(where: Writer, applicationId: number): Promise<Claim | null> {
    return (await this.claims.list(where, applicationId))[0] ?? null;
  }

  async insert(tx: Transaction, applicationId: number, terms: CancellationTerms, at: Date): Promise<void> {
    const { kind, coverEnds, reasonCode, receivedOn, date, rule } = terms;
    await tx.query(INSERT, [applicationId, kind, coverEnds, at, reasonCode, receivedOn, date, rule]);
  }

  async insertUndeclared(tx: Transaction, applicationId: number, act: UndeclaredCancellation): Promise<void> {
    await tx.query(INSERT, [applicationId, act.kind, act.coverEnds, act.cancelledAt, null, null, null, null]);
  }

  async find(where: Environment | Writer, applicationId: number): Promise<CancellationRecord | null> {
    const [found] = await this.store.query<Row<CancellationRecord>>(where, FIND, [applicationId]);
    return found ? { ...withText(found), reasonTitle: this.findTitle(found) } : null;
  }

  async insertScheduled(
    tx: Transaction,
    applicationId: number,
    request: RequestedCancellation,
    by: { name: string; at: Date },
  ): Promise<void> {
    const { date, receivedOn, reasonCode, claims } = request;
    await tx.query(INSERT_SCHEDULED, [applicationId, date, receivedOn, reasonCode, claims, by.name, by.at]);
  }

  async findScheduled(where: Environment | Writer, applicationId: number): Promise<ScheduledCancellation | null> {
    const [found] = await this.store.query<Row<ScheduledCancellation>>(where, FIND_SCHEDULED, [applicationId]);
    return found ? { ...withText(found), reasonTitle: this.findTitle(found) } : null;
  }

  private findTitle({ reasonCode }: { readonly reasonCode: string | null }): Text | null {
    return reasonCode === null ? null : (this.lists.title('cancellationReasons', reasonCode) ?? null);
  }
}

export function formatReason({ reasonCode, text }: Pick<RequestedCancellation, 'reasonCode' | 'text'>): string {
  return text === null ? reasonCode : `${reasonCode}: ${text}`;
}

function withText<Found extends { readonly reasonCode: string | null; readonly reason: string | null }>({
  reason,
  ...found
}: Found): Omit<Found, 'reason'> & { readonly text: string | null } {
  const { reasonCode } = found;
  if (reason === null || reasonCode === null) return { ...found, text: reason };
  const prefix = formatReason({ reasonCode, text: '' });
  return { ...found, text: reason.startsWith(prefix) ? reason.slice(prefix.length) : null };
}
