import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A migration that was run on the schema. Written by: the start of the program. */
@Entity('migration')
export class AppliedMigrationEntity {
  @PrimaryGeneratedColumn('increment') id: number;
  @Column('bigint') timestamp: number;
  @Column('varchar') name: string;

  /** Null where a program wrote it that did not say so yet. */
  @Column('boolean', { nullable: true }) isAdditive: boolean | null;
}
