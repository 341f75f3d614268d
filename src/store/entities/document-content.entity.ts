import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DocumentEntity } from './document.entity.js';

/** The bytes of a document; an infected one has none. Written by: uploads, the printing of documents, the virus scan. */
@Entity()
export class DocumentContentEntity {
  @PrimaryColumn('bigint') documentId: number;
  @ManyToOne(() => DocumentEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() document: Relation<DocumentEntity>;
  @Column('bytea') content: Buffer;

  /** What the English copy is printed from; null where there is none. */
  @Column('json', { nullable: true }) english: object | null;
}
