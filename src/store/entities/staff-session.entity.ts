import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUser } from './app-user.entity.js';

/** A session of the back office. */
@Entity()
@Unique('staff_session_token_hash_key', ['tokenHash'])
@Index('staff_session_user_id_idx', ['userId'])
@Index('staff_session_expires_at_idx', ['expiresAt'])
@Check('staff_session_token_hash_check', 'octet_length(token_hash) = 32')
@Check('staff_session_expires_at_check', 'expires_at > created_at')
export class StaffSession {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'staff_session_pkey' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => AppUser, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'staff_session_user_id_fkey' })
  user: Relation<AppUser>;

  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
