import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('timestamptz') at: Date;
  @Column('integer', { nullable: true }) actorId: number | null;
  @Column('text') actor: string;
  @Column('text') action: string;
  @Column('text') subjectType: string;
  @Column('text') subjectId: string;
  @Column('text', { nullable: true }) environment: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('uuid', { nullable: true }) requestId: string | null;
  @Column('jsonb') details: Record<string, unknown>;
  /** Null where nobody had signed in, and of what was done before roles were recorded. */
  @Column('text', { nullable: true }) role: 'admin' | 'underwriter' | 'issuing' | 'accounting' | 'auditor' | 'agent' | null;
  /** Hash of the details that an erasure removes; null without any. */
  @Column('bytea', { nullable: true }) erasableSha256: Buffer | null;
  /** Hash of the entry. Null if the program did not write it. */
  @Column('bytea', { nullable: true }) sha256: Buffer | null;
  /** Random prefix of what `erasableSha256` covers. Erased with it; null also for entries of an earlier version. */
  @Column('bytea', { nullable: true }) erasableSalt: Buffer | null;
}
