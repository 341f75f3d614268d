import { Check, Column, Entity, PrimaryGeneratedColumn, Unique, type ColumnType } from 'typeorm';

/** A history of the database. A restored or promoted one begins a new epoch; the latest says how far events are published. Written by: the publisher of events. */
@Entity()
@Unique('event_epoch_code_key', ['code'])
@Check('event_epoch_last_position_check', 'last_position >= opened_after')
export class EventEpochEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { default: () => 'substr((gen_random_uuid()), 1, 8)' }) code: string;

  /** Cluster, timeline and database. */
  @Column('text') origin: string;
  @Column('bigint') openedAfter: number;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) openedAt: Date;
  @Column('bigint') lastPosition: number;

  /** Up to here events were deleted by their age. */
  @Column('bigint', { default: 0 }) agedUntil: number;

  /** Of earlier transactions none is under way. */
  @Column({ type: 'xid8' as ColumnType }) horizon: string;

  /** The first event of those that may be unpublished; null: every one is published. */
  @Column('bigint', { nullable: true }) firstLeftId: number | null;
}
