import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A change of the status of an application: who, when, why. Written by: every transition of an application. */
@Entity()
@Index('status_transition_application_id_idx', ['applicationId', 'id'])
@Index('status_transition_reported_idx', ['at', 'id'], {
  where: `action IN ('approve', 'return', 'request_documents', 'decline', 'cancel_mid_term', 'lapse')`,
})
export class StatusTransitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('text', { nullable: true }) fromStatus: string | null;
  @Column('text') toStatus: string;
  @Column('text') action: string;
  @Column('text') actor: string;
  @Column('text') actorName: string;
  @Column('text', { nullable: true }) keyPrefix: string | null;
  @Column('text', { nullable: true }) agentCode: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('timestamptz') at: Date;
}
