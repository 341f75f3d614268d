import { Column, Entity, Index, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';

/** A change of keys, users or user-keys. Every node reads the new ones and drops what it remembers of access. Written by: triggers of the tables of access. */
@Entity()
@Index('access_change_transaction_id_idx', ['transactionId'])
export class AccessChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'xid8' as ColumnType, default: () => 'pg_current_xact_id()' }) transactionId: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at: Date;
}
