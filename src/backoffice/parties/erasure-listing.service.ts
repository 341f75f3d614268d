import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../store/store.js';
import { LINE_CODES } from '../../record/lines/line-table.js';
import { type ErasurePlan, type NamingApplication, type RecordDetails } from './erasure-plan.js';
import { addTraces, NO_TRAITS, TRACE_FIELDS, type Trace } from './person-traits.js';

/** Applications that are looked through in a statement, each with its former states. */
const PART = 200;
/** The latest of an agent's records and their former states. */
const MOST_TRACES = 2_000;

/** The register holds the AFM; each agent that ever named it has a record of its own. */
const FIND_RECORDS = `SELECT agent_code AS "agentCode", id FROM party_record WHERE afm = $1 ORDER BY agent_code`;

/** An agent's of a line, in the order of an index. */
export const FIND_APPLICATIONS = `
  SELECT id, status FROM application WHERE agent_code = $1 AND line = $2 AND id > $3 AND id <= $4 ORDER BY id LIMIT $5`;

/**
 * Those of them ($2) that name the person, in any part and any state. Their states are found by their keys: an EXISTS is planned as one search
 * of the states of all persons.
 */
const FIND_NAMING = `
  SELECT a.id, a.agent_code AS "agentCode", a.application_no AS "applicationNo", a.status, a.version, a.client_afm = $1 AS "isOwn",
    a.updated_at AS "updatedAt", a.client_afm = $1 OR position($1 IN a.questionnaire::text) > 0 AS "isNamed",
    EXISTS (SELECT FROM suspense_item s WHERE s.application_id = a.id AND s.resolved_at IS NULL)
      OR EXISTS (SELECT FROM refund r WHERE r.application_id = a.id AND r.status IN ('OWED', 'PREPARED')) AS "hasMoney"
  FROM application a
  WHERE a.id = ANY ($2::bigint[])
    AND (a.client_afm = $1 OR position($1 IN a.questionnaire::text) > 0 OR a.id IN (
      SELECT v.application_id FROM application_version v
      WHERE v.application_id = ANY ($2::bigint[]) AND position($1 IN v.state ->> 'questionnaire') > 0))
  ORDER BY a.id`;

/** The fields of a trace that have a value. */
export const pickTrace = (json: string): string =>
  `(SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(${json}) AS f(key, value) WHERE f.key = ANY ('{${TRACE_FIELDS.join(',')}}'))`;

/** What the agent's own record holds, and held, the latest first. $1 the AFM, $2 the agent. */
const FIND_TRACES = `
  WITH told AS (
    SELECT to_jsonb(r) AS state, 'infinity'::timestamptz AS at FROM party_record r WHERE r.afm = $1 AND r.agent_code = $2
    UNION ALL SELECT to_jsonb(c), c.updated_at FROM party_record r JOIN party_contact c ON c.agent_code = r.agent_code AND c.party_id = r.id
      WHERE r.afm = $1 AND r.agent_code = $2
    UNION ALL SELECT v.state, v.valid_until FROM party_record r JOIN party_version v ON v.agent_code = r.agent_code AND v.party_id = r.id
      WHERE r.afm = $1 AND r.agent_code = $2 AND v.subject IN ('party_record', 'party_contact'))
  SELECT trace, count(*) OVER ()::int AS total FROM (
    SELECT ${pickTrace('told.state')} AS trace, max(told.at) AS at FROM told GROUP BY 1) AS traces
  ORDER BY at DESC LIMIT ${MOST_TRACES}`;

/** As the register names the person, and named it. */
const FIND_REGISTER_NAMES = `
  SELECT trace, 0 AS total FROM (
    SELECT jsonb_build_object('last_name', last_name, 'first_name', first_name) AS trace, 'infinity'::timestamptz AS at FROM party WHERE id = $1
    UNION ALL SELECT jsonb_build_object('last_name', state -> 'last_name', 'first_name', state -> 'first_name'), valid_until
    FROM party_version WHERE party_id = $1 AND subject = 'party') AS names
  ORDER BY at DESC LIMIT ${MOST_TRACES}`;

const FIND_LAST = `
  SELECT coalesce((SELECT max(id) FROM application), 0) AS application, coalesce((SELECT max(id) FROM service_request), 0) AS request,
    coalesce((SELECT max(id) FROM staff_message), 0) AS message`;

