import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AppUser } from './app-user.entity.js';

/** One thing that somebody did; never changed. */
@Entity()
@Index('audit_entry_subject_type_subject_id_id_idx', ['subjectType', 'subjectId', 'id'])
@Index('audit_entry_actor_id_id_idx', ['actorId', 'id'])
@Index('audit_entry_at_idx', ['at'])
@Check('audit_entry_environment_check', `environment IN ('production', 'sandbox')`)
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'audit_entry_pkey' })
  id: number;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Column({ type: 'integer', nullable: true })
  actorId: number | null;

  @ManyToOne(() => AppUser, { nullable: true })
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'audit_entry_actor_id_fkey' })
  actorUser: Relation<AppUser> | null;

  @Column({ type: 'text' })
  actor: string;

  @Column({ type: 'text' })
  action: string;

  @Column({ type: 'text' })
  subjectType: string;

  @Column({ type: 'text' })
  subjectId: string;

  @Column({ type: 'text', nullable: true })
  environment: string | null;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ type: 'uuid', nullable: true })
  requestId: string | null;

  @Column({ type: 'jsonb' })
  details: Record<string, unknown>;
}
