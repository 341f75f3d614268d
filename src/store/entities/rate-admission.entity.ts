import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Calls of one program counted by the rate limit in one batch. */
@Entity()
@Index('rate_admission_last_ms_idx', ['lastMs'])
@Check('rate_admission_last_ms_check', 'last_ms >= first_ms')
export class RateAdmission {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'rate_admission_pkey' })
  batchId: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rate_admission_pkey' })
  programId: number;

  @Column({ type: 'bigint' })
  firstMs: number;

  @Column({ type: 'bigint' })
  lastMs: number;

  @Column({ type: 'integer', array: true })
  offsetsMs: number[];
}
