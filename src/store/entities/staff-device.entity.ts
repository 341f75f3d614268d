import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUser } from './app-user.entity.js';

/** A device that a user of the back office signed in from. */
@Entity()
@Unique('staff_device_token_hash_key', ['tokenHash'])
@Index('staff_device_user_id_idx', ['userId'])
@Index('staff_device_last_used_at_idx', ['lastUsedAt'])
@Check('staff_device_token_hash_check', 'octet_length(token_hash) = 32')
@Check('staff_device_last_used_at_check', 'last_used_at >= created_at')
export class StaffDevice {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'staff_device_pkey' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => AppUser, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'staff_device_user_id_fkey' })
  user: Relation<AppUser>;

  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  lastUsedAt: Date;
}
