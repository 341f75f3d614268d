import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** Who of the insurer's people works on an application. Written by: staff. */
@Entity()
@Index('application_assignee_user_id_idx', ['userId', 'applicationId'])
export class ApplicationAssigneeEntity {
  @PrimaryColumn('bigint') applicationId: number;
  @OneToOne(() => ApplicationEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() application: Relation<ApplicationEntity>;

  /** Of `gateway.app_user`, as is `assignedBy`. */
  @Column('integer') userId: number;
  @Column('integer') assignedBy: number;
  @Column('timestamptz') assignedAt: Date;
}
