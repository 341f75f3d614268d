import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** What time it is for an agent of the sandbox; production has none. Written by: the agent's clock and reset. */
@Entity()
@Check('agent_clock_state_check', `state IN ('ready', 'advancing', 'resetting')`)
@Check('agent_clock_advance_to_check', `(state = 'advancing') = (advance_to IS NOT NULL)`)
@Check('agent_clock_frozen_check', '(frozen_at IS NULL) = (began_at IS NULL)')
export class AgentClockEntity {
  @PrimaryColumn('text') agentCode: string;

  @OneToOne(() => AgentEntity)
  @JoinColumn({ name: 'agent_code' })
  agent: AgentEntity;

  /** Raised by what nothing may be written across: a freeze, an advance, a reset. */
  @Column('bigint', { default: 0 }) generation: number;
  @Column('text', { default: 'ready' }) state: 'ready' | 'advancing' | 'resetting';

  /** The agent's time, which stands still; null: real time. */
  @Column('timestamptz', { nullable: true }) frozenAt: Date | null;

  /** Real time at the first freeze. */
  @Column('timestamptz', { nullable: true }) beganAt: Date | null;

  /** Where an advance under way ends. */
  @Column('timestamptz', { nullable: true }) advanceTo: Date | null;

  /** Real time until which an advance is one process's. */
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
}
