import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class UserIdentityEntity {
  @PrimaryColumn('text') issuer: string;
  @PrimaryColumn('text') subject: string;
  @Column('integer') userId: number;
  @Column('timestamptz') createdAt: Date;
}

@Entity()
export class OidcSignInEntity {
  @PrimaryColumn('bytea') stateHash: Buffer;
  @Column('bytea') browserHash: Buffer;
  @Column('text') nonce: string;
  @Column('text') codeVerifier: string;

  @Column('text') returnTo: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}

@Entity()
export class OidcLogoutTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('timestamptz') expiresAt: Date;
}
