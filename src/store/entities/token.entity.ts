import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { Program } from './program.entity.js';
import { UserKey } from './user-key.entity.js';

@Entity()
@Index('token_api_key_id_idx', ['apiKeyId'])
@Index('token_user_key_id_idx', ['userKeyId'])
@Index('token_expires_at_idx', ['expiresAt'])
@Check('token_token_hash_check', 'octet_length(token_hash) = 32')
@Check('token_environment_check', `environment IN ('production', 'sandbox')`)
@Check('token_expires_at_check', 'expires_at > issued_at')
export class Token {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'token_pkey' })
  tokenHash: Buffer;

  @Column({ type: 'integer' })
  programId: number;

  @ManyToOne(() => Program, { nullable: false })
  @JoinColumn({ name: 'program_id', foreignKeyConstraintName: 'token_program_id_fkey' })
  program: Relation<Program>;

  /** The key that asked for the token. */
  @Column({ type: 'integer' })
  apiKeyId: number;

  @ManyToOne(() => ApiKeyEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'api_key_id', foreignKeyConstraintName: 'token_api_key_id_fkey' })
  apiKey: Relation<ApiKeyEntity>;

  @Column({ type: 'integer' })
  userKeyId: number;

  @ManyToOne(() => UserKey, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_key_id', foreignKeyConstraintName: 'token_user_key_id_fkey' })
  userKey: Relation<UserKey>;

  @Column({ type: 'text' })
  environment: string;

  @Column({ type: 'text' })
  agentCode: string;

  /** Issued with an `agent-code`: reads this agent only. */
  @Column({ type: 'boolean' })
  singleAgent: boolean;

  @Column({ type: 'timestamptz' })
  issuedAt: Date;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
