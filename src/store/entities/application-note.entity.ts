import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A note of the insurer's people at an application, for each other; no agent sees one. Written by: staff; changed by erasure alone. */
@Entity()
@Index('application_note_application_id_idx', ['applicationId', 'id'])
export class ApplicationNoteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() application: Relation<ApplicationEntity>;

  /** Of `gateway.app_user`. */
  @Column('integer') userId: number;
  @Column('text') userName: string;
  @Column('text') text: string;
  @Column('timestamptz') createdAt: Date;
}
