import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** What of the debits of a day is due later: instalments charged before their period. Written by: the ledger, with each booking. */
@Entity()
@Check('debit_ahead_amount_check', 'amount > 0')
@Check('debit_ahead_due_date_check', 'due_date > day')
export class DebitAheadEntity {
  @PrimaryColumn('bigint') accountId: number;
  @ManyToOne(() => AccountEntity, { nullable: false }) @JoinColumn() account: Relation<AccountEntity>;
  @PrimaryColumn('date') dueDate: string;
  @PrimaryColumn('date') day: string;
  @Column('numeric', { precision: 16, scale: 2 }) amount: string;
}
