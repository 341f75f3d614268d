import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. */
@Entity()
export class Program {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'program_pkey' })
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  owner: string;

  @Column({ type: 'timestamptz' })
  createdAt: Date;
}
