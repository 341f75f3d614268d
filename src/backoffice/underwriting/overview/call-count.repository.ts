import { Injectable } from '@nestjs/common';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { CallsOverviewResponse, ErrorCountResponse, HourOfCallsResponse } from './overview.dto.js';

const SINCE_MS = 24 * 3_600_000;
const MAX_CODES = 10;

const OWN_CALLS = `
  FROM call_log
  WHERE program_id = ANY (ARRAY(SELECT id FROM program WHERE user_id = $1 OR console_user_id = $1)) AND at >= $2 AND environment = $3
    AND (agent_code IS NULL OR agent_code = ANY ($4))`;
const BY_HOUR = `
  SELECT date_trunc('hour', at) AS hour, sum(repeats)::int AS calls, coalesce(sum(repeats) FILTER (WHERE status BETWEEN 400 AND 499), 0)::int AS refused,
    coalesce(sum(repeats) FILTER (WHERE status >= 500), 0)::int AS failed
  ${OWN_CALLS} GROUP BY 1 ORDER BY 1`;
const BY_ERROR = `
  SELECT error_code AS code, sum(repeats)::int AS count
  ${OWN_CALLS} AND error_code IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_CODES}`;

type HourRow = Omit<HourOfCallsResponse, 'hour'> & { readonly hour: Date };

@Injectable()
export class CallCountRepository {
  constructor(private readonly store: Store) {}

  async find({ userId, environment, at }: StaffCaller, agents: readonly string[]): Promise<CallsOverviewResponse> {
    const values = [userId, new Date(at.getTime() - SINCE_MS), environment, agents];
    const [hours, errors] = await Promise.all([
      this.store.readAnywhere('gateway', (reader) => reader.query<HourRow>(BY_HOUR, values)),
      this.store.readAnywhere('gateway', (reader) => reader.query<ErrorCountResponse>(BY_ERROR, values)),
    ]);
    return { hours: hours.map(({ hour, ...counts }) => ({ hour: hour.toISOString(), ...counts })), errors };
  }
}
