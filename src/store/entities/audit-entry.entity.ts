import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** One recorded action of a user; never changed. Written by: every change made in the back office. */
@Entity()
@Index('audit_entry_actor_id_id_idx', ['actorId', 'id'])
@Index('audit_entry_actor_idx', ['actor', 'id'])
@Index('audit_entry_at_idx', ['at'])
@Index('audit_entry_role_id_idx', ['role', 'id'])
@Index('audit_entry_subject_type_subject_id_id_idx', ['subjectType', 'subjectId', 'id'])
@Check('audit_entry_environment_check', `environment IN ('production', 'sandbox')`)
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('timestamptz') at: Date;
  @Column('integer', { nullable: true }) actorId: number | null;
  @ManyToOne(() => AppUserEntity) @JoinColumn({ name: 'actor_id' }) actorUser: Relation<AppUserEntity> | null;
  @Column('text') actor: string;
  @Column('text') action: string;
  @Column('text') subjectType: string;
  @Column('text') subjectId: string;
  @Column('text', { nullable: true }) environment: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('uuid', { nullable: true }) requestId: string | null;
  @Column('jsonb') details: Record<string, unknown>;
  /** Null where nobody had signed in, and of what was done before roles were recorded. */
  @Column('text', { nullable: true }) role: 'admin' | 'underwriter' | 'issuing' | 'agent' | null;
}
