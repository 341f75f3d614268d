import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { PersonColumns } from '../person-columns.js';
import { AgentEntity } from './agent.entity.js';

/** An agent's own record of a person. Written by: the agents. */
@Entity()
@Unique('party_record_own_key', ['afm', 'agentCode'])
// (agent_code, serial DESC) INCLUDE (name_search)
@Index('party_record_agent_code_serial_idx', { synchronize: false })
@Check('party_record_afm_check', `afm ~ '^[0-9]{9}$'`)
@Check('party_record_last_name_check', `last_name <> ''`)
@Check('party_record_version_check', 'version > 0')
export class PartyRecordEntity extends PersonColumns {
  @PrimaryColumn('text') agentCode: string;
  @ManyToOne(() => AgentEntity, { nullable: false }) @JoinColumn({ referencedColumnName: 'code' }) agent: Relation<AgentEntity>;
  @PrimaryColumn('bigint', { default: () => 'new_party_id()' }) id: number;
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) serial: number;
}
