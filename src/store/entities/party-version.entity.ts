import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A former state of a party, or of what an agent keeps of it. Written by: triggers of the party tables. */
@Entity()
@Index('party_version_party_id_idx', ['partyId', 'id'])
@Check('party_version_agent_code_check', `(agent_code IS NULL) = (subject = 'party')`)
@Check('party_version_subject_check', `subject IN ('party', 'party_record', 'party_address', 'party_contact')`)
export class PartyVersionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') partyId: number;
  @Column('text') subject: string;
  @Column('bigint') subjectId: number;
  @Column('timestamptz') validFrom: Date;
  @Column('timestamptz') validUntil: Date;
  @Column('jsonb') state: unknown;
  @Column('text', { nullable: true }) agentCode: string | null;
}
