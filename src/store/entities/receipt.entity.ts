import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A receipt of a policy: one for each instalment or refund. Written by: issue, renewal, instalments, cancellation. */
@Entity()
@Unique('receipt_application_id_instalment_no_kind_key', ['applicationId', 'instalmentNo', 'kind'])
@Index('receipt_period_from_idx', ['periodFrom', 'agentCode'], { where: `status = 'PENDING'` })
@Check('receipt_gross_check', 'gross = (((net + fee) + tax) + levy)')
@Check('receipt_instalment_no_check', 'instalment_no > 0')
@Check('receipt_kind_check', `kind IN ('NEW', 'INSTALMENT', 'RENEWAL', 'REFUND')`)
@Check(
  'receipt_paid_check',
  `CASE WHEN (status = 'PAID') THEN (num_nonnulls(payment_method, payment_reference, paid_at) = 3) ELSE (num_nonnulls(payment_method, payment_reference, paid_at) = 0) END`,
)
@Check('receipt_payment_method_check', `payment_method IN ('CHARGE', 'RF')`)
@Check('receipt_period_check', 'period_to > period_from')
@Check(
  'receipt_sign_check',
  `CASE WHEN (kind = 'REFUND') THEN (GREATEST(net, fee, tax, levy) <= 0) ELSE (LEAST(net, fee, tax, levy) >= 0) END`,
)
@Check('receipt_status_check', `status IN ('PENDING', 'PAID', 'CANCELLED')`)
export class ReceiptEntity {
  @PrimaryColumn('bigint', { default: () => `nextval('receipt_no_seq')` }) receiptNo: number;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('text') policyNo: string;
  @Column('smallint') instalmentNo: number;
  @Column('text') kind: string;
  @Column('date') periodFrom: string;
  @Column('date') periodTo: string;
  @Column('date') issueDate: string;
  @Column('date') dueDate: string;
  @Column('text') status: string;
  @Column('numeric', { precision: 14, scale: 2 }) net: string;
  @Column('numeric', { precision: 14, scale: 2 }) fee: string;
  @Column('numeric', { precision: 14, scale: 2 }) tax: string;
  @Column('numeric', { precision: 14, scale: 2 }) levy: string;
  @Column('numeric', { precision: 14, scale: 2 }) gross: string;
  @Column('jsonb') taxes: unknown;
  @Column('jsonb') levies: unknown;
  @Column('text', { nullable: true }) paymentMethod: string | null;
  @Column('text', { nullable: true }) paymentReference: string | null;
  @Column('timestamptz', { nullable: true }) paidAt: Date | null;

  /** When its status last changed; null when it has not since there are events. */
  @Column('timestamptz', { nullable: true }) changedAt: Date | null;

  /** The agent of its application; null when it was settled before receipts knew it. */
  @Column('text', { nullable: true }) agentCode: string | null;
}
