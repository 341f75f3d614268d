import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import type { Environment } from '../../common/environment.js';

@Entity()
export class ProgramEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') owner: string;

  /** User who signed up for it; null if an administrator created it. */
  @Column('integer', { nullable: true }) userId: number | null;

  /** User whose console it is; null for every other program. */
  @Column('integer', { nullable: true }) consoleUserId: number | null;
  @Column('timestamptz') createdAt: Date;
}

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

  @Column('jsonb', { default: {} }) serviceRates: Readonly<Partial<Record<string, number>>>;

  /** End of the key; null: it does not expire. A rotation sets it to the end of the overlap. */
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;

  @Column('timestamptz', { nullable: true }) rotatedAt: Date | null;

  /** E-mail address for notices; null: that of the user who signed up, or the owner of the program. */
  @Column('text', { nullable: true }) contact: string | null;

  @Column('text', { nullable: true }) certificateSha256: string | null;

  /** Time from which the key counts as unused, if no later use is recorded. */
  @Column('timestamptz', { default: () => 'now()' }) idleFrom: Date;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}

@Entity()
export class ApiKeyUseEntity {
  @PrimaryColumn('integer') apiKeyId: number;

  @Column('timestamptz') usedAt: Date;
}

@Entity()
export class UserKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('integer') programId: number;
  @ManyToOne(() => ProgramEntity, { nullable: false }) @JoinColumn() program: Relation<ProgramEntity>;
  @Column('bytea') keyHash: Buffer;
  @Column('text') prefix: string;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
