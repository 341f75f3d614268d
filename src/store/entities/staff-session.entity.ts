import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A session of the back office. Written by: sign-in, sign-out, password changes, its calls. */
@Entity()
@Unique('staff_session_token_hash_key', ['tokenHash'])
@Index('staff_session_expires_at_idx', ['expiresAt'])
@Index('staff_session_user_id_idx', ['userId'])
@Check('staff_session_expires_at_check', 'expires_at > created_at')
@Check('staff_session_kind_check', `kind IN ('bearer', 'cookie')`)
@Check('staff_session_last_used_at_check', `(kind <> 'cookie') OR (last_used_at IS NOT NULL)`)
@Check('staff_session_token_hash_check', 'octet_length(token_hash) = 32')
export class StaffSessionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;

  /** To about a minute, of a session in a cookie. */
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;

  /** How its token is presented: in the header `Authorization`, or in a cookie. */
  @Column('text') kind: 'bearer' | 'cookie';
}
