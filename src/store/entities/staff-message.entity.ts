import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Text } from '../../common/language.js';

export const MessageKind = {
  PARTY_MISMATCH: 'PARTY_MISMATCH',
  SUSPENSE: 'SUSPENSE',
  INFECTED_DOCUMENT: 'INFECTED_DOCUMENT',
  LETTER: 'LETTER',
  RENEWAL: 'RENEWAL',
  WITHDRAWAL: 'WITHDRAWAL',
} as const;

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
