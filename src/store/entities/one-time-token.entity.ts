import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { AppUser } from './app-user.entity.js';

/** A token that is mailed and used once. */
@Entity()
@Index('one_time_token_user_id_idx', ['userId'])
@Index('one_time_token_api_key_id_idx', ['apiKeyId'])
@Index('one_time_token_expires_at_idx', ['expiresAt'])
@Check('one_time_token_token_hash_check', 'octet_length(token_hash) = 32')
@Check('one_time_token_purpose_check', `purpose IN ('invitation', 'reset', 'signup')`)
@Check('one_time_token_user_id_check', `(user_id IS NULL) = (purpose = 'signup')`)
@Check('one_time_token_api_key_id_check', `(api_key_id IS NULL) = (purpose <> 'signup')`)
@Check('one_time_token_expires_at_check', 'expires_at > created_at')
export class OneTimeToken {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'one_time_token_pkey' })
  tokenHash: Buffer;

  @Column({ type: 'text' })
  purpose: string;

  @Column({ type: 'integer', nullable: true })
  userId: number | null;

  @ManyToOne(() => AppUser, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'one_time_token_user_id_fkey' })
  user: Relation<AppUser> | null;

  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  @ManyToOne(() => ApiKeyEntity, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'api_key_id', foreignKeyConstraintName: 'one_time_token_api_key_id_fkey' })
  apiKey: Relation<ApiKeyEntity> | null;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
