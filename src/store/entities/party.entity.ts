import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The insurer's own record of a person or company, one for each AFM. Written by: the register of parties, decisions of the staff. */
@Entity()
@Unique('party_afm_key', ['afm'])
@Index('party_name_search_idx', ['nameSearch'], { type: 'gin' })
@Check('party_afm_check', `afm ~ '^[0-9]{9}$'`)
@Check('party_last_name_check', `last_name <> ''`)
@Check('party_version_check', 'version > 0')
export class PartyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') afm: string;
  @Column('text') personType: string;
  @Column('text') lastName: string;
  @Column('text', { nullable: true }) firstName: string | null;
  @Column('text', { nullable: true }) fathersName: string | null;
  @Column('date', { nullable: true }) birthdate: string | null;
  @Column('text', { nullable: true }) genderCode: string | null;
  @Column('text', { nullable: true }) occupationCode: string | null;
  @Column({
    type: 'text',
    asExpression: `fold_name(((last_name || ' '::text) || COALESCE(first_name, ''::text)))`,
    generatedType: 'STORED',
  })
  nameSearch: string;
  @Column('integer', { default: 1 }) version: number;
  @Column('text') updatedBy: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
  @Column('timestamptz', { nullable: true }) decidedAt: Date | null;
}
