import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. Written by: administration of programs, sign-up. */
@Entity()
export class ProgramEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') owner: string;
  @Column('timestamptz') createdAt: Date;
}
