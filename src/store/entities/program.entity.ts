import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, JoinColumn, ManyToOne, type Relation } from 'typeorm';
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

  /** End of the key; null: it does not expire. A rotation sets it to the end of the overlap. */
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;

  /** Null while no other key has replaced it. */
  @Column('timestamptz', { nullable: true }) rotatedAt: Date | null;

  /** E-mail address for notices; null: that of the user who signed up, or the owner of the program. */
  @Column('text', { nullable: true }) contact: string | null;

  /** SHA-256 of the client certificate that calls need, in hex; null: none. */
  @Column('text', { nullable: true }) certificateSha256: string | null;

  /** Time from which the key counts as unused, if no later use is recorded. */
  @Column('timestamptz', { default: () => 'now()' }) idleFrom: Date;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}

/** The last hour in which a key was used. */
@Entity()
export class ApiKeyUseEntity {
  @PrimaryColumn('integer') apiKeyId: number;

  /** Beginning of the hour. */
  @Column('timestamptz') usedAt: Date;
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
