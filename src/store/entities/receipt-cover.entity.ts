import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ReceiptEntity } from './receipt.entity.js';

/** The share of a cover in a receipt. Written by: issue, renewal, cancellation. */
@Entity()
export class ReceiptCoverEntity {
  @PrimaryColumn('bigint') receiptNo: number;
  @ManyToOne(() => ReceiptEntity, { nullable: false }) @JoinColumn({ name: 'receipt_no' }) receipt: Relation<ReceiptEntity>;
  @PrimaryColumn('smallint') position: number;
  @Column('bigint', { nullable: true }) objectId: number | null;
  @Column('text') code: string;
  @Column('text') title: string;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) sumInsured: string | null;
  @Column('numeric', { precision: 14, scale: 2 }) net: string;
  @Column('text') taxClass: string;
}
