import { Column, Entity, PrimaryGeneratedColumn, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import type { Environment } from '../../common/environment.js';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. */
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

/** A user's consent that a program acts for them. Only the SHA-256 of the key is stored. */
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
