import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import type { Filed } from './document-category.js';
import { Status } from '../applications/status.js';
import { SystemCategory, VALID_AFTER_CANCELLATION, type DocumentMetadata, type NewDocument, type OwnedDocument } from './document.js';
import type { RenderRequest } from './rendering/render-document.js';

const COLUMNS = `d.id, d.application_id AS "applicationId", d.category_id AS "categoryId", d.file_name AS "fileName", d.mime_type AS "mimeType",
  d.size, encode(d.sha256, 'hex') AS sha256, d.comments, d.is_system AS "isSystem", d.scan, d.created_at AS "createdAt",
  d.system_key AS "systemKey"`;

const WRITTEN = `${COLUMNS}, false AS "isCancelled"`;

const buildVehicle = (questionnaire: string): string => `(SELECT string_agg(coalesce(${questionnaire} ->> name, ''), '|' ORDER BY name)
  FROM unnest('{plateNo,frameNumber,makeCode,modelCode,factoryName}'::text[]) name)`;

/** Present vehicle of policy `a`; empty for that of the issue (documents.54). */
export const CARD_VEHICLE = `coalesce((
  SELECT CASE WHEN s.questionnaire IS NULL OR ${buildVehicle('s.questionnaire')} = ${buildVehicle('a.questionnaire')} THEN ''
    ELSE ':' || left(md5(${buildVehicle('a.questionnaire')}), 8) END
  FROM contract_segment s WHERE s.application_id = a.id ORDER BY s.id LIMIT 1), '')`;

const FIND_VEHICLE = `
  SELECT ${CARD_VEHICLE} AS vehicle, (
    SELECT min(s.from_date) FROM contract_segment s
    WHERE s.application_id = a.id AND s.known_until IS NULL AND ${buildVehicle('s.questionnaire')} = ${buildVehicle('a.questionnaire')}) AS since
  FROM application a WHERE a.id = $1`;

const OF_APPLICATION = `${COLUMNS}, d.is_system AND CASE
    WHEN a.status = '${Status.CANCELLED_MID_TERM}' THEN d.category_id NOT IN (${VALID_AFTER_CANCELLATION.join(', ')})
    WHEN d.category_id = ${SystemCategory.GREEN_CARD} THEN a.questionnaire ->> 'isSuspended' IS NOT NULL OR substr(d.system_key, 22) <> ${CARD_VEHICLE}
    WHEN d.category_id = ${SystemCategory.AMENDMENT} THEN EXISTS (
      SELECT FROM amendment m WHERE m.application_id = a.id AND m.reversed_at IS NOT NULL AND d.system_key = 'amendment:' || m.amendment_no)
    ELSE false END AS "isCancelled"`;

/** `scan_at` is real time, because an agent's clock may be ahead. */
const INSERT_ROW = `
  INSERT INTO document AS d (application_id, category_id, file_name, mime_type, size, sha256, comments, is_system, created_by, created_at, scan, scan_at,
    system_key, changed_at, id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::text, CASE $11::text WHEN 'pending' THEN least($10::timestamptz, clock_timestamp()) END, $12, $10::timestamptz,
    coalesce($15::bigint, nextval('document_id_seq')))
  ON CONFLICT (application_id, system_key) WHERE system_key IS NOT NULL DO NOTHING`;

const INSERT = `
  WITH inserted AS (${INSERT_ROW} RETURNING *),
  filled AS (INSERT INTO document_content (document_id, content, english) SELECT id, $13::bytea, $14::json FROM inserted)
  SELECT ${WRITTEN}, d.created_by AS "createdBy" FROM inserted d`;

const FIND_ALL = `
  SELECT ${OF_APPLICATION} FROM application a LEFT JOIN document d ON d.application_id = a.id
  WHERE a.id = $1 AND a.agent_code = ANY($2) ORDER BY d.id`;

const FIND_ONE = `
  SELECT ${OF_APPLICATION} FROM application a JOIN document d ON d.application_id = a.id AND d.id = $3
  WHERE a.id = $1 AND a.agent_code = ANY($2)`;

const READ_ENGLISH = `SELECT english FROM document_content WHERE document_id = $1 AND english IS NOT NULL`;

/** Content is stored uncompressed, so that a part is read alone. */
const READ = `SELECT substring(content FROM $2 + 1 FOR $3) AS part FROM document_content WHERE document_id = $1`;

const IS_ARCHIVED = `SELECT d.archived_at IS NOT NULL AS "isArchived" FROM document d WHERE d.id = $1`;

const FIND_SYSTEM = `SELECT ${OF_APPLICATION} FROM document d JOIN application a ON a.id = d.application_id WHERE d.application_id = $1 AND d.system_key = $2`;

