import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUser } from './app-user.entity.js';
import { Program } from './program.entity.js';

@Entity()
@Unique('user_key_key_hash_key', ['keyHash'])
@Index('user_key_user_id_idx', ['userId'])
@Check('user_key_key_hash_check', 'octet_length(key_hash) = 32')
@Check('user_key_prefix_check', `prefix ~ '^[A-Za-z0-9]{6}$'`)
export class UserKey {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'user_key_pkey' })
  id: number;

  @Column({ type: 'integer' })
  userId: number;

  @ManyToOne(() => AppUser, { nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_key_user_id_fkey' })
  user: Relation<AppUser>;

  @Column({ type: 'integer' })
  programId: number;

  @ManyToOne(() => Program, { nullable: false })
  @JoinColumn({ name: 'program_id', foreignKeyConstraintName: 'user_key_program_id_fkey' })
  program: Relation<Program>;

  @Column({ type: 'bytea' })
  keyHash: Buffer;

  @Column({ type: 'text' })
  prefix: string;

  @Column({ type: 'boolean', default: true })
  enabled: boolean;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt: Date | null;
}
