import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Transaction } from '../../../store/store.js';
import type { InsurerSettings } from '../../reference/settings/settings.service.js';

const MEGABYTE = 1_000_000;

interface Uploaded {
  readonly documents: number;
  readonly bytes: number;
  readonly bytesOfDay: number;
}

const READ = `
  SELECT count(*)::int AS documents, coalesce(sum(d.size), 0)::bigint AS bytes,
    coalesce((SELECT u.bytes FROM upload_day u WHERE u.agent_code = $2 AND u.day >= $3), 0) AS "bytesOfDay"
  FROM document d WHERE d.application_id = $1 AND NOT d.is_system`;

/** A node whose clock is behind counts for the later day. */
const ADD = `
  INSERT INTO upload_day AS u (agent_code, day, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (agent_code) DO UPDATE
  SET day = greatest(u.day, excluded.day), bytes = excluded.bytes + CASE WHEN u.day < excluded.day THEN 0 ELSE u.bytes END
  RETURNING u.bytes AS "bytesOfDay"`;

interface NewUpload {
  readonly applicationId: number;
  readonly agentCode: string;
  readonly size: number;
  readonly createdAt: Date;
}

export async function assertRoom(tx: Transaction, upload: NewUpload, limits: InsurerSettings): Promise<void> {
  const { documents, bytes, bytesOfDay } = await readUploaded(tx, upload);
  assertWithin({ documents: documents + 1, bytes: bytes + upload.size, bytesOfDay: bytesOfDay + upload.size }, limits);
}

/** Checks the limits again, under a lock on the agent until the commit. */
export async function countUpload(tx: Transaction, upload: NewUpload, limits: InsurerSettings): Promise<void> {
  // Two statements: the second sees what was committed while the first waited.
  const [[added], uploaded] = await Promise.all([
    tx.query<Pick<Uploaded, 'bytesOfDay'>>(ADD, [upload.agentCode, toLocalDate(upload.createdAt), upload.size]),
    readUploaded(tx, upload),
  ]);
  assertWithin({ ...uploaded, ...added }, limits);
}

async function readUploaded(tx: Transaction, { applicationId, agentCode, createdAt }: NewUpload): Promise<Uploaded> {
  const [uploaded] = await tx.query<Uploaded>(READ, [applicationId, agentCode, toLocalDate(createdAt)]);
  if (!uploaded) throw new Error('the count of uploads returned no row');
  return uploaded;
}

function assertWithin({ documents, bytes, bytesOfDay }: Uploaded, limits: InsurerSettings): void {
  if (documents > limits.documentsPerApplication) throw buildRefusal(TOO_MANY, limits.documentsPerApplication);
  if (bytes > limits.documentMegabytesPerApplication * MEGABYTE) throw buildRefusal(TOO_LARGE, limits.documentMegabytesPerApplication);
  if (bytesOfDay > limits.documentMegabytesPerAgentDay * MEGABYTE) throw buildRefusal(TOO_MUCH_TODAY, limits.documentMegabytesPerAgentDay);
}

function buildRefusal({ el, en }: Text, limit: number): DomainError {
  const text = { el: el.replace('#', limit.toLocaleString('el')), en: en.replace('#', limit.toLocaleString('en')) };
  return new DomainError(ErrorCode.DOCUMENT_LIMIT, { text });
}

const TOO_MANY: Text = {
  el: 'Τα έγγραφα μιας αίτησης είναι έως #.',
  en: 'An application has at most # documents.',
};
const TOO_LARGE: Text = {
  el: 'Τα έγγραφα μιας αίτησης είναι συνολικά έως # MB.',
  en: 'The documents of an application are at most # MB in all.',
};
const TOO_MUCH_TODAY: Text = {
  el: 'Τα έγγραφα που υποβάλλει ένας συνεργάτης σε μία ημέρα είναι συνολικά έως # MB.',
  en: 'The documents that an agent uploads on one day are at most # MB in all.',
};
