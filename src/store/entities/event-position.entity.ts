import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** The place of an event in the feed. They are given without gaps; the reset of an agent of the sandbox leaves some. Written by: the publisher of events. */
@Entity()
@Unique('event_position_event_id_key', ['eventId'])
@Index('event_position_agent_code_position_idx', ['agentCode', 'position'])
export class EventPositionEntity {
  @PrimaryColumn('bigint') position: number;

  /** Deleted together with the event. */
  @Column('bigint') eventId: number;
  @Column('text') agentCode: string;
}
