import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn, JoinColumn, ManyToOne, type Relation } from 'typeorm';

/** An employee of the insurer, or a user of an agent. */
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

  /** Whether the user signed up: sessions, user-keys and tokens are then invalid in production. */
  @Column('boolean', { default: false }) sandboxOnly: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}

/** An agent that the user may act for besides their own. */
@Entity()
export class DelegationEntity {
  @PrimaryColumn('integer') userId: number;
  @PrimaryColumn('text') agentCode: string;
  /** Null if the start is unknown. */
  @Column('timestamptz', { nullable: true }) createdAt: Date | null;
}

/** A token that is mailed and used once to choose a password. */
@Entity()
export class OneTimeTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('text') purpose: 'invitation' | 'reset';
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}

/** A device that a user of the back office signed in from. */
@Entity()
export class StaffDeviceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') lastUsedAt: Date;
}

/** A session of the back office. */
@Entity()
export class StaffSessionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;

  /** Last call of a session in a cookie, to about a minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;

  /** Whether its token is presented in the header `Authorization` or in a cookie. */
  @Column('text') kind: 'bearer' | 'cookie';

  /** Address of the caller that opened it. */
  @Column('text', { nullable: true }) address: string | null;

  /** Browser and system, shortened from the `User-Agent`. */
  @Column('text', { nullable: true }) userAgent: string | null;

  /** How the user signed in: with a password or at the provider. */
  @Column('text', { default: 'password' }) method: 'password' | 'oidc';

  /** Id of the session at the provider (`sid`). */
  @Column('text', { nullable: true }) providerSession: string | null;

  /** ID token of the sign-in, for the sign-out at the provider. */
  @Column('text', { nullable: true }) idToken: string | null;

  /** Proof of the user besides the password; null: none. */
  @Column('text', { nullable: true }) secondFactor: 'totp' | 'passkey' | 'recovery_code' | null;
}
