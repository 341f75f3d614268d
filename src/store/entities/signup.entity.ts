import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';

/** What somebody asked for who made a key for themselves. */
@Entity()
@Index('signup_created_at_idx', ['createdAt'])
@Check('signup_environments_check', `environments <@ ARRAY['production', 'sandbox']`)
export class SignupEntity {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'signup_pkey' })
  apiKeyId: number;

  @ManyToOne(() => ApiKeyEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'api_key_id', foreignKeyConstraintName: 'signup_api_key_id_fkey' })
  apiKey: Relation<ApiKeyEntity>;

  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', array: true })
  environments: string[];

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  verifiedAt: Date | null;
}