const CHANGED = `${WRITTEN}, d.created_by AS "createdBy"`;

const LOCK = `SELECT ${CHANGED} FROM document d WHERE d.application_id = $1 AND d.id = $2 FOR UPDATE`;

const UPDATE = `UPDATE document d SET file_name = $2, category_id = $3, comments = $4 WHERE d.id = $1 RETURNING ${CHANGED}`;

const LOCK_APPLICATION = `SELECT line, status FROM application WHERE id = $1 FOR SHARE`;

const DELETE = `DELETE FROM document WHERE id = $1`;

type OuterRow<Row> = Row | (Omit<Row, 'id'> & { readonly id: null });

@Injectable()
export class DocumentRepository {
  constructor(private readonly store: Store) {}

  /** Locks the application of a document, so that its status stays until the transaction ends. */
  async lockApplication(tx: Transaction, id: number): Promise<Filed> {
    const [application] = await tx.query<Filed>(LOCK_APPLICATION, [id]);
    if (!application) throw new Error(`application ${id} of a document was not found`);
    return application;
  }

  async insertDocument(tx: Transaction, document: NewDocument): Promise<OwnedDocument> {
    const inserted = await this.insert(tx, null, document);
    if (!inserted) throw new Error('the insert of a document returned no row');
    return inserted;
  }

  insertSystemDocument(tx: Transaction, key: string, document: NewDocument): Promise<OwnedDocument | null> {
    return this.insert(tx, key, document);
  }

  /** Null when none of the agents may see the application. */
  async findDocuments(where: Environment | Writer, applicationId: number, agents: readonly string[]): Promise<DocumentMetadata[] | null> {
    const rows = await this.store.query<OuterRow<DocumentMetadata>>(where, FIND_ALL, [applicationId, agents]);
    return rows.length === 0 ? null : rows.filter((row): row is DocumentMetadata => row.id !== null);
  }

  async findDocument(
    environment: Environment,
    applicationId: number,
    id: number,
    agents: readonly string[],
  ): Promise<DocumentMetadata | null> {
    const [row] = await this.store.query<DocumentMetadata>(environment, FIND_ONE, [applicationId, agents, id]);
    return row ?? null;
  }

  /** Null when the document is deleted or archived. */
  async readContent(environment: Environment, id: number, offset: number, bytes: number): Promise<Buffer | null> {
    const [row] = await this.store.query<{ part: Buffer }>(environment, READ, [id, offset, bytes]);
    return row?.part ?? null;
  }

  async isArchived(environment: Environment, id: number): Promise<boolean> {
    const [row] = await this.store.query<{ isArchived: boolean }>(environment, IS_ARCHIVED, [id]);
    return row?.isArchived ?? false;
  }

  async readEnglish(environment: Environment, id: number): Promise<RenderRequest | null> {
    const [row] = await this.store.query<{ english: RenderRequest }>(environment, READ_ENGLISH, [id]);
    return row?.english ?? null;
  }

  async findSystemDocument(environment: Environment, applicationId: number, key: string): Promise<DocumentMetadata | null> {
    const [row] = await this.store.query<DocumentMetadata>(environment, FIND_SYSTEM, [applicationId, key]);
    return row ?? null;
  }

  async findCardVehicle(environment: Environment, applicationId: number): Promise<{ vehicle: string; since: LocalDate | null }> {
    return getRow(await this.store.query<{ vehicle: string; since: LocalDate | null }>(environment, FIND_VEHICLE, [applicationId]));
  }

  async lockMetadata(tx: Transaction, applicationId: number, id: number): Promise<OwnedDocument | undefined> {
    const [row] = await tx.query<OwnedDocument>(LOCK, [applicationId, id]);
    return row;
  }

  async updateDocument(tx: Transaction, { id, fileName, categoryId, comments }: OwnedDocument): Promise<OwnedDocument> {
    const [updated] = await tx.query<OwnedDocument>(UPDATE, [id, fileName, categoryId, comments]);
    if (!updated) throw new Error(`document ${id} was not found`);
    return updated;
  }

  async deleteDocument(tx: Transaction, id: number): Promise<void> {
    await tx.query(DELETE, [id]);
  }

  private async insert(tx: Transaction, key: string | null, document: NewDocument): Promise<OwnedDocument | null> {
    const { content } = document;
    const [inserted] = await tx.query<OwnedDocument>(INSERT, [
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
      content,
      document.english === undefined ? null : JSON.stringify(document.english),
      document.id,
    ]);
    return inserted ?? null;
  }
}
