import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { copyIn, Store, type Transaction } from '../../store/store.js';
import type { Filed } from './document-category.js';
import type { DocumentMetadata, NewDocument, OwnedDocument } from './document.js';
import type { RenderRequest } from './rendering/render-request.js';

const COLUMNS = `d.id, d.application_id AS "applicationId", d.category_id AS "categoryId", d.file_name AS "fileName", d.mime_type AS "mimeType",
  d.size, encode(d.sha256, 'hex') AS sha256, d.comments, d.is_system AS "isSystem", d.scan, d.created_at AS "createdAt",
  d.system_key AS "systemKey"`;

/** The scanner goes by real time: it does not wait for the day on which an agent's clock is ahead. */
const INSERT_ROW = `
  INSERT INTO document AS d (application_id, category_id, file_name, mime_type, size, sha256, comments, is_system, created_by, created_at, scan, scan_at,
    system_key, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::text, CASE $11::text WHEN 'pending' THEN least($10::timestamptz, clock_timestamp()) END, $12, $10::timestamptz)
  ON CONFLICT (application_id, system_key) WHERE system_key IS NOT NULL DO NOTHING`;

const INSERT = `${INSERT_ROW} RETURNING ${COLUMNS}, d.created_by AS "createdBy"`;

/** In one statement. As a parameter the content is copied several times over on its way, so it is a small one. */
const INSERT_SMALL = `
  WITH inserted AS (${INSERT_ROW} RETURNING *),
  filled AS (INSERT INTO document_content (document_id, content, english) SELECT id, $13::bytea, $14::json FROM inserted)
  SELECT ${COLUMNS}, d.created_by AS "createdBy" FROM inserted d`;
const MAX_SMALL_BYTES = 256 * 1024;

const COPY_CONTENT = `COPY document_content (document_id, content, english) FROM STDIN (FORMAT binary)`;

/** A row for the application when the agents may see it, with nulls when it has no document. */
const FIND_ALL = `
  SELECT ${COLUMNS} FROM application a LEFT JOIN document d ON d.application_id = a.id
  WHERE a.id = $1 AND a.agent_code = ANY($2) ORDER BY d.id`;

const FIND_ONE = `
  SELECT ${COLUMNS} FROM application a LEFT JOIN document d ON d.application_id = a.id AND d.id = $3
  WHERE a.id = $1 AND a.agent_code = ANY($2)`;

/** Null for what was printed before there were copies, and for uploads. */
const READ_ENGLISH = `SELECT english FROM document_content WHERE document_id = $1 AND english IS NOT NULL`;

/** Content is stored as it is, in pieces of its own: a part is found without reading what is before it. */
const READ = `SELECT substring(content FROM $2 + 1 FOR $3) AS part FROM document_content WHERE document_id = $1`;

const FIND_SYSTEM = `SELECT ${COLUMNS} FROM document d WHERE d.application_id = $1 AND d.system_key = $2`;

const CHANGED = `${COLUMNS}, d.created_by AS "createdBy"`;

const LOCK = `SELECT ${CHANGED} FROM document d WHERE d.application_id = $1 AND d.id = $2 FOR UPDATE`;

const UPDATE = `UPDATE document d SET file_name = $2, category_id = $3, comments = $4 WHERE d.id = $1 RETURNING ${CHANGED}`;

/** Nobody changes the status before the transaction ends. */
const LOCK_APPLICATION = `SELECT line, status FROM application WHERE id = $1 FOR SHARE`;

/** The content goes with it. */
const DELETE = `DELETE FROM document WHERE id = $1`;

type OuterRow<Row> = Row | (Omit<Row, 'id'> & { readonly id: null });

/** The documents of applications. SQL of our own: one round trip; content is copied in and read in parts (ADR-2). */
@Injectable()
export class DocumentRepository {
  constructor(private readonly store: Store) {}

  /** Deferred: what a document belongs to, which keeps its status until the transaction ends. */
  lockApplication(tx: Transaction, id: number): () => Filed {
    const locked = tx.defer<Filed>(LOCK_APPLICATION, [id]);
    return () => {
      const [application] = locked.rows;
      if (!application) throw new Error('an application that was just there must be there');
      return application;
    };
  }

  /** The new document. */
  async insertDocument(tx: Transaction, document: NewDocument): Promise<OwnedDocument> {
    const inserted = await this.insert(tx, null, document);
    if (!inserted) throw new Error('an inserted document must come back');
    return inserted;
  }

  /** The new document of the system; null when the application has the one with that key. */
  insertSystemDocument(tx: Transaction, key: string, document: NewDocument): Promise<OwnedDocument | null> {
    return this.insert(tx, key, document);
  }

