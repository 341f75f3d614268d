import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Calls of one program to one service counted by the rate limit in one batch. Written by: the rate limit. */
@Entity()
@Index('rate_admission_expires_ms_idx', ['expiresMs'])
@Check('rate_admission_expires_ms_check', 'expires_ms >= last_ms')
@Check('rate_admission_last_ms_check', 'last_ms >= first_ms')
export class RateAdmissionEntity {
  @PrimaryColumn('uuid') batchId: string;
  @PrimaryColumn('integer') programId: number;
  @Column('bigint') firstMs: number;
  @Column('bigint') lastMs: number;
  @Column('integer', { array: true }) offsetsMs: number[];
  @PrimaryColumn('text') service: string;
  @Column('bigint') expiresMs: number;
}
