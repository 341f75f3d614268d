import { Injectable } from '@nestjs/common';
import { ERASED_STATUS } from '../../../gateway/idempotency/cached-response.service.js';
import type { Transaction } from '../../../store/store.js';
import type { PlaceCount } from './erasure-counts.js';
import type { NamingApplication } from './naming-application.js';

export interface FoundParty {
  readonly id: number;
  readonly afm: string;
}

const LOCK_RECORDS = `SELECT agent_code AS "agentCode" FROM party_record WHERE afm = $1 ORDER BY agent_code FOR UPDATE`;

const FIND_NAMING = `
  SELECT a.id, a.agent_code AS "agentCode", a.application_no AS "applicationNo", a.status, a.version, a.updated_at AS "updatedAt",
    a.client_afm = $1 AS "isOwn", n.is_named AS "isNamed",
    EXISTS (SELECT FROM suspense_item s WHERE (s.application_id = a.id OR s.credit_of = a.id) AND s.resolved_at IS NULL)
      OR EXISTS (SELECT FROM refund r WHERE r.application_id = a.id AND r.status IN ('OWED', 'PREPARED')) AS "hasMoney"
  FROM (
    SELECT id, bool_or(is_named) AS is_named FROM (
      SELECT id, true AS is_named FROM application WHERE client_afm = $1
      UNION ALL SELECT id, true FROM application WHERE other_afms(questionnaire, client_afm) @> ARRAY[$1::text]
      UNION ALL SELECT application_id, false FROM application_version WHERE named_afms(state) @> jsonb_build_array($1::text)) AS found
    GROUP BY id) AS n
  JOIN application a ON a.id = n.id ORDER BY a.id`;

/** Matches cached responses of staff and agents' users about the person. $1: id of the party; $2: its AFM. */
const OF_PARTY = `k.environment = current_schema() AND k.status <> ${ERASED_STATUS}
  AND k.resources && ARRAY(SELECT 'parties/' || $1::bigint UNION ALL SELECT 'messages/' || m.id FROM staff_message m WHERE m.party_id = $1::bigint
    UNION ALL SELECT 'quote-drafts/' || d.id FROM quote_draft d WHERE d.afm = $2)`;
/** Matches cached responses of agents about their records `r` of the person. */
const OF_RECORD = `k.agent_code = r.agent_code AND k.resources @> ARRAY['parties/' || r.id] AND k.status <> ${ERASED_STATUS}`;

const COUNT_RECORDS = `
  SELECT place, agent_code AS "agentCode", count(*)::int AS count FROM (
    SELECT 'party_record' AS place, r.agent_code FROM party_record r WHERE r.afm = $2
    UNION ALL SELECT 'party_address', r.agent_code
      FROM party_record r JOIN party_address d ON d.agent_code = r.agent_code AND d.party_id = r.id WHERE r.afm = $2
    UNION ALL SELECT 'party_contact', r.agent_code
      FROM party_record r JOIN party_contact c ON c.agent_code = r.agent_code AND c.party_id = r.id WHERE r.afm = $2
    UNION ALL SELECT 'quote_draft', d.agent_code FROM quote_draft d WHERE d.afm = $2
    UNION ALL SELECT 'kept_answer', r.agent_code FROM party_record r JOIN kept_answer k ON ${OF_RECORD} WHERE r.afm = $2
    UNION ALL SELECT 'kept_answer', NULL FROM gateway.kept_staff_answer k WHERE ${OF_PARTY}) AS found
  GROUP BY 1, 2`;

/** Empties a cached response, so that a repeated call is refused and not executed again. */
const ERASE_RESPONSE = `status = ${ERASED_STATUS}, headers = '[]', body = ''`;
const ERASE_RECORD_RESPONSES = `UPDATE kept_answer k SET ${ERASE_RESPONSE} FROM party_record r WHERE r.afm = $1 AND ${OF_RECORD}`;
const ERASE_PARTY_RESPONSES = `UPDATE gateway.kept_staff_answer k SET ${ERASE_RESPONSE} WHERE ${OF_PARTY}`;

