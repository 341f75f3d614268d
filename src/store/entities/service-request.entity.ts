import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** A request of an agent to the insurer. Written by: the agents; staff answer and close. */
@Entity()
@Unique('service_request_number_key', ['number'])
@Index('service_request_agent_code_idx', ['agentCode', 'id'])
@Index('service_request_status_idx', ['status', 'id'])
@Check('service_request_answer_check', `((answer IS NULL) = (answered_at IS NULL)) AND ((status <> 'ANSWERED') OR (answer IS NOT NULL))`)
@Check('service_request_closed_at_check', `(status = 'CLOSED') = (closed_at IS NOT NULL)`)
@Check('service_request_status_check', `status IN ('OPEN', 'ANSWERED', 'CLOSED')`)
export class ServiceRequestEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') number: string;
  @Column('text') category: string;
  @Column('text') subject: string;
  @Column('text') body: string;
  @Column('text') agentCode: string;
  @ManyToOne(() => AgentEntity, { nullable: false }) @JoinColumn({ referencedColumnName: 'code' }) agent: Relation<AgentEntity>;
  @Column('bigint') userId: number;
  @Column('text') userName: string;
  @Column('text', { default: 'OPEN' }) status: 'OPEN' | 'ANSWERED' | 'CLOSED';
  @Column('text', { nullable: true }) answer: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) answeredAt: Date | null;
  @Column('timestamptz', { nullable: true }) closedAt: Date | null;
}
