import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** The user may act for this agent besides their own. Written by: administration of users. */
@Entity()
@Index('delegation_agent_code_idx', ['agentCode'])
export class DelegationEntity {
  @PrimaryColumn('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @PrimaryColumn('text') agentCode: string;
  /** Not known of those made by a version that did not keep it. */
  @Column('timestamptz', { nullable: true }) createdAt: Date | null;
}
