import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { PartyRecordEntity } from './party-record.entity.js';

/** A telephone number or mail address of a person in the record of one agent. Written by: the agents. */
@Entity()
@Unique('party_contact_own_key', ['partyId', 'agentCode', 'contactType', 'contact'])
// (agent_code, lower(contact))
@Index('party_contact_contact_idx', { synchronize: false })
@Index('party_contact_preferred_key', ['partyId', 'agentCode', 'contactType'], { unique: true, where: 'preferred' })
@Check('party_contact_preferred_check', 'in_use OR (NOT preferred)')
export class PartyContactEntity {
  @PrimaryColumn('bigint', { default: () => 'new_party_id()' }) id: number;
  @Column('bigint') partyId: number;
  @ManyToOne(() => PartyRecordEntity, { nullable: false })
  @JoinColumn([
    { name: 'agent_code', referencedColumnName: 'agentCode', foreignKeyConstraintName: 'party_contact_record_fkey' },
    { name: 'party_id', referencedColumnName: 'id', foreignKeyConstraintName: 'party_contact_record_fkey' },
  ])
  record: Relation<PartyRecordEntity>;
  @Column('text') agentCode: string;
  @Column('text') contactType: string;
  @Column('text') contact: string;
  @Column('boolean', { default: true }) inUse: boolean;
  @Column('boolean', { default: false }) preferred: boolean;
  @Column('text') updatedBy: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) serial: number;
}
