import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Transfers that go to the bank in one file: one person prepares it, another confirms what the bank did. Written by: payouts. */
@Entity()
@Index('payout_batch_reference_key', ['reference'], { unique: true, where: 'reference IS NOT NULL' })
@Check('payout_batch_status_check', `status IN ('PREPARED', 'CONFIRMED', 'CANCELLED')`)
@Check('payout_batch_ended_check', `num_nonnulls(ended_by_id, ended_by, ended_at) = CASE WHEN (status = 'PREPARED') THEN 0 ELSE 3 END`)
@Check('payout_batch_reference_check', `(status = 'CONFIRMED') = (reference IS NOT NULL)`)
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

  /** Who confirmed or cancelled it. */
  @Column('bigint', { nullable: true }) endedById: number | null;
  @Column('text', { nullable: true }) endedBy: string | null;
  @Column('timestamptz', { nullable: true }) endedAt: Date | null;

  /** The bank's, of the whole. */
  @Column('text', { nullable: true }) reference: string | null;
}