const COUNT_DETAILS = `
  SELECT r.agent_code AS "agentCode", (SELECT count(*)::int FROM party_address d WHERE d.agent_code = r.agent_code AND d.party_id = r.id) AS addresses,
    (SELECT count(*)::int FROM party_contact c WHERE c.agent_code = r.agent_code AND c.party_id = r.id) AS contacts
  FROM party_record r WHERE r.afm = $1 ORDER BY r.agent_code`;

/** Of rows that will be looked at. */
const COUNT_ROWS = `
  SELECT (SELECT count(*) FROM service_request WHERE id <= $2)::int + (SELECT count(*) FROM staff_message WHERE id <= $3)::int
    + (SELECT count(*) FROM kept_answer WHERE agent_code = ANY ($1::text[]) OR agent_code IS NULL)::int
    + (SELECT count(*) FROM gateway.kept_staff_answer WHERE environment = current_schema())::int
    + (SELECT coalesce(sum(version), 0) FROM application WHERE agent_code = ANY ($1::text[]) AND id <= $4)::int AS rows`;

/** A person of the register. */
export interface FoundParty {
  readonly id: number;
  readonly afm: string;
}

/** What there is of a person, found by its AFM in the agents' own records. */
export interface Listing {
  readonly applications: readonly NamingApplication[];
  readonly plan: ErasurePlan;
  readonly details: readonly RecordDetails[];
  /** Names and contacts left out for the limits, by agent; '' is the register. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly rows: number;
}

@Injectable()
export class ErasureListingService {
  /** With `isHeld` the AFM is locked until the transaction ends. */
  async list(tx: Transaction, party: FoundParty, { isHeld, at }: { readonly isHeld: boolean; readonly at: Date }): Promise<Listing> {
    const records = await tx.query<{ agentCode: string; id: number }>(FIND_RECORDS + (isHeld ? ' FOR UPDATE' : ''), [party.afm]);
    const codes = records.map(({ agentCode }) => agentCode);
    const applications = await this.findNaming(tx, party.afm, codes);
    const omitted: Record<string, number> = {};
    const traitsOf = async (code: string, text: string, values: readonly unknown[]): Promise<ErasurePlan['staff']> => {
      const traces = await tx.query<{ trace: Trace; total: number }>(text, values);
      const found = addTraces(
        { ...NO_TRAITS, numbers: [party.afm] },
        traces.map(({ trace }) => trace ?? {}),
      );
      const left = found.omitted + Math.max(0, (traces[0]?.total ?? 0) - traces.length);
      if (left > 0) omitted[code] = left;
      return found.traits;
    };
    const agents: ErasurePlan['agents'][number][] = [];
    for (const { agentCode, id } of records)
      agents.push({ code: agentCode, recordId: id, traits: await traitsOf(agentCode, FIND_TRACES, [party.afm, agentCode]) });
    const staff = await traitsOf('', FIND_REGISTER_NAMES, [party.id]);
    const [lastIds = { application: 0, request: 0, message: 0 }] = await tx.query<ErasurePlan['lastIds']>(FIND_LAST);
    const { request, message, application } = lastIds;
    const [total] = await tx.query<{ rows: number }>(COUNT_ROWS, [codes, request, message, application]);
    const details = await tx.query<RecordDetails>(COUNT_DETAILS, [party.afm]);
    const plan = { agents, staff, lastIds, startedAt: at.toISOString() };
    return { applications, plan, details, omitted, rows: (total?.rows ?? 0) + applications.length };
  }

  private async findNaming(tx: Transaction, afm: string, agents: readonly string[]): Promise<NamingApplication[]> {
    const naming: NamingApplication[] = [];
    for (const agent of agents)
      for (const line of LINE_CODES)
        for (let after: number | null = 0; after !== null;) {
          const values: unknown[] = [agent, line, after, Number.MAX_SAFE_INTEGER, PART];
          const ids: number[] = (await tx.query<{ id: number }>(FIND_APPLICATIONS, values)).map(({ id }) => id);
          if (ids.length > 0) naming.push(...(await tx.query<NamingApplication>(FIND_NAMING, [afm, ids])));
          after = ids.length < PART ? null : (ids.at(-1) ?? null);
        }
    return naming.toSorted((one, other) => one.id - other.id);
  }
}
