import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';
import { PaymentCodeEntity } from './payment-code.entity.js';
import { ReceiptEntity } from './receipt.entity.js';

/** A payment as the bank advised it, and its result. Written by: payments of the bank. */
@Entity()
@Unique('bank_advice_reference_key', ['reference'])
@Check('bank_advice_amount_check', 'amount > 0')
@Check('bank_advice_outcome_check', `outcome IN ('ISSUED', 'INSTALMENT_PAID', 'SUSPENDED')`)
@Check('bank_advice_receipt_check', `(outcome = 'SUSPENDED') = (receipt_no IS NULL)`)
export class BankAdviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') reference: string;
  @Column('text') paymentCode: string;
  @ManyToOne(() => PaymentCodeEntity, { nullable: false })
  @JoinColumn({ referencedColumnName: 'code' })
  payment: Relation<PaymentCodeEntity>;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('text') outcome: string;
  @Column('bigint', { nullable: true }) receiptNo: number | null;
  @ManyToOne(() => ReceiptEntity)
  @JoinColumn({ name: 'receipt_no', referencedColumnName: 'receiptNo' })
  receipt: Relation<ReceiptEntity> | null;
  @Column('timestamptz') at: Date;
}
