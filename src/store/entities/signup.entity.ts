import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Environment } from '../../common/environment.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** What somebody asked for who made a key for themselves. Written by: sign-up. */
@Entity()
@Index('signup_created_at_idx', ['createdAt'])
@Check('signup_environments_check', `environments <@ ARRAY['production', 'sandbox']`)
export class SignupEntity {
  @PrimaryColumn('integer') apiKeyId: number;
  @ManyToOne(() => ApiKeyEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() apiKey: Relation<ApiKeyEntity>;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text', { array: true }) environments: readonly Environment[];
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) verifiedAt: Date | null;
}
