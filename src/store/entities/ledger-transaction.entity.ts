import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';
import { ReceiptEntity } from './receipt.entity.js';

/** A booking. Its entries add up to zero when the transaction commits. Written by: the ledger. */
@Entity()
@Unique('ledger_transaction_receipt_no_key', ['receiptNo'])
@Unique('ledger_transaction_reverses_key', ['reverses'])
@Index('ledger_transaction_application_id_idx', ['applicationId'])
@Index('ledger_transaction_settlement_key', ['reference'], { unique: true, where: `kind = 'SETTLEMENT'` })
@Check(
  'ledger_transaction_kind_check',
  `kind IN ('CHARGE', 'PAYMENT', 'SETTLEMENT', 'REFUND', 'SUSPENSE', 'SUSPENSE_REFUND', 'AGENT_CREDIT', 'AGENT_CREDIT_RETURN', 'PAYOUT', 'PAYOUT_RETURN')`,
)
@Check(
  'ledger_transaction_receipt_check',
  `CASE WHEN (kind IN ('SETTLEMENT', 'AGENT_CREDIT', 'AGENT_CREDIT_RETURN')) THEN (num_nonnulls(application_id, receipt_no) = 0) WHEN (kind IN ('SUSPENSE', 'SUSPENSE_REFUND', 'PAYOUT', 'PAYOUT_RETURN')) THEN (receipt_no IS NULL) ELSE (num_nonnulls(application_id, receipt_no) = 2) END`,
)
@Check(
  'ledger_transaction_reverses_check',
  `(kind IN ('REFUND', 'SUSPENSE_REFUND', 'AGENT_CREDIT_RETURN', 'PAYOUT_RETURN')) = (reverses IS NOT NULL)`,
)
export class LedgerTransactionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('timestamptz') at: Date;
  @Column('text') kind: string;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() application: Relation<ApplicationEntity> | null;
  @Column('bigint', { nullable: true }) receiptNo: number | null;
  @ManyToOne(() => ReceiptEntity) @JoinColumn({ name: 'receipt_no' }) receipt: Relation<ReceiptEntity> | null;
  @Column('text') reference: string;
  @Column('bigint', { nullable: true }) reverses: number | null;
  @ManyToOne(() => LedgerTransactionEntity) @JoinColumn({ name: 'reverses' }) reversed: Relation<LedgerTransactionEntity> | null;
}
