import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn, JoinColumn, ManyToOne, type Relation } from 'typeorm';

@Entity()
export class AppUserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') role: 'admin' | 'underwriter' | 'issuing' | 'accounting' | 'auditor' | 'agent';
  @Column('text', { nullable: true }) agentCode: string | null;

  /** Null until the invitation is accepted. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @Column('text') status: 'active' | 'disabled';

  @Column('boolean', { default: false }) sandboxOnly: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}

@Entity()
export class DelegationEntity {
  @PrimaryColumn('integer') userId: number;
  @PrimaryColumn('text') agentCode: string;
  @Column('timestamptz', { nullable: true }) createdAt: Date | null;
}

@Entity()
export class OneTimeTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('text') purpose: 'invitation' | 'reset';
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}

@Entity()
export class StaffDeviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') lastUsedAt: Date;
}

@Entity()
export class StaffSessionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;

  /** Exact to about a minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;

  @Column('text') kind: 'bearer' | 'cookie';

  @Column('text', { nullable: true }) address: string | null;

  @Column('text', { nullable: true }) userAgent: string | null;

  @Column('text', { default: 'password' }) method: 'password' | 'oidc';

  @Column('text', { nullable: true }) providerSession: string | null;

  /** ID token of the sign-in, for the sign-out at the provider. */
  @Column('text', { nullable: true }) idToken: string | null;

  @Column('text', { nullable: true }) secondFactor: 'totp' | 'passkey' | 'recovery_code' | null;
}
