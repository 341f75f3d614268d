import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A call with a known key, or several refusals alike. */
@Entity('call_log')
export class CallLogEntity {
  /** Time of the call, with which the request id begins. */
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('uuid') requestId: string;
  @Column('integer') programId: number;
  @Column('text') keyPrefix: string;
  @Column('text') environment: string;

  /** Agent of the token; null without a valid token. */
  @Column('text', { nullable: true }) agentCode: string | null;
  @Column('text') method: string;

  /** Template of the route, without ids and query. */
  @Column('text') route: string;

  /** 499 if the caller disconnected before the response was sent. */
  @Column('smallint') status: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  @Column('real') durationMs: number;

  /** Number of calls that the row stands for, of which it is the first. */
  @Column('integer') repeats: number;
  @Column('text', { nullable: true }) address: string | null;
}
