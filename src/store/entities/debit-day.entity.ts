import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** What an agent's account was debited on a day (Athens). Written by: the ledger, with each booking. */
@Entity()
@Check('debit_day_amount_check', 'amount > 0')
export class DebitDayEntity {
  @PrimaryColumn('bigint') accountId: number;
  @ManyToOne(() => AccountEntity, { nullable: false }) @JoinColumn() account: Relation<AccountEntity>;
  @PrimaryColumn('date') day: string;
  @Column('numeric', { precision: 16, scale: 2 }) amount: string;
}
