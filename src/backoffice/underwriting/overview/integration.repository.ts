import { Injectable } from '@nestjs/common';
import { Status } from '../../../record/core/applications/status.js';
import { getRow, Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { INTEGRATION_CASES, type IntegrationCase, type IntegrationResponse } from './integration.dto.js';

/** Use of the keys of the program that user $1 signed up for, and its access to production. */
const PROGRAM = `
  WITH key AS (SELECT k.* FROM api_key k JOIN program p ON p.id = k.program_id WHERE p.user_id = $1)
  SELECT
    EXISTS (SELECT FROM key WHERE status = 'active') AS "hasKey",
    EXISTS (SELECT FROM key JOIN api_key_use u ON u.api_key_id = key.id)
      OR EXISTS (SELECT FROM call_log l JOIN key ON key.program_id = l.program_id) AS "hasCalled",
    CASE WHEN EXISTS (SELECT FROM key WHERE 'production' = ANY (environments)) THEN 'granted'
      WHEN EXISTS (SELECT FROM key JOIN signup s ON s.api_key_id = key.id
        WHERE 'production' = ANY (s.environments) AND s.production_declined_at IS NULL) THEN 'requested'
      ELSE 'none' END AS production,
    (SELECT s.production_decline_reason FROM key JOIN signup s ON s.api_key_id = key.id
      WHERE NOT EXISTS (SELECT FROM key WHERE 'production' = ANY (environments)) LIMIT 1) AS "declineReason"`;

/** Statuses of failures in the sandbox after which the same route succeeded. */
const SURVIVED = `
  WITH call AS (
    SELECT l.method, l.route, l.status, l.at FROM call_log l JOIN program p ON p.id = l.program_id
    WHERE p.user_id = $1 AND l.environment = 'sandbox'),
  failed AS (SELECT method, route, status, min(at) AS first FROM call WHERE status IN (429, 499, 503) GROUP BY method, route, status),
  succeeded AS (SELECT method, route, max(at) AS last FROM call WHERE status < 400 GROUP BY method, route)
  SELECT DISTINCT status FROM failed JOIN succeeded USING (method, route) WHERE last > first`;

const CASE_OF_STATUS: Readonly<Record<number, IntegrationCase>> = { 499: 'cut', 429: 'limit', 503: 'outage' };

/** Situations that agent $1 went through in the sandbox. */
const RECORD = `
  SELECT
    EXISTS (SELECT FROM webhook WHERE agent_code = $1 AND last_success_at IS NOT NULL) AS "hasReceived",
    EXISTS (SELECT FROM application WHERE agent_code = $1 AND issue_date IS NOT NULL AND json_typeof(approval -> 'terms') = 'object') AS referral,
    EXISTS (SELECT FROM application a JOIN suspense_item s ON s.application_id = a.id
      WHERE a.agent_code = $1 AND a.issue_date IS NOT NULL AND s.reason = '-701') AS short,
    EXISTS (SELECT FROM application a JOIN status_transition t ON t.application_id = a.id
      WHERE a.agent_code = $1 AND a.status = '${Status.CANCELLED_MID_TERM}' AND t.action = 'lapse') AS lapse,
    EXISTS (SELECT FROM application WHERE agent_code = $1 AND status = '${Status.RENEWED}') AS renewal`;

type ProgramRow = Pick<IntegrationResponse, 'hasKey' | 'hasCalled' | 'production' | 'declineReason'>;
type RecordRow = Pick<IntegrationResponse, 'hasReceived'> & Readonly<Record<'referral' | 'short' | 'lapse' | 'renewal', boolean>>;

/** Steps of a user who signed up, from the sign-up to production (console.173). */
@Injectable()
export class IntegrationRepository {
  constructor(private readonly store: Store) {}

  async find({ userId, agentCode }: StaffCaller): Promise<IntegrationResponse> {
    const [program, survived, record] = await Promise.all([
      this.store.readAnywhere('gateway', (reader) => reader.query<ProgramRow>(PROGRAM, [userId])),
      this.store.readAnywhere('gateway', (reader) => reader.query<{ status: number }>(SURVIVED, [userId])),
      this.store.readAnywhere('sandbox', (reader) => reader.query<RecordRow>(RECORD, [agentCode])),
    ]);
    const { hasReceived, ...cases } = getRow(record);
    const handled = new Set([
      ...survived.map(({ status }) => CASE_OF_STATUS[status]),
      ...(Object.keys(cases) as (keyof typeof cases)[]).filter((name) => cases[name]),
    ]);
    return { ...getRow(program), hasReceived, handled: INTEGRATION_CASES.filter((name) => handled.has(name)) };
  }
}
