import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The person at an OpenID provider that a user is bound to. */
@Entity()
export class UserIdentityEntity {
  @PrimaryColumn('text') issuer: string;
  @PrimaryColumn('text') subject: string;
  @Column('integer') userId: number;
  @Column('timestamptz') createdAt: Date;
}

/** A sign-in that waits for the person to return from the provider. */
@Entity()
export class OidcSignInEntity {
  @PrimaryColumn('bytea') stateHash: Buffer;
  @Column('bytea') browserHash: Buffer;
  @Column('text') nonce: string;
  @Column('text') codeVerifier: string;

  /** Page below the console's folder. */
  @Column('text') returnTo: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}

/** A logout token that was used. */
@Entity()
export class OidcLogoutTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('timestamptz') expiresAt: Date;
}
