import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { PartyRecordEntity } from './party-record.entity.js';

/** An address of a person in the record of one agent. Written by: the agents. */
@Entity()
@Unique('party_address_own_key', ['partyId', 'agentCode', 'addressType', 'line1', 'city', 'postCode'])
export class PartyAddressEntity {
  @PrimaryColumn('bigint', { default: () => 'new_party_id()' }) id: number;
  @Column('bigint') partyId: number;
  @ManyToOne(() => PartyRecordEntity, { nullable: false })
  @JoinColumn([
    { name: 'agent_code', referencedColumnName: 'agentCode', foreignKeyConstraintName: 'party_address_record_fkey' },
    { name: 'party_id', referencedColumnName: 'id', foreignKeyConstraintName: 'party_address_record_fkey' },
  ])
  record: Relation<PartyRecordEntity>;
  @Column('text') agentCode: string;
  @Column('text') addressType: string;
  @Column('text', { name: 'line_1' }) line1: string;
  @Column('text') city: string;
  @Column('text') postCode: string;
  @Column('boolean', { default: true }) inUse: boolean;
  @Column('text') updatedBy: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) serial: number;
}
