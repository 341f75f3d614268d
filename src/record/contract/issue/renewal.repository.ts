import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';

export type RenewalSummary = Pick<ApplicationRecord, 'id' | 'line' | 'applicationNo' | 'policyNo' | 'status'>;

const FIND_LATEST = `
  SELECT r.id, r.line, r.application_no AS "applicationNo", r.policy_no AS "policyNo", r.status
  FROM application policy JOIN application r ON r.id = policy.renewed_by WHERE policy.id = $1`;

/** Facts for the renewal of a policy. Plain SQL, because every charge of a policy reads them (ADR-2). */
@Injectable()
export class RenewalRepository {
  constructor(private readonly store: Store) {}

  async findLatest(environment: Environment, policyId: number): Promise<RenewalSummary | null> {
    const [renewal] = await this.store.query<RenewalSummary>(environment, FIND_LATEST, [policyId]);
    return renewal ?? null;
  }
}
