import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A device that a user of the back office signed in from. Written by: sign-in, password changes. */
@Entity()
@Unique('staff_device_token_hash_key', ['tokenHash'])
@Index('staff_device_last_used_at_idx', ['lastUsedAt'])
@Index('staff_device_user_id_idx', ['userId'])
@Check('staff_device_last_used_at_check', 'last_used_at >= created_at')
@Check('staff_device_token_hash_check', 'octet_length(token_hash) = 32')
export class StaffDeviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') lastUsedAt: Date;
}
