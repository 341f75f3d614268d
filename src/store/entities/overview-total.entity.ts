import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A figure of the overview: of an agent, or of all together. Written by: the fold of the overview. */
@Entity()
export class OverviewTotalEntity {
  /** Empty: of all together. */
  @PrimaryColumn('text') agentCode: string;
  @PrimaryColumn('text') part: string;

  /** A status, a day, a month, an age or a kind, as the part has it. */
  @PrimaryColumn('text') key: string;

  /** Empty: of no line of business. */
  @PrimaryColumn('text') line: string;
  @Column('bigint') count: number;
  @Column('numeric', { precision: 18, scale: 2 }) gross: string;
  @Column('numeric', { precision: 18, scale: 2 }) net: string;

  /** Of what waits: since when the one that waits longest does. */
  @Column('timestamptz', { nullable: true }) oldest: Date | null;
}
