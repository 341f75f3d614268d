import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';
import { ProgramEntity } from './program.entity.js';

/** A user's consent that a program acts for them. Only the SHA-256 of the key is stored. Written by: the users themselves. */
@Entity()
@Unique('user_key_key_hash_key', ['keyHash'])
@Index('user_key_user_id_idx', ['userId'])
@Check('user_key_key_hash_check', 'octet_length(key_hash) = 32')
@Check('user_key_prefix_check', `prefix ~ '^[A-Za-z0-9]{6}$'`)
export class UserKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('integer') programId: number;
  @ManyToOne(() => ProgramEntity, { nullable: false }) @JoinColumn() program: Relation<ProgramEntity>;
  @Column('bytea') keyHash: Buffer;
  @Column('text') prefix: string;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
