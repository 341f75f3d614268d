import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Text } from '../../../common/language.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { Store } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';

interface RecordChange {
  readonly agentCode: string;
  readonly afm: string;
  readonly isRenamed: boolean;
}

const BATCH = 200;

const CLAIM = `
  DELETE FROM party_record_change
  WHERE id IN (SELECT id FROM party_record_change ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING agent_code AS "agentCode", afm, is_renamed AS "isRenamed"`;

const FIELDS = 'person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code';
const addPrefix = (table: string): string => FIELDS.replace(/\w+/g, `${table}.$&`);

const INSERT_MISSING = `
  INSERT INTO party (afm, ${FIELDS}, updated_by, created_at, updated_at)
  SELECT DISTINCT ON (r.afm) r.afm, ${FIELDS}, r.updated_by, r.created_at, r.created_at
  FROM party_record r WHERE r.afm = ANY ($1) AND NOT EXISTS (SELECT FROM party p WHERE p.afm = r.afm)
  ORDER BY r.afm, r.serial
  ON CONFLICT (afm) DO NOTHING`;

const LOCK = `SELECT FROM party WHERE afm = ANY ($1) ORDER BY afm FOR NO KEY UPDATE`;

const agreed = (field: string, folded = `r.${field}`): string =>
  `CASE WHEN count(DISTINCT ${folded}) = 1
    THEN (array_agg(r.${field} ORDER BY r.updated_at DESC, r.serial DESC) FILTER (WHERE r.${field} IS NOT NULL))[1] END AS ${field}`;

/** Updates persons whose records agree on last name and birth date, unless staff decided. Fields in dispute stay. */
const UPDATE = `
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
  UPDATE party p SET (${FIELDS}, updated_by, updated_at, version) = (${addPrefix('n')}, n.updated_by, n.updated_at, p.version + 1)
  FROM next n WHERE p.id = n.id AND (${addPrefix('n')}) IS DISTINCT FROM (${addPrefix('p')})`;

const INSERT_MISMATCHES = `
  INSERT INTO staff_message (kind, party_id, text, created_at)
  SELECT DISTINCT '${MessageKind.PARTY_MISMATCH}', p.id, $2::jsonb, $3::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS c("agentCode" text, afm text)
  JOIN party p ON p.afm = c.afm JOIN party_record r ON r.afm = c.afm AND r.agent_code = c."agentCode"
  WHERE CASE WHEN p.decided_at IS NOT NULL THEN fold_name(r.last_name) <> fold_name(p.last_name) OR r.birthdate <> p.birthdate
    ELSE EXISTS (SELECT FROM party_record o WHERE o.afm = r.afm
      AND (fold_name(o.last_name) <> fold_name(r.last_name) OR o.birthdate <> r.birthdate)) END
  ORDER BY p.id
  ON CONFLICT (party_id) WHERE kind = '${MessageKind.PARTY_MISMATCH}' AND resolved_at IS NULL DO NOTHING`;

const MISMATCH: Text = {
  el: 'Οι συνεργάτες δηλώνουν για τον ίδιο ΑΦΜ διαφορετικό επώνυμο ή ημερομηνία γέννησης. Αποφασίστε ποιο ισχύει.',
  en: 'Agents send another last name or birth date for the same AFM. Decide which holds.',
};

/** One person for each AFM. One statement updates a whole set of persons (ADR-2). */
@Injectable()
export class PartyRegisterRepository {
  constructor(private readonly store: Store) {}

  /** Returns the number of changes. Several nodes may run it at once. */
  async applyChanges(context: OperationContext): Promise<number> {
    for (let total = 0; ;) {
      const count = await this.applyBatch(context);
      if (count === 0) return total;
      total += count;
    }
  }

  private applyBatch({ environment, at }: OperationContext): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      // Excludes a reset of the sandbox.
      await lockTurn(tx, 'party register', true);
      const changes = await tx.query<RecordChange>(CLAIM);
      if (changes.length === 0) return 0;
      const afms = [...new Set(changes.map(({ afm }) => afm))].toSorted();
      // Waits for an erasure under way, after which the person may be missing.
      await tx.query(LOCK, [afms]);
      await tx.query(INSERT_MISSING, [afms]);
      await tx.query(LOCK, [afms]);
      await tx.query(UPDATE, [afms]);
      // Test data needs no decision of staff.
      if (environment !== 'sandbox') {
        const renamed = changes.filter(({ isRenamed }) => isRenamed);
        await tx.query(INSERT_MISMATCHES, [JSON.stringify(renamed), JSON.stringify(MISMATCH), at]);
      }
      return changes.length;
    });
  }
}
