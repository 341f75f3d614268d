import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A version of a reference list. It holds the whole list and is never changed. */
@Entity()
export class ParameterVersionEntity {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('integer') version: number;
  @Column('date') validFrom: string;
  @Column('json') content: unknown;
  @Column('timestamptz', { default: () => 'now()' }) loadedAt: Date;
}
