import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

/** An attempt to deliver an event: the status that the receiver gave, or why there is none. Written by: the sender of webhooks. */
@Entity()
@Index('webhook_attempt_delivery_id_idx', ['deliveryId', 'id'])
@Check('webhook_attempt_outcome_check', 'num_nonnulls(status, failure) >= 1')
@Check('webhook_attempt_duration_ms_check', 'duration_ms >= 0')
export class WebhookAttemptEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') deliveryId: number;
  @ManyToOne(() => WebhookDeliveryEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() delivery: Relation<WebhookDeliveryEntity>;
  @Column('timestamptz') at: Date;
  @Column('smallint', { nullable: true }) status: number | null;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('integer') durationMs: number;
}
