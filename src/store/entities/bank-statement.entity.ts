import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A statement or notification of the bank, by its file. Written by: uploads of the bank's files. */
@Entity()
@Unique('bank_statement_sha256_key', ['sha256'])
@Unique('bank_statement_content_key', ['format', 'account', 'bankStatementId', 'page', 'content'])
@Index('bank_statement_booking_idx', ['id'], { where: `state = 'BOOKING'` })
@Check('bank_statement_format_check', `format IN ('camt.053.001.08', 'camt.054.001.08')`)
@Check('bank_statement_state_check', `state IN ('BOOKING', 'DONE')`)
@Check('bank_statement_done_check', `(state = 'DONE') = (done_at IS NOT NULL)`)
export class BankStatementEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') format: string;

  /** IBAN, or another number where the account has none. */
  @Column('text') account: string;

  /** The bank's. */
  @Column('text') bankStatementId: string;
  @Column('text') messageId: string;
  @Column('integer') page: number;
  @Column('date', { nullable: true }) createdOn: string | null;
  @Column('date', { nullable: true }) fromDate: string | null;
  @Column('date', { nullable: true }) toDate: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) openingBalance: string | null;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) closingBalance: string | null;
  @Column('integer') entryCount: number;
  @Column('integer') transferCount: number;

  /** Of the file. */
  @Column('bytea') sha256: Buffer;

  /** Of what it tells: SHA-256. */
  @Column('bytea') content: Buffer;

  /** BOOKING while transfers wait. */
  @Column('text', { default: 'BOOKING' }) state: string;

  /** A user of the back office, in whose name it is booked. */
  @Column('bigint') uploadedById: number;
  @Column('text') uploadedBy: string;

  /** The same as the audit record names them. */
  @Column('jsonb') actor: unknown;
  @Column('timestamptz') uploadedAt: Date;
  @Column('timestamptz', { nullable: true }) doneAt: Date | null;

  /** Until then a node books it, by the database's clock. */
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
}
