import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Text } from '../../common/language.js';

/** The kinds of messages from the system of record to staff. */
export const MessageKind = {
  /** Agents' records of an AFM differ in last name or birth date. */
  PARTY_MISMATCH: 'PARTY_MISMATCH',
  /** A payment paid nothing. */
  SUSPENSE: 'SUSPENSE',
  /** A virus was found in a file. */
  INFECTED_DOCUMENT: 'INFECTED_DOCUMENT',
  /** A letter did not reach the customer by mail. */
  LETTER: 'LETTER',
  /** A renewal needs a decision before it can be paid. */
  RENEWAL: 'RENEWAL',
  /** A customer withdrew although a claim is recorded. */
  WITHDRAWAL: 'WITHDRAWAL',
} as const;

/** A message of the system to staff. */
@Entity()
export class StaffMessageEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') kind: string;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @Column('bigint', { nullable: true }) partyId: number | null;
  @Column('jsonb') text: Text;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) resolvedAt: Date | null;
  @Column('bigint', { nullable: true }) suspenseId: number | null;
}
