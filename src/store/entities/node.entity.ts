import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that serves this database, by the clock of the database. Written by: each process of itself; one that told nothing for long, by another. */
@Entity()
export class NodeEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') host: string;
  @Column('integer') pid: number;
  @Column('text') version: string;
  @Column('timestamptz') startedAt: Date;
  @Column('timestamptz') seenAt: Date;
}