const CONCERNED = `concerned AS (
    SELECT ARRAY(
      SELECT kind || '/' || id FROM unnest($1::bigint[]) AS id, unnest('{applications,policies}'::text[]) AS kind
      UNION ALL SELECT 'documents/' || id FROM document WHERE application_id = ANY ($1)
      UNION ALL SELECT 'messages/' || id FROM staff_message WHERE application_id = ANY ($1)
      UNION ALL SELECT 'suspense/' || id FROM suspense_item WHERE application_id = ANY ($1) OR resolved_application_id = ANY ($1) OR credit_of = ANY ($1)
      UNION ALL SELECT 'refunds/' || id FROM refund WHERE application_id = ANY ($1)
      UNION ALL SELECT 'payout-batches/' || p.batch_id FROM payout p JOIN refund r ON r.id = p.refund_id WHERE r.application_id = ANY ($1)
    ) AS resources)`;
const IS_CONCERNED = `k.resources && (SELECT resources FROM concerned) AND k.status <> ${ERASED_STATUS} AND k.created_at <= $2`;

const LISTED = `listed AS (
    SELECT * FROM jsonb_to_recordset($3::jsonb) AS l(id bigint, "agentCode" text, version integer, "isOwn" boolean, "isNamed" boolean))`;

/** Counts the rows that `erase_applications` erases. $3: listed applications. */
const COUNT_APPLICATIONS = `
  WITH ${CONCERNED},
  ${LISTED},
  named AS (SELECT id, "agentCode" FROM listed WHERE "isNamed")
  SELECT place, "agentCode", count(*)::int AS count FROM (
    SELECT CASE WHEN "isOwn" THEN 'application_of_client' ELSE 'application_naming' END AS place, "agentCode" FROM listed WHERE "isNamed"
    UNION ALL SELECT 'document', n."agentCode" FROM named n JOIN document d ON d.application_id = n.id
    UNION ALL SELECT 'application_note', n."agentCode" FROM named n JOIN application_note t ON t.application_id = n.id
    UNION ALL SELECT 'staff_message', n."agentCode" FROM named n JOIN staff_message m ON m.application_id = n.id
    UNION ALL SELECT 'letter', n."agentCode" FROM named n JOIN letter l ON l.application_id = n.id
    UNION ALL SELECT 'refund_account', n."agentCode" FROM named n JOIN refund r ON r.application_id = n.id
      WHERE r.holder IS NOT NULL AND r.status NOT IN ('OWED', 'PREPARED')
    UNION ALL SELECT 'kept_answer', k.agent_code FROM kept_answer k WHERE ${IS_CONCERNED}
    UNION ALL SELECT 'kept_answer', NULL FROM gateway.kept_staff_answer k WHERE k.environment = current_schema() AND ${IS_CONCERNED}) AS found
  GROUP BY 1, 2`;

/** Counts the rows that `erase_former_states` erases. $1, $2: versions; $3: listed applications; $4: AFM. */
const COUNT_FORMER_STATES = `
  WITH ${LISTED},
  former AS (
    SELECT l.id, l."agentCode", l."isNamed", v.valid_from, v.valid_until FROM listed l JOIN application_version v ON v.application_id = l.id
    WHERE v.version > $1::integer AND v.version <= $2::integer AND v.version < l.version
      AND (l."isOwn" OR named_afms(v.state) @> jsonb_build_array($4::text)))
  SELECT place, "agentCode", count(*)::int AS count FROM (
    SELECT 'former_state' AS place, "agentCode" FROM former
    UNION ALL SELECT 'document', f."agentCode" FROM former f JOIN document d ON d.application_id = f.id
      WHERE NOT f."isNamed" AND d.is_system AND f.valid_from <= d.created_at AND f.valid_until > d.created_at) AS found
  GROUP BY 1, 2`;

const ERASE_RESPONSES = `
  WITH ${CONCERNED},
  of_staff AS (UPDATE gateway.kept_staff_answer k SET ${ERASE_RESPONSE} WHERE k.environment = current_schema() AND ${IS_CONCERNED})
  UPDATE kept_answer k SET ${ERASE_RESPONSE} WHERE ${IS_CONCERNED}`;

