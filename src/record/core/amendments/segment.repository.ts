import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Price } from '../../../pricing/price.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import type { ApplicationRecord } from '../applications/application.js';

/** `to` is the first day after it. */
export interface ContractSegment {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly questionnaire: Questionnaires[keyof Questionnaires];
  readonly price: Price;
  readonly enfiaEligible: readonly boolean[];
  readonly amendmentIds: readonly number[];
}

export interface KnownSegments {
  readonly original: ContractSegment;
  readonly segments: readonly ContractSegment[];
}

type Content = Pick<ContractSegment, 'questionnaire' | 'price' | 'enfiaEligible'>;
type SegmentRow = Omit<ContractSegment, keyof Content> & { readonly [Field in keyof Content]: Content[Field] | null } & {
  readonly applicationId: number;
  readonly isPresent: boolean;
};

const CONTENT = `s.from_date AS "from", s.to_date AS "to", coalesce(s.questionnaire, a.questionnaire) AS questionnaire, coalesce(s.price, a.price) AS price,
  coalesce(s.enfia_eligible, a.enfia_eligible) AS "enfiaEligible", s.amendment_ids AS "amendmentIds"`;
const SEGMENTS = `SELECT ${CONTENT} FROM contract_segment s JOIN application a ON a.id = s.application_id WHERE s.application_id = $1`;

const FIND_ORIGINAL = `${SEGMENTS} ORDER BY s.id LIMIT 1`;
const LIST_PRESENT = `${SEGMENTS} AND s.known_until IS NULL ORDER BY s.from_date`;
/** A segment without content has that of the application. */
const LIST_OF_MANY = `
  SELECT s.application_id AS "applicationId", s.known_until IS NULL AS "isPresent", s.from_date AS "from", s.to_date AS "to", s.questionnaire, s.price,
    s.enfia_eligible AS "enfiaEligible", s.amendment_ids AS "amendmentIds"
  FROM (SELECT s.*, s.id = min(s.id) OVER (PARTITION BY s.application_id) AS is_original FROM contract_segment s WHERE s.application_id = ANY ($1)) AS s
  WHERE s.known_until IS NULL OR s.is_original ORDER BY s.application_id, s.is_original DESC, s.from_date`;
const FIND_AS_OF = `${SEGMENTS} AND s.from_date <= $2 AND s.to_date > $2 AND s.known_from <= $3 AND (s.known_until IS NULL OR s.known_until > $3) LIMIT 1`;

const CLOSE = `
  UPDATE contract_segment s SET known_until = $2, questionnaire = coalesce(s.questionnaire, a.questionnaire), price = coalesce(s.price, a.price),
    enfia_eligible = coalesce(s.enfia_eligible, a.enfia_eligible)
  FROM application a WHERE a.id = s.application_id AND s.application_id = $1 AND s.known_until IS NULL`;
const INSERT = `
  INSERT INTO contract_segment (application_id, from_date, to_date, questionnaire, price, enfia_eligible, amendment_ids, known_from)
  SELECT $1, s."from", s."to", s.questionnaire, s.price, s."enfiaEligible", s."amendmentIds", $2
  FROM json_to_recordset($3::json) AS s("from" date, "to" date, questionnaire json, price json, "enfiaEligible" boolean[], "amendmentIds" bigint[])`;

@Injectable()
export class SegmentRepository {
  constructor(private readonly store: Store) {}

  async findOriginal(where: Environment | Writer, applicationId: number): Promise<ContractSegment | null> {
    const [row] = await this.store.query<ContractSegment>(where, FIND_ORIGINAL, [applicationId]);
    return row ?? null;
  }

  listPresent(where: Environment | Writer, applicationId: number): Promise<ContractSegment[]> {
    return this.store.query<ContractSegment>(where, LIST_PRESENT, [applicationId]);
  }

  async listOfMany(where: Environment | Writer, policies: readonly ApplicationRecord[]): Promise<Map<number, KnownSegments>> {
    const rows = await this.store.query<SegmentRow>(where, LIST_OF_MANY, [policies.map(({ id }) => id)]);
    const found = new Map<number, { original: ContractSegment; segments: ContractSegment[] }>();
    const byId = new Map(policies.map((policy) => [policy.id, policy]));
    for (const { applicationId, isPresent, ...row } of rows) {
      const { questionnaire, price, enfiaEligible } = row.questionnaire === null ? getContent(byId.get(applicationId)) : row;
      const segment = { ...row, questionnaire, price, enfiaEligible } as ContractSegment;
      const known = found.get(applicationId) ?? { original: segment, segments: [] };
      // An original that is present too comes first, but begins the term anyway.
      if (isPresent) known.segments.push(segment);
      found.set(applicationId, known);
    }
    return found;
  }

  async findAsOf(where: Environment | Writer, applicationId: number, on: LocalDate, asOf: Date): Promise<ContractSegment | null> {
    const [row] = await this.store.query<ContractSegment>(where, FIND_AS_OF, [applicationId, on, asOf]);
    return row ?? null;
  }

  async applyLastSegment<C extends LineCode>(where: Environment | Writer, policy: ApplicationRecord<C>): Promise<ApplicationRecord<C>> {
    if (policy.changesOn === null) return policy;
    const last = (await this.listPresent(where, policy.id)).at(-1);
    return last ? { ...policy, questionnaire: last.questionnaire as Questionnaires[C] } : policy;
  }

  /** Call it before the application is saved. */
  async replace(tx: Transaction, applicationId: number, segments: readonly ContractSegment[], at: Date): Promise<void> {
    await Promise.all([tx.query(CLOSE, [applicationId, at]), tx.query(INSERT, [applicationId, at, JSON.stringify(segments)])]);
  }
}

function getContent(policy: ApplicationRecord | undefined): Content {
  if (!policy?.price) throw new Error(`Policy ${policy?.id} has no price.`);
  const { questionnaire, price, enfiaEligible } = policy;
  return { questionnaire, price, enfiaEligible };
}
