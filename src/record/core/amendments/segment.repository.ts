import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Price } from '../../../pricing/price.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import type { ApplicationRecord } from '../applications/application.js';

/** A stretch of the term of a policy with one questionnaire and price. `to` is the first day after it. */
export interface ContractSegment {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly questionnaire: Questionnaires[keyof Questionnaires];
  readonly price: Price;
  readonly enfiaEligible: readonly boolean[];
  /** Amendments that it contains. */
  readonly amendmentIds: readonly number[];
}

const CONTENT = `s.from_date AS "from", s.to_date AS "to", coalesce(s.questionnaire, a.questionnaire) AS questionnaire, coalesce(s.price, a.price) AS price,
  coalesce(s.enfia_eligible, a.enfia_eligible) AS "enfiaEligible", s.amendment_ids AS "amendmentIds"`;
const SEGMENTS = `SELECT ${CONTENT} FROM contract_segment s JOIN application a ON a.id = s.application_id WHERE s.application_id = $1`;

/** The first segment is the contract as it was issued. */
const FIND_ORIGINAL = `${SEGMENTS} ORDER BY s.id LIMIT 1`;
const LIST_PRESENT = `${SEGMENTS} AND s.known_until IS NULL ORDER BY s.from_date`;
const FIND_AS_OF = `${SEGMENTS} AND s.from_date <= $2 AND s.to_date > $2 AND s.known_from <= $3 AND (s.known_until IS NULL OR s.known_until > $3) LIMIT 1`;

/** Fills in the content of the segment of a policy that was never amended, and closes the present segments. */
const CLOSE = `
  UPDATE contract_segment s SET known_until = $2, questionnaire = coalesce(s.questionnaire, a.questionnaire), price = coalesce(s.price, a.price),
    enfia_eligible = coalesce(s.enfia_eligible, a.enfia_eligible)
  FROM application a WHERE a.id = s.application_id AND s.application_id = $1 AND s.known_until IS NULL`;
const INSERT = `
  INSERT INTO contract_segment (application_id, from_date, to_date, questionnaire, price, enfia_eligible, amendment_ids, known_from)
  SELECT $1, s."from", s."to", s.questionnaire, s.price, s."enfiaEligible", s."amendmentIds", $2
  FROM json_to_recordset($3::json) AS s("from" date, "to" date, questionnaire json, price json, "enfiaEligible" boolean[], "amendmentIds" bigint[])`;

/** Segments of policies, also as they were known earlier. */
@Injectable()
export class SegmentRepository {
  constructor(private readonly store: Store) {}

  /** Finds the contract as it was issued. */
  async findOriginal(where: Environment | Writer, applicationId: number): Promise<ContractSegment | null> {
    const [row] = await this.store.query<ContractSegment>(where, FIND_ORIGINAL, [applicationId]);
    return row ?? null;
  }

  listPresent(where: Environment | Writer, applicationId: number): Promise<ContractSegment[]> {
    return this.store.query<ContractSegment>(where, LIST_PRESENT, [applicationId]);
  }

  /** Finds the segment that covers a day, as it was known at an instant. */
  async findAsOf(where: Environment | Writer, applicationId: number, on: LocalDate, asOf: Date): Promise<ContractSegment | null> {
    const [row] = await this.store.query<ContractSegment>(where, FIND_AS_OF, [applicationId, on, asOf]);
    return row ?? null;
  }

  /** Returns a policy with the questionnaire of its last segment, from which a renewal starts. */
  async applyLastSegment<C extends LineCode>(where: Environment | Writer, policy: ApplicationRecord<C>): Promise<ApplicationRecord<C>> {
    if (policy.changesOn === null) return policy;
    const last = (await this.listPresent(where, policy.id)).at(-1);
    return last ? { ...policy, questionnaire: last.questionnaire as Questionnaires[C] } : policy;
  }

  /** Replaces the present segments. Call it before the application is saved. */
  async replace(tx: Transaction, applicationId: number, segments: readonly ContractSegment[], at: Date): Promise<void> {
    await Promise.all([tx.query(CLOSE, [applicationId, at]), tx.query(INSERT, [applicationId, at, JSON.stringify(segments)])]);
  }
}
