import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { EventEntity } from './event.entity.js';
import { WebhookEntity } from './webhook.entity.js';

/** An event on its way to a webhook. Written by: the publisher of events, and the sender, which takes it for a time. */
@Entity()
@Unique('webhook_delivery_webhook_id_event_id_key', ['webhookId', 'eventId'])
@Index('webhook_delivery_next_attempt_at_idx', ['webhookId', 'nextAttemptAt', 'id'], { where: `status = 'pending'` })
@Index('webhook_delivery_leased_until_idx', ['webhookId'], { where: 'leased_until IS NOT NULL' })
@Index('webhook_delivery_webhook_id_id_idx', ['webhookId', 'id'])
@Index('webhook_delivery_event_id_idx', ['eventId'])
@Index('webhook_delivery_ended_at_idx', ['endedAt'], { where: 'ended_at IS NOT NULL' })
@Check('webhook_delivery_status_check', `status IN ('pending', 'delivered', 'failed')`)
@Check(
  'webhook_delivery_pending_check',
  `((status = 'pending') = (next_attempt_at IS NOT NULL)) AND ((status = 'pending') = (ended_at IS NULL))`,
)
@Check('webhook_delivery_lease_check', `(leased_until IS NULL) OR (status = 'pending')`)
export class WebhookDeliveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') webhookId: number;
  @ManyToOne(() => WebhookEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() webhook: Relation<WebhookEntity>;

  /** Null: a test. */
  @Column('bigint', { nullable: true }) eventId: number | null;
  @ManyToOne(() => EventEntity, { nullable: true, onDelete: 'CASCADE' }) @JoinColumn() event: Relation<EventEntity> | null;
  @Column('text', { default: 'pending' }) status: string;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { nullable: true }) nextAttemptAt: Date | null;

  /** Until then one node is sending it. */
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) endedAt: Date | null;
}
