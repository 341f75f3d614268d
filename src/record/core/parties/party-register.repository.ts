import { Injectable } from '@nestjs/common';
import type { Text } from '../../../common/language.js';
import type { Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';

/** A change of an agent's record that is not in the register yet. */
interface RecordChange {
  readonly agentCode: string;
  readonly afm: string;
  /** Whether the record is new, or its folded last name or birth date changed. */
  readonly isRenamed: boolean;
}

const PART = 200;

const TAKE = `
  DELETE FROM party_record_change
  WHERE id IN (SELECT id FROM party_record_change ORDER BY id LIMIT ${PART} FOR UPDATE SKIP LOCKED)
  RETURNING agent_code AS "agentCode", afm, is_renamed AS "isRenamed"`;

const FIELDS = 'person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code';
const prefixed = (table: string): string => FIELDS.replace(/\w+/g, `${table}.$&`);

const INSERT_MISSING = `
  INSERT INTO party (afm, ${FIELDS}, updated_by, created_at, updated_at)
  SELECT DISTINCT ON (r.afm) r.afm, ${FIELDS}, r.updated_by, r.created_at, r.created_at
  FROM party_record r WHERE r.afm = ANY ($1) AND NOT EXISTS (SELECT FROM party p WHERE p.afm = r.afm)
  ORDER BY r.afm, r.serial
  ON CONFLICT (afm) DO NOTHING`;

const LOCK = `SELECT FROM party WHERE afm = ANY ($1) ORDER BY afm FOR NO KEY UPDATE`;

/** Selects a field of the latest record, if all records agree on it. */
const agreed = (field: string, folded = `r.${field}`): string =>
  `CASE WHEN count(DISTINCT ${folded}) = 1
    THEN (array_agg(r.${field} ORDER BY r.updated_at DESC, r.serial DESC) FILTER (WHERE r.${field} IS NOT NULL))[1] END AS ${field}`;

/** Updates persons whose records agree on last name and birth date, unless staff decided; other fields where the records agree. */
const FOLLOW = `
  WITH said AS (
    SELECT r.afm, ${agreed('person_type')}, ${agreed('last_name', 'fold_name(r.last_name)')}, ${agreed('first_name', 'fold_name(r.first_name)')},
      ${agreed('fathers_name', 'fold_name(r.fathers_name)')}, ${agreed('birthdate')}, ${agreed('gender_code')}, ${agreed('occupation_code')},
      (array_agg(r.updated_by ORDER BY r.updated_at DESC, r.serial DESC))[1] AS updated_by, max(r.updated_at) AS updated_at
    FROM party_record r WHERE r.afm = ANY ($1)
    GROUP BY r.afm HAVING count(DISTINCT fold_name(r.last_name)) = 1 AND count(DISTINCT r.birthdate) <= 1),
  next AS (
    SELECT p.id, ${FIELDS.split(', ')
      .map((field) => `coalesce(s.${field}, p.${field}) AS ${field}`)
      .join(', ')}, s.updated_by, greatest(s.updated_at, p.updated_at) AS updated_at
    FROM said s JOIN party p ON p.afm = s.afm WHERE p.decided_at IS NULL)
  UPDATE party p SET (${FIELDS}, updated_by, updated_at, version) = (${prefixed('n')}, n.updated_by, n.updated_at, p.version + 1)
  FROM next n WHERE p.id = n.id AND (${prefixed('n')}) IS DISTINCT FROM (${prefixed('p')})`;

/** Inserts one open message for each person whose renamed record differs from staff's decision or from other records. */
const TELL = `
  INSERT INTO staff_message (kind, party_id, text, created_at)
  SELECT DISTINCT '${MessageKind.PARTY_MISMATCH}', p.id, $2::jsonb, $3::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS c("agentCode" text, afm text)
  JOIN party p ON p.afm = c.afm JOIN party_record r ON r.afm = c.afm AND r.agent_code = c."agentCode"
  WHERE CASE WHEN p.decided_at IS NOT NULL THEN fold_name(r.last_name) <> fold_name(p.last_name) OR r.birthdate <> p.birthdate
    ELSE EXISTS (SELECT FROM party_record o WHERE o.afm = r.afm
      AND (fold_name(o.last_name) <> fold_name(r.last_name) OR o.birthdate <> r.birthdate)) END
  ORDER BY p.id
  ON CONFLICT (party_id) WHERE kind = '${MessageKind.PARTY_MISMATCH}' AND resolved_at IS NULL DO NOTHING`;

/** Updates the register from the records of the agents. SQL of our own: one statement for a whole set of persons (ADR-2). */
@Injectable()
export class PartyRegisterRepository {
  /** Deletes and returns the oldest changes that no other process has locked. */
  async claimChanges(tx: Transaction): Promise<RecordChange[]> {
    // Excludes a reset of the sandbox.
    await lockTurn(tx, 'party register', true);
    return tx.query(TAKE);
  }

  /** Inserts missing persons as the first agent sent them. */
  async insertMissing(tx: Transaction, afms: readonly string[]): Promise<void> {
    await tx.query(INSERT_MISSING, [afms]);
  }

  async lock(tx: Transaction, afms: readonly string[]): Promise<void> {
    await tx.query(LOCK, [afms]);
  }

  async follow(tx: Transaction, afms: readonly string[]): Promise<void> {
    await tx.query(FOLLOW, [afms]);
  }

  async insertMismatches(tx: Transaction, renamed: readonly RecordChange[], text: Text, at: Date): Promise<void> {
    await tx.query(TELL, [JSON.stringify(renamed), JSON.stringify(text), at]);
  }
}
