import { Check, Column, Entity, Index, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';

/** Something that happened to an agent's business. Written by: triggers of transitions, receipts, documents, service requests and agents' clocks. */
@Entity()
@Index('event_transaction_id_idx', ['transactionId'])
// brin (recorded_at)
@Index('event_recorded_at_idx', { synchronize: false })
@Check(
  'event_type_check',
  `type IN ('application.status_changed', 'underwriting.decided', 'policy.issued', 'policy.renewed', 'policy.lapsed', 'policy.cancelled', 'policy.expired', 'receipt.created', 'receipt.paid', 'receipt.cancelled', 'document.created', 'service_request.updated', 'clock.ready')`,
)
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;

  /** Tells it from an event that had its id before a backup was restored. */
  @Column('bigint', { default: () => 'floor((random() * (1000000000)))' }) nonce: number;

  /** By it the publisher knows whether one before it may still be committed. */
  @Column({ type: 'xid8' as ColumnType, default: () => 'pg_current_xact_id()' }) transactionId: string;
  @Column('text') type: string;

  /** When it happened, as the fact says. */
  @Column('timestamptz') at: Date;

  /** Real time. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) recordedAt: Date;
  @Column('text') agentCode: string;
  @Column('json') data: Readonly<Record<string, unknown>>;
}
