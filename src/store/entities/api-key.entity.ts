import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { Program } from './program.entity.js';

@Entity()
@Unique('api_key_key_hash_key', ['keyHash'])
@Unique('api_key_program_id_prefix_key', ['programId', 'prefix'])
@Check('api_key_key_hash_check', 'octet_length(key_hash) = 32')
@Check('api_key_prefix_check', `prefix ~ '^[A-Za-z0-9]{6}$'`)
@Check('api_key_status_check', `status IN ('active', 'disabled', 'unverified')`)
@Check('api_key_environments_check', `environments <@ ARRAY['production', 'sandbox']`)
@Check('api_key_rate_per_hour_check', 'rate_per_hour > 0')
@Check('api_key_rate_per_day_check', 'rate_per_day > 0')
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'api_key_pkey' })
  id: number;

  @Column({ type: 'integer' })
  programId: number;

  @ManyToOne(() => Program, { nullable: false })
  @JoinColumn({ name: 'program_id', foreignKeyConstraintName: 'api_key_program_id_fkey' })
  program: Relation<Program>;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'bytea' })
  keyHash: Buffer;

  @Column({ type: 'text' })
  prefix: string;

  @Column({ type: 'text' })
  status: string;

  @Column({ type: 'text', array: true })
  services: string[];

  @Column({ type: 'text', array: true })
  environments: string[];

  @Column({ type: 'text', array: true, default: '{}' })
  ipAddresses: string[];

  @Column({ type: 'integer', nullable: true })
  ratePerHour: number | null;

  @Column({ type: 'integer', nullable: true })
  ratePerDay: number | null;

  /** Calls per hour by service name. */
  @Column({ type: 'jsonb', default: {} })
  serviceRates: Record<string, number>;

  /** End of the overlap after a rotation; null while the key is the program's current one. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  updatedAt: Date;
}
