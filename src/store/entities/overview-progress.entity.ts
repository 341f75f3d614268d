import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the overview is; one row. Written by: the fold of the overview. */
@Entity()
@Check('overview_progress_as_of_check', '(filled_to IS NULL) OR (as_of IS NULL)')
@Check('overview_progress_id_check', 'id = 1')
export class OverviewProgressEntity {
  @PrimaryColumn('smallint', { default: 1 }) id: number;

  /** Up to here the feed of events is folded. */
  @Column('bigint') position: number;

  /** Up to this id all applications were looked at; null: there is none that was not. */
  @Column('bigint', { nullable: true }) filledTo: number | null;

  /** When the figures were true; null while they are filled. */
  @Column('timestamptz', { nullable: true }) asOf: Date | null;
}
