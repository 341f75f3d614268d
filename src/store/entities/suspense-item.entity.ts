import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import type { ErrorCode } from '../../common/error-codes.js';
import { ApplicationEntity } from './application.entity.js';
import { BankAdviceEntity } from './bank-advice.entity.js';
import { LedgerTransactionEntity } from './ledger-transaction.entity.js';

/** Money of the bank that paid nothing, until staff allocate it. Written by: payments of the bank; staff resolve. */
@Entity()
@Unique('suspense_item_advice_id_key', ['adviceId'])
@Unique('suspense_item_resolution_transaction_id_key', ['resolutionTransactionId'])
@Unique('suspense_item_transaction_id_key', ['transactionId'])
@Index('suspense_item_open_idx', ['id'], { where: 'resolved_at IS NULL' })
// In the sandbox alone: what a reset deletes is found by them.
@Index('suspense_item_application_id_idx', { synchronize: false })
@Index('suspense_item_resolved_application_id_idx', { synchronize: false })
@Check('suspense_item_amount_check', 'amount > 0')
@Check('suspense_item_resolution_check', `resolution IN ('APPLICATION', 'REFUND')`)
@Check('suspense_item_application_check', `(application_id IS NULL) = (reason = '-703')`)
@Check(
  'suspense_item_resolved_application_check',
  `CASE WHEN (resolution = 'REFUND') THEN (NOT (resolved_application_id IS DISTINCT FROM application_id)) ELSE ((resolved_application_id IS NULL) = (resolution IS NULL)) END`,
)
@Check('suspense_item_resolved_check', 'num_nonnulls(resolution, resolution_transaction_id, resolved_by, resolved_at) IN (0, 4)')
export class SuspenseItemEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') adviceId: number;
  @ManyToOne(() => BankAdviceEntity, { nullable: false }) @JoinColumn() advice: Relation<BankAdviceEntity>;
  @Column('bigint') transactionId: number;
  @ManyToOne(() => LedgerTransactionEntity, { nullable: false }) @JoinColumn() transaction: Relation<LedgerTransactionEntity>;

  /** The advice's; null when its code was never given out. */
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() application: Relation<ApplicationEntity> | null;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('text') reason: ErrorCode;
  @Column('timestamptz') createdAt: Date;
  @Column('text', { nullable: true }) resolution: string | null;
  @Column('bigint', { nullable: true }) resolutionTransactionId: number | null;
  @ManyToOne(() => LedgerTransactionEntity) @JoinColumn() resolutionTransaction: Relation<LedgerTransactionEntity> | null;
  @Column('bigint', { nullable: true }) resolvedApplicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() resolvedApplication: Relation<ApplicationEntity> | null;
  @Column('text', { nullable: true }) resolvedBy: string | null;
  @Column('timestamptz', { nullable: true }) resolvedAt: Date | null;
}
