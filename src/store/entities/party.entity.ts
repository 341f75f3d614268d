import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The insurer's own record of a person or company, one for each AFM. */
@Entity()
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
