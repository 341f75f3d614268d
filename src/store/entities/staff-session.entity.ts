import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A session of the back office. Written by: sign-in, sign-out, password changes, its calls. */
@Entity()
@Unique('staff_session_token_hash_key', ['tokenHash'])
@Index('staff_session_expires_at_idx', ['expiresAt'])
@Index('staff_session_user_id_idx', ['userId'])
@Check('staff_session_expires_at_check', 'expires_at > created_at')
@Check('staff_session_token_hash_check', 'octet_length(token_hash) = 32')
export class StaffSessionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;

  /** Of a session in a browser's cookie, to about a minute; null: the session of a bearer token. */
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;
}
