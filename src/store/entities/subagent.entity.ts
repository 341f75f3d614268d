import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A subagent. None is ever deleted: the status says whether it is active. */
@Entity()
export class SubagentEntity {
  @PrimaryColumn('text') agentCode: string;
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('smallint') status: 0 | 1 | 2 | 3;
}
