import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who of the insurer's people works on an application. */
@Entity()
export class ApplicationAssigneeEntity {
  @PrimaryColumn('bigint') applicationId: number;

  /** Of `gateway.app_user`, as is `assignedBy`. */
  @Column('integer') userId: number;
  @Column('integer') assignedBy: number;
  @Column('timestamptz') assignedAt: Date;
}
