import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ApplicationEntity } from './application.entity.js';

/** A document of an application. The bytes are stored apart, so that lists never read them. Written by: uploads, the printing of documents, the virus scan. */
@Entity()
@Index('document_application_id_idx', ['applicationId', 'id'])
@Index('document_scan_at_idx', ['scanAt', 'id'], { where: `scan = 'pending'` })
@Index('document_system_key_key', ['applicationId', 'systemKey'], { unique: true, where: 'system_key IS NOT NULL' })
@Check('document_scan_at_check', `(scan = 'pending') = (scan_at IS NOT NULL)`)
@Check('document_scan_check', `scan IN ('pending', 'clean', 'infected')`)
@Check('document_sha256_check', 'octet_length(sha256) = 32')
@Check('document_size_check', '(size > 0) AND (size < 3000000)')
@Check('document_system_key_check', '(system_key IS NULL) OR is_system')
export class DocumentEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') applicationId: number;
  @ManyToOne(() => ApplicationEntity, { nullable: false }) @JoinColumn() application: Relation<ApplicationEntity>;
  @Column('integer') categoryId: number;
  @Column('text') fileName: string;
  @Column('text') mimeType: string;
  @Column('integer') size: number;
  @Column('bytea') sha256: Buffer;
  @Column('text', { nullable: true }) comments: string | null;
  @Column('boolean') isSystem: boolean;
  @Column('text') createdBy: string;
  @Column('timestamptz') createdAt: Date;
  @Column('text', { default: 'clean' }) scan: string;
  @Column('timestamptz', { nullable: true }) scanAt: Date | null;

  /** What a document of the system is of (`receipt:1042`). */
  @Column('text', { nullable: true }) systemKey: string | null;

  /** When it came, or was found infected; null when that was before there were events. */
  @Column('timestamptz', { nullable: true }) changedAt: Date | null;
}
