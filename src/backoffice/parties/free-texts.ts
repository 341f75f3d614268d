import type { Transaction } from '../../store/store.js';
import type { MentionPattern } from './mention-pattern.js';

/** A column of free text that may hold data of a person. */
export interface FreeText {
  /** Its name in the report of an erasure. */
  readonly place: string;
  readonly table: string;
  readonly column: string;
  readonly isJson?: true;
  /** Which rows are searched; $3 are the ids of the parent rows. */
  readonly rows: string;
}

const ITSELF = 't.id = ANY ($3::bigint[])';
const OF_APPLICATION = 't.application_id = ANY ($3::bigint[])';

/** What agents wrote; searched for an agent's own names and numbers of the person in this agent's texts. */
export const REQUEST_TEXTS: readonly FreeText[] = [
  { place: 'service_request_subject', table: 'service_request', column: 'subject', rows: ITSELF },
  { place: 'service_request_body', table: 'service_request', column: 'body', rows: ITSELF },
];
export const WEBHOOK_TEXT: FreeText = { place: 'webhook_description', table: 'webhook', column: 'description', rows: ITSELF };
export const APPLICATION_TEXT: FreeText = {
  ...{ place: 'application_text', table: 'application', column: 'questionnaire', isJson: true },
  // What stands in a contract stays: it is kept as it was signed.
  rows: `${ITSELF} AND t.status <> ALL ('{50,55,60,65,70}')`,
};
export const DOCUMENT_TEXTS: readonly FreeText[] = [
  { place: 'document_name', table: 'document', column: 'file_name', rows: OF_APPLICATION },
  { place: 'document_comments', table: 'document', column: 'comments', rows: OF_APPLICATION },
];

/** What staff wrote; searched by the register's names where its parent names the AFM, and nowhere else. */
export const ANSWER_TEXTS: readonly FreeText[] = [
  { place: 'service_request_answer', table: 'service_request', column: 'answer', rows: ITSELF },
  { place: 'service_request_history', table: 'service_request_event', column: 'answer', rows: 't.service_request_id = ANY ($3::bigint[])' },
];
export const MESSAGE_TEXT: FreeText = { place: 'staff_message', table: 'staff_message', column: 'text', isJson: true, rows: ITSELF };
export const DECISION_TEXTS: readonly FreeText[] = [
  { ...APPLICATION_TEXT, place: 'application_messages', column: 'messages' },
  { ...APPLICATION_TEXT, place: 'approval', column: 'approval' },
  { place: 'refund_holder', table: 'refund', column: 'holder', rows: OF_APPLICATION },
  {
    ...{ place: 'payout_return', table: 'payout', column: 'return_reason' },
    rows: 't.refund_id IN (SELECT r.id FROM refund r WHERE r.application_id = ANY ($3::bigint[]))',
  },
  { place: 'bank_sender', table: 'bank_statement_entry', column: 'sender', rows: OF_APPLICATION },
  { place: 'bank_remittance', table: 'bank_statement_entry', column: 'remittance', rows: OF_APPLICATION },
  { place: 'transition_reason', table: 'status_transition', column: 'reason', rows: OF_APPLICATION },
  { place: 'application_note', table: 'application_note', column: 'text', rows: OF_APPLICATION },
  {
    ...{ place: 'audit_decision', table: 'gateway.audit_entry', column: 'details', isJson: true },
    rows: `t.subject_type = 'application' AND t.environment = current_schema() AND t.subject_id IN (SELECT id::text FROM unnest($3::bigint[]) AS id)`,
  },
];

/** The fields of a former state that are searched, and by whose names. */
export const VERSION_FIELDS = { agent: ['questionnaire'], staff: ['messages', 'approval'] } as const;

/** Every column that is searched. A new column of text is named here, or in the test that compares this list with the schemas. */
export const FREE_TEXTS: readonly Pick<FreeText, 'table' | 'column'>[] = [
  ...REQUEST_TEXTS,
  WEBHOOK_TEXT,
  APPLICATION_TEXT,
  ...DOCUMENT_TEXTS,
  ...ANSWER_TEXTS,
  MESSAGE_TEXT,
  ...DECISION_TEXTS,
  { table: 'application_version', column: 'state' },
];

/** Patterns as the statements take them. */
export interface Searched {
  readonly exact: readonly string[];
  readonly loose: readonly string[];
}

export function searchedBy(patterns: readonly MentionPattern[]): Searched {
  return { exact: patterns.map(({ exact }) => exact), loose: patterns.flatMap(({ loose }) => loose) };
}

/** The rows of these parents from which something would be erased. */
export async function findMentions(tx: Transaction, text: FreeText, { exact, loose }: Searched, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || exact.length === 0) return [];
  const { table, column, rows, isJson } = text;
  const type = isJson ? 'jsonb' : 'text';
  const find = `
    SELECT t.id FROM ${table} t
    WHERE ${rows} AND t.${column}::text ~ ANY ($2::text[]) AND erase_mentions(t.${column}, $1::text[])::${type} IS DISTINCT FROM t.${column}::${type}`;
  return (await tx.query<{ id: number }>(find, [exact, loose, ids])).map(({ id }) => id);
}

export async function eraseMentions(tx: Transaction, text: FreeText, { exact }: Searched, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query('SELECT erase_texts($1::regclass, $2, $3::bigint[], $4::text[])', [text.table, text.column, rows, exact]);
}