  /** The documents of an application, oldest first; null when none of the agents may see the application. */
  async findDocuments(where: Environment | Writer, applicationId: number, agents: readonly string[]): Promise<DocumentMetadata[] | null> {
    const rows = await this.store.query<OuterRow<DocumentMetadata>>(where, FIND_ALL, [applicationId, agents]);
    return rows.length === 0 ? null : rows.filter((row): row is DocumentMetadata => row.id !== null);
  }

  /** One document; null when none of the agents may see the application, undefined when it has no such document. */
  async findDocument(
    environment: Environment,
    applicationId: number,
    documentId: number,
    agents: readonly string[],
  ): Promise<DocumentMetadata | null | undefined> {
    const [row] = await this.store.query<OuterRow<DocumentMetadata>>(environment, FIND_ONE, [applicationId, agents, documentId]);
    if (!row) return null;
    return row.id === null ? undefined : row;
  }

  /** So many bytes of a document's content from the offset on; null when there is none (any more). */
  async readContent(environment: Environment, id: number, offset: number, bytes: number): Promise<Buffer | null> {
    const [row] = await this.store.query<{ part: Buffer }>(environment, READ, [id, offset, bytes]);
    return row?.part ?? null;
  }

  /** What the English copy of a document is printed from, as JSON; null when there is none. */
  async readEnglish(environment: Environment, id: number): Promise<RenderRequest | null> {
    const [row] = await this.store.query<{ english: RenderRequest }>(environment, READ_ENGLISH, [id]);
    return row?.english ?? null;
  }

  /** The system's document with the key; null when the application has none. */
  async findSystemDocument(environment: Environment, applicationId: number, key: string): Promise<DocumentMetadata | null> {
    const [row] = await this.store.query<DocumentMetadata>(environment, FIND_SYSTEM, [applicationId, key]);
    return row ?? null;
  }

  /** The document of the application, locked until the end of the transaction; undefined when it has no such one. */
  async lockMetadata(tx: Transaction, applicationId: number, id: number): Promise<OwnedDocument | undefined> {
    const [row] = await tx.query<OwnedDocument>(LOCK, [applicationId, id]);
    return row;
  }

  /** Deferred. */
  updateDocument(tx: Transaction, { id, fileName, categoryId, comments }: OwnedDocument): () => OwnedDocument {
    const updated = tx.defer<OwnedDocument>(UPDATE, [id, fileName, categoryId, comments]);
    return () => onlyRow(updated.rows);
  }

  /** Deferred. */
  deleteDocument(tx: Transaction, id: number): void {
    tx.defer(DELETE, [id]);
  }

  private async insert(tx: Transaction, key: string | null, document: NewDocument): Promise<OwnedDocument | null> {
    const { content } = document;
    const english = document.english === undefined ? null : JSON.stringify(document.english);
    const values = [
      document.applicationId,
      document.categoryId,
      document.fileName,
      document.mimeType,
      content.length,
      document.sha256 ?? createHash('sha256').update(content).digest(),
      document.comments,
      document.isSystem,
      document.createdBy,
      document.createdAt,
      document.scan ?? 'clean',
      key,
    ];
    const isSmall = content.length <= MAX_SMALL_BYTES;
    const [inserted] = await (isSmall
      ? tx.query<OwnedDocument>(INSERT_SMALL, [...values, content, english])
      : tx.query<OwnedDocument>(INSERT, values));
    if (!inserted) return null;
    if (!isSmall) await copyIn(tx, COPY_CONTENT, contentRow(inserted.id, content, english));
    return inserted;
  }
}

const COPY_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_END = Buffer.from([0xff, 0xff]);
const COPY_PART_BYTES = 64 * 1024;

/** One row of three fields in the binary format of COPY. */
function* contentRow(id: number, content: Buffer, english: string | null): Generator<Buffer, void> {
  const head = Buffer.alloc(18);
  head.writeInt16BE(3, 0);
  head.writeInt32BE(8, 2);
  head.writeBigInt64BE(BigInt(id), 6);
  head.writeInt32BE(content.length, 14);
  yield Buffer.concat([COPY_HEAD, head]);
  for (let offset = 0; offset < content.length; offset += COPY_PART_BYTES) yield content.subarray(offset, offset + COPY_PART_BYTES);
  yield jsonField(english);
  yield COPY_END;
}

function jsonField(json: string | null): Buffer {
  const text = Buffer.from(json ?? '');
  const length = Buffer.alloc(4);
  length.writeInt32BE(json === null ? -1 : text.length);
  return Buffer.concat([length, text]);
}

function onlyRow(rows: readonly OwnedDocument[]): OwnedDocument {
  const [row] = rows;
  if (!row) throw new Error('a document that was just there must be there');
  return row;
}
