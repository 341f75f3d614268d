import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Environment } from '../../common/environment.js';

@Entity()
export class SignupEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') programName: string;
  @Column('text', { array: true }) environments: readonly Environment[];

  @Column('text') network: string;

  /** SHA-256 of the mailed token until the signup is confirmed; null if the address was known already. */
  @Column('bytea', { nullable: true }) tokenHash: Buffer | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) verifiedAt: Date | null;

  /** First key of the program that the confirmed signup created; null again after its removal. */
  @Column('integer', { nullable: true }) apiKeyId: number | null;

  @Column('timestamptz', { nullable: true }) lastCallAt: Date | null;

  @Column('timestamptz', { nullable: true }) productionDeclinedAt: Date | null;

  @Column('text', { nullable: true }) productionDeclineReason: string | null;
}
