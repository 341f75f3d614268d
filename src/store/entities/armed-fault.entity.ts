import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** A fault that the next calls of an agent of the sandbox meet; production has none. Written by: the sandbox's faults. */
@Entity()
@Index('armed_fault_agent_code_idx', ['agentCode'])
@Check('armed_fault_left_calls_check', 'left_calls >= 0')
export class ArmedFaultEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') agentCode: string;

  @ManyToOne(() => AgentEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'agent_code' })
  agent: Relation<AgentEntity>;

  /** As the header `X-Test-Fault` names it. */
  @Column('text') status: string;

  /** A method and a path, or one of them; null: any call. */
  @Column('text', { nullable: true }) route: string | null;
  @Column('smallint') leftCalls: number;

  /** Real time: it is over after an hour. */
  @Column('timestamptz', { default: () => 'now()' }) armedAt: Date;
}
