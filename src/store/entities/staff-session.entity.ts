import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

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
}
