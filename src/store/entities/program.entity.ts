import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. */
@Entity()
export class ProgramEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') owner: string;

  /** User who signed up for it; null if an administrator created it. */
  @Column('integer', { nullable: true }) userId: number | null;

  /** User whose console it is; null for every other program. */
  @Column('integer', { nullable: true }) consoleUserId: number | null;
  @Column('timestamptz') createdAt: Date;
}
