import { hashLink, NO_LINKS, type AuditHead } from './audit-chain.repository.js';

const MAX_VIOLATIONS = 20;
const ROWS_AT_ONCE = 5_000;
const LATE_AFTER = `interval '1 hour'`;

const LINKS = `
  SELECT l.position, l.entry_id AS "entryId", l.hash, e.id IS NULL AS "isMissing", e.sha256,
         e.sha256 = hash_audit_entry(e.at, e.actor_id, e.actor, e.action, e.subject_type, e.subject_id, e.environment, e.address, e.request_id, e.details,
           e.role, e.erasable_sha256) AS "isKept",
         hash_erasable_details(e.details, e.erasable_salt) IS NOT DISTINCT FROM e.erasable_sha256 AS "isWhole",
         hash_erasable_details(e.details) IS NULL AS "isErased"
  FROM audit_link l LEFT JOIN audit_entry e ON e.id = l.entry_id WHERE l.position > $1 ORDER BY l.position LIMIT ${ROWS_AT_ONCE}`;
const UNLINKED = `
  SELECT id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.entry_id = e.id) AND at < statement_timestamp() - ${LATE_AFTER}
  ORDER BY id LIMIT ${MAX_VIOLATIONS}`;

interface LinkRow extends AuditHead {
  readonly entryId: number;
  readonly isMissing: boolean;
  readonly sha256: Buffer | null;
  readonly isKept: boolean | null;
  readonly isWhole: boolean;
  readonly isErased: boolean;
}

export interface AuditVerification {
  readonly head: AuditHead;
  readonly erased: number;
  readonly violations: readonly string[];
}

type Query = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export async function verifyAudit(query: Query, known: AuditHead | null): Promise<AuditVerification> {
  const violations: string[] = [];
  let [head, erased] = [NO_LINKS, 0];
  for (let links: LinkRow[]; (links = await query<LinkRow>(LINKS, [head.position])).length > 0;)
    for (const row of links) {
      const link = { ...row, position: Number(row.position), entryId: Number(row.entryId) };
      const violation = findViolation(link, head);
      if (violation !== null) violations.push(violation);
      if (known?.position === link.position && !known.hash.equals(link.hash))
        violations.push(`Link ${link.position} is not the one that was logged.`);
      if (!link.isMissing && link.isErased && !link.isWhole) erased += 1;
      head = { position: link.position, hash: link.hash };
    }
  if (known !== null && known.position > head.position) violations.push(`The chain ends at ${head.position}, before ${known.position}.`);
  for (const { id } of await query<{ id: number }>(UNLINKED, [])) violations.push(`Entry ${id} is not in the chain.`);
  return { head, erased, violations: violations.slice(0, MAX_VIOLATIONS) };
}

function findViolation(
  { position, entryId, hash, sha256, isMissing, isKept, isWhole, isErased }: LinkRow,
  previous: AuditHead,
): string | null {
  if (position !== previous.position + 1) return `Links ${previous.position + 1} to ${position - 1} are missing.`;
  if (isMissing) return `Entry ${entryId} was removed.`;
  if (sha256 === null) return `Entry ${entryId} was not written by the program.`;
  if (!isKept || (!isWhole && !isErased)) return `Entry ${entryId} was changed.`;
  if (!hash.equals(hashLink(previous.hash, entryId, sha256)))
    return `Link ${position} of entry ${entryId} does not follow from the one before.`;
  return null;
}
