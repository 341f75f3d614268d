import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { type Amount, toNumber } from '../../../common/money.js';
import { getRow, type Reader, Store } from '../../../store/store.js';
import type { ChargesOfIncident, ClientOfIncident, ServiceOfIncident } from './incidents.dto.js';

export interface IncidentPeriod {
  readonly environment: Environment;
  readonly from: Date;
  readonly to: Date;
}

type ServiceRow = Omit<ServiceOfIncident, 'longestOutageFrom'> & { readonly since: Date | null };

/** A call failed when the program or the database did; refusals are not failures. */
const CALLS = `
  calls AS MATERIALIZED (
    SELECT date_trunc('minute', at) AS minute, split_part(route, '/', 2) AS service, program_id, agent_code, method, route, repeats,
           CASE WHEN status >= 500 THEN repeats ELSE 0 END AS failed
    FROM call_log WHERE environment = $1 AND at >= $2 AND at < $3)`;

/** A service is out in a minute in which at least half of its calls failed. Minutes in a row are one outage. */
const SERVICES = `
  WITH ${CALLS},
  minutes AS (SELECT service, minute, sum(repeats) AS calls, sum(failed) AS failed FROM calls GROUP BY service, minute),
  out AS (
    SELECT service, minute, minute - row_number() OVER (PARTITION BY service ORDER BY minute) * interval '1 minute' AS run
    FROM minutes WHERE failed > 0 AND failed * 2 >= calls),
  outages AS (SELECT service, min(minute) AS since, count(*)::int AS minutes FROM out GROUP BY service, run),
  longest AS (SELECT DISTINCT ON (service) * FROM outages ORDER BY service, minutes DESC, since)
  SELECT m.service, sum(m.calls)::int AS calls, sum(m.failed)::int AS "failedCalls", coalesce(l.minutes, 0) AS "longestOutageMinutes", l.since
  FROM minutes m LEFT JOIN longest l USING (service) GROUP BY m.service, l.minutes, l.since HAVING sum(m.failed) > 0 ORDER BY m.service`;

const CLIENTS = `
  WITH ${CALLS}
  SELECT c.program_id AS "programId", p.name, sum(c.failed)::int AS "failedCalls",
         coalesce(array_agg(DISTINCT c.agent_code) FILTER (WHERE c.failed > 0 AND c.agent_code IS NOT NULL), '{}') AS "agentCodes"
  FROM calls c LEFT JOIN program p ON p.id = c.program_id GROUP BY c.program_id, p.name HAVING sum(c.failed) > 0
  ORDER BY "failedCalls" DESC, c.program_id LIMIT 500`;

const CHARGES = `
  WITH ${CALLS}
  SELECT coalesce(sum(failed), 0)::int AS "failedCalls" FROM calls WHERE method = 'PUT' AND (route LIKE '%/charge' OR route LIKE '%/issueCharge')`;

/** The request log has no amounts, so a charge counts as the average of those that were paid in the month before. */
const VALUE = `
  SELECT coalesce(round(avg(gross), 2), 0)::text AS average, coalesce(round(avg(gross) * $2, 2), 0)::text AS value FROM receipt
  WHERE status = 'PAID' AND kind <> 'REFUND' AND paid_at >= $1::timestamptz - interval '30 days' AND paid_at < $1`;

@Injectable()
export class IncidentDraftRepository {
  constructor(private readonly store: Store) {}

  async listServices({ environment, from, to }: IncidentPeriod): Promise<ServiceOfIncident[]> {
    const services = await this.read<ServiceRow>(SERVICES, [environment, from, to]);
    return services.map(({ since, ...service }) => ({ ...service, longestOutageFrom: since?.toISOString() ?? null }));
  }

  listClients({ environment, from, to }: IncidentPeriod): Promise<ClientOfIncident[]> {
    return this.read(CLIENTS, [environment, from, to]);
  }

  async findCharges({ environment, from, to }: IncidentPeriod): Promise<ChargesOfIncident> {
    const { failedCalls } = getRow(await this.read<{ failedCalls: number }>(CHARGES, [environment, from, to]));
    const read = (reader: Reader): Promise<{ average: Amount; value: Amount }[]> => reader.query(VALUE, [to, failedCalls]);
    const { average, value } = getRow(await this.store.readAnywhere(environment, read));
    return { failedCalls, averageCharge: toNumber(average), estimatedValue: toNumber(value) };
  }

  private read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.store.readAnywhere('gateway', (reader) => reader.queryPlanned<Row>(text, values));
  }
}
