import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { Store, type Transaction } from '../../store/store.js';
import type { DocumentMetadata, DocumentWithContent, NewDocument, OwnedDocument } from './document.js';

const COLUMNS = `d.id, d.application_id AS "applicationId", d.category_id AS "categoryId", d.file_name AS "fileName", d.mime_type AS "mimeType",
  d.size, encode(d.sha256, 'hex') AS sha256, d.comments, d.is_system AS "isSystem", d.created_at AS "createdAt"`;

const INSERT = `
  WITH inserted AS (
    INSERT INTO document (application_id, category_id, file_name, mime_type, size, sha256, comments, is_system, created_by, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id)
  INSERT INTO document_content (document_id, content) SELECT id, $11 FROM inserted RETURNING document_id AS id`;

/** A row for the application when the agents may see it, with nulls when it has no document. */
const FIND_ALL = `
  SELECT ${COLUMNS} FROM application a LEFT JOIN document d ON d.application_id = a.id
  WHERE a.id = $1 AND a.agent_code = ANY($2) ORDER BY d.id`;

const FIND_ONE = `
  SELECT ${COLUMNS}, c.content FROM application a
  LEFT JOIN (document d JOIN document_content c ON c.document_id = d.id) ON d.application_id = a.id AND d.id = $3
  WHERE a.id = $1 AND a.agent_code = ANY($2)`;

const CHANGED = `${COLUMNS}, d.created_by AS "createdBy"`;

const GET = `SELECT ${CHANGED} FROM document d WHERE d.id = $1`;

const LOCK = `SELECT ${CHANGED} FROM document d WHERE d.application_id = $1 AND d.id = $2 FOR UPDATE`;

const UPDATE = `UPDATE document d SET file_name = $2, category_id = $3, comments = $4 WHERE d.id = $1 RETURNING ${CHANGED}`;

/** The content goes with it. */
const DELETE = `DELETE FROM document WHERE id = $1`;

type OuterRow<Row> = Row | (Omit<Row, 'id'> & { readonly id: null });

@Injectable()
export class DocumentRepository {
  constructor(private readonly store: Store) {}

  /** The id of the new document. */
  async insertDocument(tx: Transaction, document: NewDocument): Promise<number> {
    const { content } = document;
    const [row] = await tx.query<{ id: number }>(INSERT, [
      document.applicationId,
      document.categoryId,
      document.fileName,
      document.mimeType,
      content.length,
      createHash('sha256').update(content).digest(),
      document.comments,
      document.isSystem,
      document.createdBy,
      document.createdAt,
      content,
    ]);
    if (!row) throw new Error('an inserted document must come back');
    return row.id;
  }

  /** The documents of an application, oldest first; null when none of the agents may see the application. */
  async findDocuments(environment: Environment, applicationId: number, agents: readonly string[]): Promise<DocumentMetadata[] | null> {
    const rows = await this.store.query<OuterRow<DocumentMetadata>>(environment, FIND_ALL, [applicationId, agents]);
    return rows.length === 0 ? null : rows.filter((row): row is DocumentMetadata => row.id !== null);
  }

  /** One document with its bytes; null when none of the agents may see the application, undefined when it has no such document. */
  async findDocument(
    environment: Environment,
    applicationId: number,
    documentId: number,
    agents: readonly string[],
  ): Promise<DocumentWithContent | null | undefined> {
    const [row] = await this.store.query<OuterRow<DocumentWithContent>>(environment, FIND_ONE, [applicationId, agents, documentId]);
    if (!row) return null;
    return row.id === null ? undefined : row;
  }

  /** A document that is there. */
  async getMetadata(tx: Transaction, id: number): Promise<OwnedDocument> {
    return onlyRow(await tx.query<OwnedDocument>(GET, [id]));
  }

  /** The document of the application, locked until the end of the transaction; undefined when it has no such one. */
  async lockMetadata(tx: Transaction, applicationId: number, id: number): Promise<OwnedDocument | undefined> {
    const [row] = await tx.query<OwnedDocument>(LOCK, [applicationId, id]);
    return row;
  }

  async updateDocument(tx: Transaction, { id, fileName, categoryId, comments }: OwnedDocument): Promise<OwnedDocument> {
    return onlyRow(await tx.query<OwnedDocument>(UPDATE, [id, fileName, categoryId, comments]));
  }

  async deleteDocument(tx: Transaction, id: number): Promise<void> {
    await tx.query(DELETE, [id]);
  }
}

function onlyRow(rows: readonly OwnedDocument[]): OwnedDocument {
  const [row] = rows;
  if (!row) throw new Error('a document that was just there must be there');
  return row;
}