/** Erases texts of pending actions and ends open ones, which could not be carried out with the erased input. */
const ERASE_PENDING_ACTIONS = `
  UPDATE pending_action p SET request = erase_values(p.request, ''), note = left(p.note, 0), expires_at = least(p.expires_at, p.requested_at)
  FROM erasure_application e
  WHERE e.party_id = $1 AND e.application_id = ANY ($2::bigint[]) AND e.is_named AND p.application_id = e.application_id`;

const ERASE_REVERSALS = `
  UPDATE reversal v SET reason = '—' FROM erasure_application e JOIN ledger_transaction t ON t.application_id = e.application_id
  WHERE e.party_id = $1 AND e.application_id = ANY ($2::bigint[]) AND e.is_named AND v.transaction_id = t.id`;

/** Finds, counts and erases the data of a person by stored ids and AFM; texts are not searched. */
@Injectable()
export class PersonDataRepository {
  /** Locks the agents' records of the AFM, so that no agent changes them meanwhile. Returns the agents. */
  async lockRecords(tx: Transaction, afm: string): Promise<string[]> {
    return (await tx.query<{ agentCode: string }>(LOCK_RECORDS, [afm])).map(({ agentCode }) => agentCode);
  }

  findNamingApplications(tx: Transaction, afm: string): Promise<NamingApplication[]> {
    return tx.query<NamingApplication>(FIND_NAMING, [afm]);
  }

  countRecords(tx: Transaction, { id, afm }: FoundParty): Promise<PlaceCount[]> {
    return tx.query<PlaceCount>(COUNT_RECORDS, [id, afm]);
  }

  countApplications(tx: Transaction, listed: readonly ApplicationToErase[], until: Date): Promise<PlaceCount[]> {
    return tx.query<PlaceCount>(COUNT_APPLICATIONS, [listed.map(({ id }) => id), until, JSON.stringify(listed)]);
  }

  countFormerStates(tx: Transaction, afm: string, listed: readonly ApplicationToErase[], versions: Versions): Promise<PlaceCount[]> {
    return tx.query<PlaceCount>(COUNT_FORMER_STATES, [versions.above, versions.upTo, JSON.stringify(listed), afm]);
  }

  async eraseRecords(tx: Transaction, { id, afm }: FoundParty, agentCodes: readonly string[]): Promise<void> {
    await tx.query(ERASE_RECORD_RESPONSES, [afm]);
    await tx.query(ERASE_PARTY_RESPONSES, [id, afm]);
    await tx.query('DELETE FROM agent_bonus_malus WHERE afm = $1', [afm]);
    await tx.query('DELETE FROM quote_draft WHERE afm = $1', [afm]);
    await tx.query('SELECT erase_register($1, $2::text[])', [id, agentCodes]);
  }

  async eraseFormerStates(tx: Transaction, partyId: number, ids: readonly number[], { above, upTo }: Versions): Promise<void> {
    await tx.query('SELECT erase_former_states($1, $2::bigint[], $3, $4)', [partyId, ids, above, upTo]);
  }

  async eraseApplications(tx: Transaction, partyId: number, ids: readonly number[], until: Date): Promise<void> {
    await tx.query(ERASE_RESPONSES, [ids, until]);
    await tx.query('DELETE FROM policy_to_print WHERE application_id = ANY ($1::bigint[])', [ids]);
    await tx.query('SELECT erase_letters($1, $2::bigint[])', [partyId, ids]);
    await tx.query('SELECT erase_applications($1, $2::bigint[])', [partyId, ids]);
    await tx.query(ERASE_PENDING_ACTIONS, [partyId, ids]);
    await tx.query(ERASE_REVERSALS, [partyId, ids]);
  }
}

export interface Versions {
  readonly above: number;
  readonly upTo: number;
}

const MAX_VERSION = 2 ** 31 - 1;
export const ALL_VERSIONS: Versions = { above: 0, upTo: MAX_VERSION };

export type ApplicationToErase = Pick<NamingApplication, 'id' | 'agentCode' | 'version' | 'isOwn' | 'isNamed'>;
