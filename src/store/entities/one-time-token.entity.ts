import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { AppUserEntity } from './app-user.entity.js';

/** A token that is mailed and used once. Written by: invitations, password resets, sign-up. */
@Entity()
@Index('one_time_token_api_key_id_idx', ['apiKeyId'])
@Index('one_time_token_expires_at_idx', ['expiresAt'])
@Index('one_time_token_user_id_idx', ['userId'])
@Check('one_time_token_api_key_id_check', `(api_key_id IS NULL) = (purpose <> 'signup')`)
@Check('one_time_token_expires_at_check', 'expires_at > created_at')
@Check('one_time_token_purpose_check', `purpose IN ('invitation', 'reset', 'signup')`)
@Check('one_time_token_token_hash_check', 'octet_length(token_hash) = 32')
@Check('one_time_token_user_id_check', `(user_id IS NULL) = (purpose = 'signup')`)
export class OneTimeTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('text') purpose: 'invitation' | 'reset' | 'signup';
  @Column('integer', { nullable: true }) userId: number | null;
  @ManyToOne(() => AppUserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity> | null;
  @Column('integer', { nullable: true }) apiKeyId: number | null;
  @ManyToOne(() => ApiKeyEntity, { onDelete: 'CASCADE' }) @JoinColumn() apiKey: Relation<ApiKeyEntity> | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
