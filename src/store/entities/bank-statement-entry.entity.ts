import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { BankStatementEntity } from './bank-statement.entity.js';

/**
 * A transfer of a statement, or an entry of it as a whole, and what was done with it; ids of what it paid stay when that is deleted. Written by:
 * uploads of the bank's files, and the booking of them.
 */
@Entity()
@Unique('bank_statement_entry_place_key', ['statementId', 'entryNo', 'detailNo'])
@Unique('bank_statement_entry_suspense_id_key', ['suspenseId'])
@Index('bank_statement_entry_waiting_idx', ['statementId', 'id'], { where: `result = 'WAITING'` })
@Index('bank_statement_entry_statement_id_id_idx', ['statementId', 'id'])
@Index('bank_statement_entry_entry_key_idx', ['entryKey'], { where: 'entry_key IS NOT NULL' })
@Index('bank_statement_entry_application_id_idx', ['applicationId'], { where: 'application_id IS NOT NULL' })
@Index('bank_statement_entry_suspense_id_idx', ['suspenseId'], { where: 'suspense_id IS NOT NULL' })
@Check('bank_statement_entry_amount_check', 'amount >= 0')
@Check('bank_statement_entry_result_check', `result IN ('WAITING', 'PAID', 'SUSPENSE', 'RETURNED', 'PAYOUT', 'DUPLICATE', 'NOT_BOOKED')`)
@Check('bank_statement_entry_reason_check', `(reason IS NOT NULL) = (result IN ('SUSPENSE', 'NOT_BOOKED'))`)
@Check('bank_statement_entry_suspense_check', `(result <> 'SUSPENSE') OR (suspense_id IS NOT NULL)`)
@Check('bank_statement_entry_told_check', `(result IN ('WAITING', 'SUSPENSE')) OR (num_nonnulls(sender, sender_iban, remittance) = 0)`)
export class BankStatementEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') statementId: number;
  @ManyToOne(() => BankStatementEntity, { nullable: false }) @JoinColumn() statement: Relation<BankStatementEntity>;

  /** Place of the entry in the file, from 1. */
  @Column('integer') entryNo: number;

  /** Place of the transfer in its entry, from 1; 0 of an entry as a whole. */
  @Column('integer') detailNo: number;
  @Column('boolean') isCredit: boolean;
  @Column('numeric', { precision: 14, scale: 2 }) amount: string;
  @Column('text') currency: string;
  @Column('date', { nullable: true }) bookingDate: string | null;
  @Column('date', { nullable: true }) valueDate: string | null;

  /** As the bank gives it. */
  @Column('text', { nullable: true }) bankReference: string | null;

  /** What it is booked under. */
  @Column('text') reference: string;
  @Column('text', { nullable: true }) paymentCode: string | null;

  /** A transfer of our own that it tells of. */
  @Column('bigint', { nullable: true }) ownRefundId: number | null;
  @Column('bigint', { nullable: true }) ownPayoutId: number | null;

  /** A batch of payouts that it tells of. */
  @Column('bigint', { nullable: true }) batchId: number | null;

  /** Why our own transfer came back, by the bank's code. */
  @Column('text', { nullable: true }) returned: string | null;

  /** Who paid, and what for: kept while the money waits. */
  @Column('text', { nullable: true }) sender: string | null;

  /** Encrypted. */
  @Column('bytea', { nullable: true }) senderIban: Buffer | null;
  @Column('text', { nullable: true }) remittance: string | null;

  /** What the entry is known by in other files: SHA-256. */
  @Column('bytea', { nullable: true }) entryKey: Buffer | null;
  @Column('text') result: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @Column('bigint', { nullable: true }) receiptNo: number | null;
  @Column('bigint', { nullable: true }) suspenseId: number | null;
  @Column('bigint', { nullable: true }) refundId: number | null;
  @Column('bigint', { nullable: true }) payoutBatchId: number | null;

  /** The entry that told the same first. */
  @Column('bigint', { nullable: true }) duplicateOf: number | null;
  @ManyToOne(() => BankStatementEntryEntity)
  @JoinColumn({ name: 'duplicate_of' })
  original: Relation<BankStatementEntryEntity> | null;
}
