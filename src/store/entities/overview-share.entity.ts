import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an application adds to the sums of the overview, as it was when it was last looked at. Written by: the fold of the overview. */
@Entity()
export class OverviewShareEntity {
  @PrimaryColumn('bigint') applicationId: number;
  @Column('text') agentCode: string;
  @Column('text') line: string;

  /** Part, key, count, gross and net of each. */
  @Column('jsonb') shares: unknown;
}
