import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Environment } from '../../common/environment.js';
import { ProgramEntity } from './program.entity.js';

/** A key of a program. The secret is never stored, only its SHA-256. */
@Entity()
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') programId: number;
  @ManyToOne(() => ProgramEntity, { nullable: false }) @JoinColumn() program: Relation<ProgramEntity>;
  @Column('text') name: string;
  @Column('bytea') keyHash: Buffer;
  @Column('text') prefix: string;
  @Column('text') status: 'active' | 'disabled' | 'unverified';
  @Column('text', { array: true }) services: readonly string[];
  @Column('text', { array: true }) environments: readonly Environment[];
  @Column('text', { array: true, default: '{}' }) ipAddresses: readonly string[];
  @Column('integer', { nullable: true }) ratePerHour: number | null;
  @Column('integer', { nullable: true }) ratePerDay: number | null;

  /** Calls per hour by service name. */
  @Column('jsonb', { default: {} }) serviceRates: Readonly<Partial<Record<string, number>>>;

  /** End of the overlap after a rotation; null while the key is the program's current one. */
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
