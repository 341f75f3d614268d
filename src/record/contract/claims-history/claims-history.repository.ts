import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { formatStatusList, POLICY_STATUSES, type Status } from '../../core/applications/status.js';
import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';

export interface HistoryScope {
  readonly clientAfm: string;
  readonly agents: readonly string[] | null;
  readonly vehicle: { readonly policyId: number; readonly plateNo: string | null; readonly chassisNo: string | null } | null;
}

export interface VehicleContract {
  readonly policyNo: string;
  readonly status: Status;
  readonly agentCode: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly plateNo: string | null;
  readonly questionnaire: MotorQuestionnaire;
  readonly coverEnds: LocalDate | null;
  /** Ordered; the end of a period is the first day after it. */
  readonly paid: readonly { readonly start: LocalDate; readonly end: LocalDate }[];
}

const FIND = `
  SELECT a.policy_no AS "policyNo", a.status, a.agent_code AS "agentCode", a.start_date AS "startDate", a.end_date AS "endDate", a.plate_no AS "plateNo",
    a.questionnaire, c.cover_ends AS "coverEnds", coalesce((
      SELECT jsonb_agg(jsonb_build_object('start', r.period_from, 'end', r.period_to) ORDER BY r.period_from) FROM receipt r
      WHERE r.application_id = a.id AND r.status = 'PAID' AND r.kind <> 'REFUND'), '[]') AS paid, count(*) OVER ()::int AS total
  FROM application a LEFT JOIN cancellation c ON c.application_id = a.id AND c.reinstated_at IS NULL
  WHERE a.client_afm = $1 AND a.line = 'motor' AND a.status IN (${formatStatusList(POLICY_STATUSES)}) AND ($2::text[] IS NULL OR a.agent_code = ANY ($2))
    AND ($3::bigint IS NULL OR a.id = $3 OR a.plate_no = $4 OR a.questionnaire->>'frameNumber' = $5)
  ORDER BY a.start_date DESC, a.id DESC LIMIT $6`;

@Injectable()
export class ClaimsHistoryRepository {
  constructor(private readonly store: Store) {}

  async find(
    environment: Environment,
    { clientAfm, agents, vehicle }: HistoryScope,
    limit: number,
  ): Promise<{ readonly contracts: readonly VehicleContract[]; readonly omitted: number }> {
    const values = [clientAfm, agents, vehicle?.policyId ?? null, vehicle?.plateNo ?? null, vehicle?.chassisNo ?? null, limit];
    const rows = await this.store.readAnywhere(environment, (reader) =>
      reader.query<VehicleContract & { readonly total: number }>(FIND, values),
    );
    return { contracts: rows, omitted: (rows[0]?.total ?? 0) - rows.length };
  }
}
