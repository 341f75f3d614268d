import { getRow, type Transaction } from '../../../store/store.js';
import { PRINT_LEASE_END } from '../../core/applications/print-task.js';
import type { RenderRequest } from '../../core/documents/rendering/render-document.js';

/** The content of a policy's document in both languages, as of its issue (documents.9). */
export interface PolicyToPrint {
  readonly fileName: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly greek: RenderRequest;
  readonly english: RenderRequest;
}

const INSERT = `
  INSERT INTO policy_to_print (application_id, file_name, created_by, created_at, greek, english, leased_until)
  VALUES ($1, $2, $3, $4, $5::json, $6::json, ${PRINT_LEASE_END}) RETURNING document_id AS id`;

export const FIND_POLICY_TO_PRINT = `
  SELECT document_id AS id, file_name AS "fileName", created_by AS "createdBy", created_at AS "createdAt", greek, english
  FROM policy_to_print WHERE application_id = $1`;

/** Returns the id that the document will have. */
export async function insertPolicyToPrint(tx: Transaction, applicationId: number, policy: PolicyToPrint): Promise<number> {
  const { fileName, createdBy, createdAt, greek, english } = policy;
  const values = [applicationId, fileName, createdBy, createdAt, JSON.stringify(greek), JSON.stringify(english)];
  return getRow(await tx.query<{ id: number }>(INSERT, values)).id;
}

export async function deletePolicyToPrint(tx: Transaction, applicationId: number): Promise<void> {
  await tx.query('DELETE FROM policy_to_print WHERE application_id = $1', [applicationId]);
}
