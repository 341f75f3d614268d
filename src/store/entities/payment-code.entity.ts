import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A payment code (RF) of an application, with the amount that it asks for. Written by: the payment codes of collection. */
@Entity()
@Unique('payment_code_code_application_id_key', ['code', 'applicationId'])
@Index('payment_code_application_id_sequence_idx', ['applicationId', 'sequence'])
@Index('payment_code_amount_created_at_idx', ['amount', 'createdAt'])
@Check('payment_code_amount_check', 'amount > 0')
@Check('payment_code_code_check', `code ~ '^RF[0-9]{23}$'`)
@Check('payment_code_instalment_no_check', 'instalment_no > 0')
@Check('payment_code_sequence_check', '(sequence >= 1) AND (sequence <= 99999)')
export class PaymentCodeEntity {
  @PrimaryColumn('text') code: string;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('integer') sequence: number;
  @Column('smallint') instalmentNo: number;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('date') dueDate: string;
  @Column('timestamptz') createdAt: Date;
}
