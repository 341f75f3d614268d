import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A former state of an application. Written by: a trigger of `application`. */
@Entity()
// Of the AFMs that the state names: of an expression, which cannot be declared here.
@Index('application_version_named_afms_idx', { synchronize: false })
export class ApplicationVersionEntity {
  @PrimaryColumn('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @PrimaryColumn('integer') version: number;
  @Column('timestamptz') validFrom: Date;
  @Column('timestamptz') validUntil: Date;
  @Column('jsonb') state: unknown;
}
