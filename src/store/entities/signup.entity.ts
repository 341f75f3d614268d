import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import type { Environment } from '../../common/environment.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** What somebody asked for who signed up, and what became of it. Written by: sign-up, clean-up. */
@Entity()
@Unique('signup_api_key_id_key', ['apiKeyId'])
@Unique('signup_token_hash_key', ['tokenHash'])
@Index('signup_created_at_idx', ['createdAt'])
@Check('signup_environments_check', `environments <@ ARRAY['production', 'sandbox']`)
@Check('signup_token_hash_check', 'octet_length(token_hash) = 32')
export class SignupEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') programName: string;
  @Column('text', { array: true }) environments: readonly Environment[];

  /** Where it came from, as far as signups are counted. */
  @Column('text') network: string;

  /** Of the mailed link, until it is confirmed; null also where the address was known already. */
  @Column('bytea', { nullable: true }) tokenHash: Buffer | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) verifiedAt: Date | null;

  /** The first key of the program that the confirmed signup made; null again once that was removed. */
  @Column('integer', { nullable: true }) apiKeyId: number | null;
  @OneToOne(() => ApiKeyEntity, { onDelete: 'SET NULL' }) @JoinColumn() apiKey: Relation<ApiKeyEntity> | null;

  /** The program's last call, as known a day later at most; null before it is confirmed. */
  @Column('timestamptz', { nullable: true }) lastCallAt: Date | null;
}
