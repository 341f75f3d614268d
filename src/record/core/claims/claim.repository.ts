import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { formatStatusList, POLICY_STATUSES } from '../applications/status.js';

export interface Claim {
  readonly claimNo: string;
  readonly date: LocalDate;
  readonly atFault: boolean;
  readonly reserved: Amount;
  readonly paid: Amount;
}

export interface RecordedClaim extends Claim {
  readonly recordedAt: Date;
  readonly recordedBy: string;
}

export interface ClaimedPolicy {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
}

const LIST = `
  SELECT claim_no AS "claimNo", date, at_fault AS "atFault", reserved, paid, recorded_at AS "recordedAt", recorded_by AS "recordedBy"
  FROM claim WHERE application_id = $1 ORDER BY date DESC, claim_no`;
const COUNT_AT_FAULT = `SELECT count(*)::int AS count FROM claim WHERE application_id = $1 AND at_fault`;
const FIND_POLICIES = `
  SELECT id AS "applicationId", policy_no AS "policyNo", start_date AS "startDate", end_date AS "endDate" FROM application
  WHERE policy_no = ANY ($1::text[]) AND status IN (${formatStatusList(POLICY_STATUSES)})`;
/** A number belongs to one policy: its claim cannot move to another one. */
const SAVE = `
  INSERT INTO claim AS c (application_id, claim_no, date, at_fault, reserved, paid, recorded_at, recorded_by)
  SELECT s."applicationId", s."claimNo", s.date, s."atFault", s.reserved, s.paid, $2, $3
  FROM jsonb_to_recordset($1::jsonb) AS s("applicationId" bigint, "claimNo" text, date date, "atFault" boolean, reserved numeric, paid numeric)
  ON CONFLICT (claim_no) DO UPDATE SET date = excluded.date, at_fault = excluded.at_fault, reserved = excluded.reserved, paid = excluded.paid,
    recorded_at = excluded.recorded_at, recorded_by = excluded.recorded_by WHERE c.application_id = excluded.application_id
  RETURNING claim_no AS "claimNo"`;
const DELETE = `DELETE FROM claim WHERE application_id = $1 AND claim_no = $2 RETURNING claim_no`;

@Injectable()
export class ClaimRepository {
  constructor(private readonly store: Store) {}

  list(where: Environment | Writer, applicationId: number): Promise<RecordedClaim[]> {
    return this.store.query<RecordedClaim>(where, LIST, [applicationId]);
  }

  async countAtFault(where: Environment | Writer, applicationId: number): Promise<number> {
    const [row] = await this.store.query<{ count: number }>(where, COUNT_AT_FAULT, [applicationId]);
    return row?.count ?? 0;
  }

  findPolicies(where: Environment | Writer, policyNos: readonly string[]): Promise<ClaimedPolicy[]> {
    return this.store.query<ClaimedPolicy>(where, FIND_POLICIES, [policyNos]);
  }

  async save(
    tx: Transaction,
    claims: readonly (Claim & { readonly applicationId: number })[],
    { at, by }: { readonly at: Date; readonly by: string },
  ): Promise<string[]> {
    const rows = await tx.query<{ claimNo: string }>(SAVE, [JSON.stringify(claims), at, by]);
    return rows.map(({ claimNo }) => claimNo);
  }

  async delete(tx: Transaction, applicationId: number, claimNo: string): Promise<boolean> {
    return (await tx.query(DELETE, [applicationId, claimNo])).length === 1;
  }
}
