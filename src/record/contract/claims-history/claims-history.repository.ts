import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { listed, POLICY_STATUSES, type Status } from '../../core/applications/status.js';
import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';

/** Whose vehicle contracts, and which of them. */
export interface HistoryScope {
  readonly clientAfm: string;
  /** Null: of every agent. */
  readonly agents: readonly string[] | null;
  /** Of this vehicle alone; null: of all. */
  readonly vehicle: { readonly policyId: number; readonly plateNo: string | null; readonly chassisNo: string | null } | null;
}

/** A vehicle policy of one year, as it is now. */
export interface VehicleContract {
  readonly policyNo: string;
  readonly status: Status;
  readonly agentCode: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly plateNo: string | null;
  readonly questionnaire: MotorQuestionnaire;
  /** The day as which begins nothing was covered any more; null of what was not cancelled, and before acts were kept. */
  readonly coverEnds: LocalDate | null;
}

/** The latest contracts first, and how many there are in all. */
const FIND = `
  SELECT a.policy_no AS "policyNo", a.status, a.agent_code AS "agentCode", a.start_date AS "startDate", a.end_date AS "endDate", a.plate_no AS "plateNo",
    a.questionnaire, c.cover_ends AS "coverEnds", count(*) OVER ()::int AS total
  FROM application a LEFT JOIN cancellation c ON c.application_id = a.id
  WHERE a.client_afm = $1 AND a.line = 'motor' AND a.status IN (${listed(POLICY_STATUSES)}) AND ($2::text[] IS NULL OR a.agent_code = ANY ($2))
    AND ($3::bigint IS NULL OR a.id = $3 OR a.plate_no = $4 OR a.questionnaire->>'frameNumber' = $5)
  ORDER BY a.start_date DESC, a.id DESC LIMIT $6`;

/** The vehicle contracts of a person. SQL of our own: with the ends of their cover and their number in one statement (ADR-2). */
@Injectable()
export class ClaimsHistoryRepository {
  constructor(private readonly store: Store) {}

  /** The latest contracts, so many at most, and how many there are beside them. */
  async find(
    environment: Environment,
    { clientAfm, agents, vehicle }: HistoryScope,
    most: number,
  ): Promise<{ readonly contracts: readonly VehicleContract[]; readonly omitted: number }> {
    const values = [clientAfm, agents, vehicle?.policyId ?? null, vehicle?.plateNo ?? null, vehicle?.chassisNo ?? null, most];
    const rows = await this.store.query<VehicleContract & { readonly total: number }>(environment, FIND, values);
    return { contracts: rows, omitted: (rows[0]?.total ?? 0) - rows.length };
  }
}
