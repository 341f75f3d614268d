import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('call_log')
export class CallLogEntity {
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('uuid') requestId: string;
  @Column('integer') programId: number;
  @Column('text') keyPrefix: string;
  @Column('text') environment: string;

  @Column('text', { nullable: true }) agentCode: string | null;
  @Column('text') method: string;

  @Column('text') route: string;

  /** 499 if the caller disconnected before the response was sent. */
  @Column('smallint') status: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  @Column('real') durationMs: number;

  @Column('integer') repeats: number;
  @Column('text', { nullable: true }) address: string | null;
}
