import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** The end of a policy before its time, as its act tells it. Written by: cancellation, lapse. */
@Entity()
@Unique('cancellation_application_id_key', ['applicationId'])
@Check('cancellation_kind_check', `kind IN ('CANCELLATION', 'WITHDRAWAL', 'NON_PAYMENT')`)
export class CancellationEntity {
  @PrimaryColumn('bigint', { default: () => `nextval('act_no_seq')` }) actNo: number;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('text') kind: string;

  /** The day as which begins nothing is covered any more. */
  @Column('date') coverEnds: string;
  @Column('timestamptz') cancelledAt: Date;
}
