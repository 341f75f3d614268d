import { Column, Entity, PrimaryColumn } from 'typeorm';

export interface RecordedBody {
  readonly text: string;
  /** Whether the end is missing. */
  readonly cut: boolean;
}

/** Headers and JSON bodies of a call in the sandbox. */
export interface RecordedExchange {
  readonly headers: { readonly name: string; readonly value: string }[];
  /** Null without JSON, as the response. */
  readonly request: RecordedBody | null;
  readonly response: RecordedBody | null;
}

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

  /** Null in production. Read only for a single call. */
  @Column('json', { nullable: true, select: false }) exchange: RecordedExchange | null;
}
