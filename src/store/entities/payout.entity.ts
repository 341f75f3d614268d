import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { LedgerTransactionEntity } from './ledger-transaction.entity.js';
import { PayoutBatchEntity } from './payout-batch.entity.js';
import { RefundEntity } from './refund.entity.js';

/** A transfer that is to pay a refund. One that came back stays, and another follows. Written by: payouts. */
@Entity()
@Unique('payout_batch_id_refund_id_key', ['batchId', 'refundId'])
@Unique('payout_transaction_id_key', ['transactionId'])
@Unique('payout_return_transaction_id_key', ['returnTransactionId'])
@Index('payout_refund_id_idx', ['refundId'])
@Index('payout_return_reference_key', ['returnReference'], { unique: true, where: 'return_reference IS NOT NULL' })
@Check('payout_amount_check', 'amount > 0')
@Check(
  'payout_returned_check',
  `(num_nonnulls(return_transaction_id, returned_at, return_reference, return_reason) IN (0, 4)) AND ((return_transaction_id IS NULL) OR (transaction_id IS NOT NULL))`,
)
export class PayoutEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') batchId: number;
  @ManyToOne(() => PayoutBatchEntity, { nullable: false }) @JoinColumn() batch: Relation<PayoutBatchEntity>;
  @Column('bigint') refundId: number;
  @ManyToOne(() => RefundEntity, { nullable: false }) @JoinColumn() refund: Relation<RefundEntity>;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;

  /** Whether the holder was not the client when the batch was prepared. Null where nothing was compared. */
  @Column('boolean', { nullable: true }) holderDiffers: boolean | null;

  /** Whether another payout of the batch went to the same IBAN. Null where nothing was compared. */
  @Column('boolean', { nullable: true }) ibanRepeated: boolean | null;

  /** The booking of the confirmed transfer. */
  @Column('bigint', { nullable: true }) transactionId: number | null;
  @ManyToOne(() => LedgerTransactionEntity) @JoinColumn() transaction: Relation<LedgerTransactionEntity> | null;
  @Column('bigint', { nullable: true }) returnTransactionId: number | null;
  @ManyToOne(() => LedgerTransactionEntity) @JoinColumn() returnTransaction: Relation<LedgerTransactionEntity> | null;
  @Column('timestamptz', { nullable: true }) returnedAt: Date | null;

  /** The bank's. */
  @Column('text', { nullable: true }) returnReference: string | null;
  @Column('text', { nullable: true }) returnReason: string | null;
}
