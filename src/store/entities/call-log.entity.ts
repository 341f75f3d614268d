import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A call with a known key, or several refusals alike. Partitioned by UTC day of `at`; a day's partition is dropped after a week, and no dump has
 * any. Written by: the request log.
 */
@Entity('call_log')
@Index('call_log_program_id_at_idx', ['programId', 'at'])
@Check('call_log_environment_check', `environment IN ('production', 'sandbox')`)
@Check('call_log_repeats_check', 'repeats > 0')
export class CallLogEntity {
  /** When the call came: the moment that the request id begins with. */
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('uuid') requestId: string;
  @Column('integer') programId: number;
  @Column('text') keyPrefix: string;
  @Column('text') environment: string;

  /** The agent of the token; null where no live token came, or was looked up. */
  @Column('text', { nullable: true }) agentCode: string | null;
  @Column('text') method: string;

  /** Its template: never the path that was called, nor a query. */
  @Column('text') route: string;

  /** 499 where the caller went away before the response was sent. */
  @Column('smallint') status: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  @Column('real') durationMs: number;

  /** How many calls the row stands for: it is the first of them. */
  @Column('integer') repeats: number;
  @Column('text', { nullable: true }) address: string | null;
}
