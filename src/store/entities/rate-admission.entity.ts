import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Calls of one program to one service counted by the rate limit in one batch. */
@Entity()
@Index('rate_admission_expires_ms_idx', ['expiresMs'])
@Check('rate_admission_last_ms_check', 'last_ms >= first_ms')
@Check('rate_admission_expires_ms_check', 'expires_ms >= last_ms')
export class RateAdmission {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'rate_admission_pkey' })
  batchId: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rate_admission_pkey' })
  programId: number;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'rate_admission_pkey' })
  service: string;

  @Column({ type: 'bigint' })
  firstMs: number;

  @Column({ type: 'bigint' })
  lastMs: number;

  @Column({ type: 'bigint' })
  expiresMs: number;

  @Column({ type: 'integer', array: true })
  offsetsMs: number[];
}
