import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';
import { ApplicationEntity } from './application.entity.js';
import { LedgerTransactionEntity } from './ledger-transaction.entity.js';
import { ReceiptEntity } from './receipt.entity.js';

/** Money that is owed to a customer, an agent or the sender of unidentified money, until the bank has paid it. Written by: cancellation, suspense and payouts. */
@Entity()
@Unique('refund_transaction_id_key', ['transactionId'])
@Unique('refund_receipt_no_key', ['receiptNo'])
@Index('refund_status_idx', ['status', 'id'])
@Index('refund_application_id_idx', ['applicationId'], { where: 'application_id IS NOT NULL' })
@Index('refund_agent_code_idx', ['agentCode'], { where: 'agent_code IS NOT NULL' })
@Check('refund_kind_check', `kind IN ('CANCELLATION', 'SUSPENSE', 'AGENT')`)
@Check(
  'refund_creditor_check',
  `CASE WHEN (kind = 'AGENT') THEN ((application_id IS NULL) AND (agent_code IS NOT NULL)) ELSE (((application_id IS NOT NULL) OR (kind = 'SUSPENSE')) AND (agent_code IS NULL)) END`,
)
@Check('refund_receipt_check', `(kind = 'CANCELLATION') = (receipt_no IS NOT NULL)`)
@Check('refund_amount_check', 'amount > 0')
@Check('refund_status_check', `status IN ('OWED', 'PREPARED', 'PAID', 'WITHDRAWN')`)
@Check('refund_withdrawn_check', `(status <> 'WITHDRAWN') OR (kind = 'AGENT')`)
@Check('refund_account_check', '(num_nonnulls(iban_shown, holder) IN (0, 2)) AND ((iban IS NULL) OR (iban_shown IS NOT NULL))')
@Check(
  'refund_iban_check',
  `CASE status WHEN 'OWED' THEN ((iban IS NULL) = (iban_shown IS NULL)) WHEN 'PREPARED' THEN (iban IS NOT NULL) ELSE (iban IS NULL) END`,
)
@Check('refund_payout_check', `(status IN ('PREPARED', 'PAID')) = (payout_id IS NOT NULL)`)
export class RefundEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') kind: string;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() application: Relation<ApplicationEntity> | null;

  /** The agent that it is owed to; null when it is owed to the customer or to a sender. */
  @Column('text', { nullable: true }) agentCode: string | null;
  @ManyToOne(() => AgentEntity) @JoinColumn({ referencedColumnName: 'code' }) agent: Relation<AgentEntity> | null;
  @Column('bigint', { nullable: true }) receiptNo: number | null;
  @ManyToOne(() => ReceiptEntity)
  @JoinColumn({ name: 'receipt_no', referencedColumnName: 'receiptNo' })
  receipt: Relation<ReceiptEntity> | null;

  /** The booking that made it owed. */
  @Column('bigint') transactionId: number;
  @ManyToOne(() => LedgerTransactionEntity, { nullable: false }) @JoinColumn() transaction: Relation<LedgerTransactionEntity>;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('timestamptz') owedSince: Date;
  @Column('text', { default: 'OWED' }) status: string;
  @Column('integer', { default: 1 }) version: number;

  /** Encrypted; gone once it is paid. */
  @Column('bytea', { nullable: true }) iban: Buffer | null;

  /** Country and last four characters; an erasure takes them away. */
  @Column('text', { nullable: true }) ibanShown: string | null;
  @Column('text', { nullable: true }) holder: string | null;

  /** The transfer that is to pay it, or has. */
  @Column('bigint', { nullable: true }) payoutId: number | null;
  @ManyToOne('PayoutEntity') @JoinColumn() payout: unknown;
}
