import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { EventEntity } from './event.entity.js';

/** The place of an event in the feed. Positions have no gaps. Written by: the publisher of events. */
@Entity()
@Index('event_position_agent_code_position_idx', ['agentCode', 'position'])
export class EventPositionEntity {
  @PrimaryColumn('bigint') position: number;
  @Column('bigint') eventId: number;
  @OneToOne(() => EventEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() event: Relation<EventEntity>;
  @Column('text') agentCode: string;
}
