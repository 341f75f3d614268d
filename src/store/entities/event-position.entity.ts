import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** The place of an event in the feed. Positions have no gaps. Written by: the publisher of events. */
@Entity()
@Unique('event_position_event_id_key', ['eventId'])
@Index('event_position_agent_code_position_idx', ['agentCode', 'position'])
export class EventPositionEntity {
  @PrimaryColumn('bigint') position: number;

  /** Deleted together with the event. */
  @Column('bigint') eventId: number;
  @Column('text') agentCode: string;
}
