import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The erasure of a person: what is still to be done, and at the end the counts alone. Written by: the erasure of persons. */
@Entity()
@Index('erasure_running_idx', ['retryAt', 'partyId'], { where: `state = 'running'` })
@Check('erasure_done_check', `(state = 'done') = (finished_at IS NOT NULL)`)
@Check('erasure_forgotten_check', `((state = 'running') = (afm IS NOT NULL)) AND ((state = 'running') = (actor IS NOT NULL))`)
@Check('erasure_state_check', `state IN ('running', 'done')`)
export class ErasureEntity {
  @PrimaryColumn('bigint') partyId: number;
  @Column('text', { default: 'running' }) state: string;
  @Column('text', { nullable: true }) afm: string | null;
  @Column('jsonb', { nullable: true }) actor: unknown;
  @Column('text') requestedBy: string;
  @Column('integer') size: number;
  @Column('bigint', { default: 0 }) rowsDone: number;
  @Column('bigint') rowsTotal: number;
  @Column('jsonb') counts: unknown;
  @Column('integer', { default: 0 }) failures: number;
  @Column('text', { nullable: true }) fault: string | null;
  @Column('timestamptz') retryAt: Date;
  @Column('timestamptz') startedAt: Date;
  @Column('timestamptz', { nullable: true }) finishedAt: Date | null;

  /** Id of the last application that is done. */
  @Column('bigint', { default: 0 }) after: number;

  /** Last version that is done of the next application. */
  @Column('integer', { default: 0 }) afterVersion: number;
}
