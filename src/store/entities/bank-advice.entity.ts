import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';
import { ApplicationEntity } from './application.entity.js';
import { PaymentCodeEntity } from './payment-code.entity.js';
import { ReceiptEntity } from './receipt.entity.js';

/** A payment as the bank advised it, and its result. Written by: payments of the bank. */
@Entity()
// NULLS NOT DISTINCT
@Unique('bank_advice_reference_key', ['reference', 'agentCode'])
@Index('bank_advice_agent_code_idx', ['agentCode'], { where: 'agent_code IS NOT NULL' })
// In the sandbox alone: what a reset deletes is found by them.
@Index('bank_advice_application_id_idx', { synchronize: false })
@Index('bank_advice_receipt_no_idx', { synchronize: false })
@Check('bank_advice_application_check', `(application_id IS NOT NULL) OR (outcome = 'SUSPENDED')`)
@Check('bank_advice_amount_check', 'amount > 0')
@Check('bank_advice_payment_code_check', '(payment_code IS NOT NULL) OR (application_id IS NULL)')
@Check('bank_advice_outcome_check', `outcome IN ('ISSUED', 'INSTALMENT_PAID', 'SUSPENDED')`)
@Check('bank_advice_receipt_check', `(outcome = 'SUSPENDED') = (receipt_no IS NULL)`)
export class BankAdviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') reference: string;

  /** The agent of the sandbox that sent the money as the bank; null: the bank. */
  @Column('text', { nullable: true }) agentCode: string | null;
  @ManyToOne(() => AgentEntity) @JoinColumn() agent: Relation<AgentEntity> | null;

  /** Null when the transfer named none. */
  @Column('text', { nullable: true }) paymentCode: string | null;
  @ManyToOne(() => PaymentCodeEntity)
  @JoinColumn([
    { name: 'payment_code', referencedColumnName: 'code', foreignKeyConstraintName: 'bank_advice_payment_code_fkey' },
    { name: 'application_id', referencedColumnName: 'applicationId', foreignKeyConstraintName: 'bank_advice_payment_code_fkey' },
  ])
  payment: Relation<PaymentCodeEntity> | null;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;

  /** The application that the code was given out for; null when it was never given out. */
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() application: Relation<ApplicationEntity> | null;
  @Column('text') outcome: string;
  @Column('bigint', { nullable: true }) receiptNo: number | null;
  @ManyToOne(() => ReceiptEntity)
  @JoinColumn({ name: 'receipt_no', referencedColumnName: 'receiptNo' })
  receipt: Relation<ReceiptEntity> | null;
  @Column('timestamptz') at: Date;
}
