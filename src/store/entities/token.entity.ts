import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { ProgramEntity } from './program.entity.js';
import { UserKeyEntity } from './user-key.entity.js';

/** A token that the gateway issued. Only its SHA-256 is stored. Written by: the token service. */
@Entity()
@Index('token_api_key_id_idx', ['apiKeyId'])
@Index('token_expires_at_idx', ['expiresAt'])
@Index('token_user_key_id_idx', ['userKeyId'])
@Check('token_environment_check', `environment IN ('production', 'sandbox')`)
@Check('token_expires_at_check', 'expires_at > issued_at')
@Check('token_token_hash_check', 'octet_length(token_hash) = 32')
export class TokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('integer') programId: number;
  @ManyToOne(() => ProgramEntity, { nullable: false }) @JoinColumn() program: Relation<ProgramEntity>;

  /** The key that asked for the token. */
  @Column('integer') apiKeyId: number;
  @ManyToOne(() => ApiKeyEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() apiKey: Relation<ApiKeyEntity>;
  @Column('integer') userKeyId: number;
  @ManyToOne(() => UserKeyEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() userKey: Relation<UserKeyEntity>;
  @Column('text') environment: string;
  @Column('text') agentCode: string;

  /** Issued with an `agent-code`: reads this agent only. */
  @Column('boolean') singleAgent: boolean;
  @Column('timestamptz') issuedAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
