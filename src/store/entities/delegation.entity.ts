import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AppUser } from './app-user.entity.js';

/** The user may act for this agent besides their own. */
@Entity()
export class Delegation {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'delegation_pkey' })
  userId: number;

  @ManyToOne(() => AppUser, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'delegation_user_id_fkey' })
  user: Relation<AppUser>;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'delegation_pkey' })
  agentCode: string;
}
