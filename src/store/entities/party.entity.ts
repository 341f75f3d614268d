import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { PersonColumns } from '../person-columns.js';

/** The insurer's own record of a person or company, one for each AFM. Written by: the register of parties, decisions of the staff. */
@Entity()
@Unique('party_afm_key', ['afm'])
@Index('party_name_search_idx', ['nameSearch'], { type: 'gin' })
@Check('party_afm_check', `afm ~ '^[0-9]{9}$'`)
@Check('party_last_name_check', `last_name <> ''`)
@Check('party_version_check', 'version > 0')
export class PartyEntity extends PersonColumns {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('timestamptz', { nullable: true }) decidedAt: Date | null;
}
