import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A former state of an application. Written by: a trigger of `application`. */
@Entity()
export class ApplicationVersionEntity {
  @PrimaryColumn('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @PrimaryColumn('integer') version: number;
  @Column('timestamptz') validFrom: Date;
  @Column('timestamptz') validUntil: Date;
  @Column('jsonb') state: unknown;
}
