import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';
import { LedgerTransactionEntity } from './ledger-transaction.entity.js';

/** One side of a booking. Written by: the ledger. */
@Entity()
// (account_id, at, transaction_id) INCLUDE (amount)
@Index('ledger_entry_account_id_at_idx', { synchronize: false })
@Check('ledger_entry_amount_check', 'amount <> 0')
export class LedgerEntryEntity {
  @PrimaryColumn('bigint') transactionId: number;
  @ManyToOne(() => LedgerTransactionEntity, { nullable: false }) @JoinColumn() transaction: Relation<LedgerTransactionEntity>;
  @PrimaryColumn('bigint') accountId: number;
  @ManyToOne(() => AccountEntity, { nullable: false }) @JoinColumn() account: Relation<AccountEntity>;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('timestamptz') at: Date;
}
