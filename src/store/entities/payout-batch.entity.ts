import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Transfers that go to the bank in one file: one person prepares it, another approves it before the file exists and confirms what the bank did. Written by: payouts. */
@Entity()
@Index('payout_batch_reference_key', ['reference'], { unique: true, where: 'reference IS NOT NULL' })
@Check('payout_batch_status_check', `status IN ('PREPARED', 'APPROVED', 'CONFIRMED', 'CANCELLED')`)
@Check(
  'payout_batch_ended_check',
  `num_nonnulls(ended_by_id, ended_by, ended_at) = CASE WHEN (status IN ('PREPARED', 'APPROVED')) THEN 0 ELSE 3 END`,
)
@Check('payout_batch_reference_check', `(status = 'CONFIRMED') = (reference IS NOT NULL)`)
@Check(
  'payout_batch_approved_check',
  `CASE status WHEN 'PREPARED' THEN (num_nonnulls(approved_by_id, approved_by, approved_at) = 0) WHEN 'CANCELLED' THEN (num_nonnulls(approved_by_id, approved_by, approved_at) IN (0, 3)) ELSE (num_nonnulls(approved_by_id, approved_by, approved_at) = 3) END`,
)
@Check('payout_batch_approval_check', 'approved_by_id <> prepared_by_id')
@Check('payout_batch_two_people_check', `(status <> 'CONFIRMED') OR (ended_by_id <> prepared_by_id)`)
export class PayoutBatchEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text', { default: 'PREPARED' }) status: string;

  /** On which the bank is asked to pay. */
  @Column('date') executionDate: string;

  /** The insurer's, in Latin letters. */
  @Column('text') debtorName: string;
  @Column('text') debtorIban: string;

  /** A user of the back office. */
  @Column('bigint') preparedById: number;
  @Column('text') preparedBy: string;
  @Column('timestamptz') preparedAt: Date;

  @Column('bigint', { nullable: true }) approvedById: number | null;
  @Column('text', { nullable: true }) approvedBy: string | null;
  @Column('timestamptz', { nullable: true }) approvedAt: Date | null;

  /** Who confirmed or cancelled it. */
  @Column('bigint', { nullable: true }) endedById: number | null;
  @Column('text', { nullable: true }) endedBy: string | null;
  @Column('timestamptz', { nullable: true }) endedAt: Date | null;

  /** The bank's, of the whole. */
  @Column('text', { nullable: true }) reference: string | null;
}
