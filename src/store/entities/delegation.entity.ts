import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** The user may act for this agent besides their own. Written by: administration of users. */
@Entity()
export class DelegationEntity {
  @PrimaryColumn('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @PrimaryColumn('text') agentCode: string;
}
