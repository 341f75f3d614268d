import type { ApplicationFilter } from '../../record/core/applications/application-search.repository.js';
import { FINAL_STATUSES, POLICY_STATUSES, Status } from '../../record/core/applications/status.js';
import type { FireSearchQuery } from './fire-search-query.dto.js';

export function toFilter(query: FireSearchQuery): Omit<ApplicationFilter, 'line' | 'agents'> {
  return {
    statuses: statusesOf(query),
    applicationNo: query.application_no,
    policyNo: query.policy_no,
    clientName: query.client_name,
  };
}

function statusesOf({ type, active }: FireSearchQuery): Status[] | undefined {
  if (type === undefined && active === undefined) return undefined;
  return Object.values(Status).filter(
    (status) =>
      (type === undefined || POLICY_STATUSES.has(status) === (type === 'POLICY')) &&
      (active === undefined || FINAL_STATUSES.has(status) === (active === '0')),
  );
}
