import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ServiceRequestEntity } from './service-request.entity.js';

/** A step of a service request; never changed. Written by: the agents; staff answer and close. */
@Entity()
@Index('service_request_event_service_request_id_idx', ['serviceRequestId', 'id'])
export class ServiceRequestEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') serviceRequestId: number;
  @ManyToOne(() => ServiceRequestEntity, { nullable: false }) @JoinColumn() serviceRequest: Relation<ServiceRequestEntity>;
  @Column('timestamptz') at: Date;
  @Column('text') actor: string;
  @Column('text') status: string;
  @Column('text', { nullable: true }) answer: string | null;
}
