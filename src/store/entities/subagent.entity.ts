import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** A subagent. None is ever deleted: the status says whether it is active. Written by: administration of agents. */
@Entity()
@Check('subagent_code_check', `code ~ '^[A-Za-z0-9._-]{1,20}$'`)
@Check('subagent_name_check', '(char_length(name) >= 1) AND (char_length(name) <= 200)')
@Check('subagent_status_check', '(status >= 0) AND (status <= 3)')
export class SubagentEntity {
  @PrimaryColumn('text') agentCode: string;
  @ManyToOne(() => AgentEntity, { nullable: false }) @JoinColumn({ referencedColumnName: 'code' }) agent: Relation<AgentEntity>;
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('smallint') status: 0 | 1 | 2 | 3;
}
