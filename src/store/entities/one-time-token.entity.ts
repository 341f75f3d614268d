import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A token that is mailed and used once to choose a password. Written by: invitations, password resets. */
@Entity()
@Index('one_time_token_expires_at_idx', ['expiresAt'])
@Index('one_time_token_user_id_idx', ['userId'])
@Check('one_time_token_expires_at_check', 'expires_at > created_at')
@Check('one_time_token_purpose_check', `purpose IN ('invitation', 'reset')`)
@Check('one_time_token_token_hash_check', 'octet_length(token_hash) = 32')
export class OneTimeTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('text') purpose: 'invitation' | 'reset';
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
