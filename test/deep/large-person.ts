import type pg from 'pg';
import type { ErasureResponse } from '../../src/backoffice/underwriting/parties/party-erasure.dto.js';
import { toLocalDate } from '../../src/common/athens.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { createAfm } from '../support/party-client.js';
import type { ServerProcess } from '../support/process.js';

/** How often the person occurs in each place. */
export interface PersonSize {
  readonly applications: number;
  /** Previous versions of each application. */
  readonly states: number;
  /** Characters of a text in each of them. */
  readonly textLength: number;
  /** Cached responses about the person; as many again are about another person. */
  readonly answers: number;
}

/** Numbers of erased items, by the names in the result of an erasure. */
type Places = Readonly<Record<'kept_answer' | 'application_of_client' | 'former_state', number>>;

/** State at one moment. */
export interface Look {
  readonly state: 'running' | 'done';
  readonly isForgotten: boolean;
  readonly finishedAt: Date | null;
  readonly rowsDone: number;
  /** Items that the erasure reports. */
  readonly reported: Places;
  /** Items that are erased. */
  readonly found: Places;
  /** Number of applications by the number of erasures in their history. */
  readonly erasures: Readonly<Record<string, number>>;
  /** Rows that still contain the person. */
  readonly left: number;
}

/** $1 application, $2 number of copies, $3 a text, $4 previous versions of each. */
const COPY_APPLICATIONS = `
  WITH copied AS (
    INSERT INTO application (application_no, line, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
      calculated_at, version, last_action, updated_by, created_at, updated_at)
    SELECT 'L' || a.id || '-' || n, a.line, a.status, a.agent_code, a.start_date, a.end_date, a.pay_frequency_months, a.client_afm, a.client_name,
      (a.questionnaire::jsonb || jsonb_build_object('comments', $3::text))::json, a.calculated_at, $4::int + 1, a.last_action, a.updated_by, a.created_at,
      a.updated_at
    FROM application a, generate_series(2, $2::int) AS n WHERE a.id = $1 RETURNING id)
  INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
  SELECT c.id, n, v.valid_from, v.valid_until, v.state || jsonb_build_object('questionnaire', v.state -> 'questionnaire' || jsonb_build_object('comments', $3::text))
  FROM copied c, application_version v, generate_series(1, $4::int) AS n WHERE v.application_id = $1 AND v.version = 1`;
/** $1 marker, $2 agent, $3 applications of the person, $4 responses of the person, and as many without one. */
const INSERT_ANSWERS = `
  INSERT INTO kept_answer (agent_code, scope, fingerprint, status, headers, body, created_at, resources)
  SELECT $2, sha256(convert_to($1 || n, 'UTF8')), sha256(convert_to($1, 'UTF8')), 201, '[]', convert_to($1, 'UTF8'), now(),
    ARRAY['applications/' || CASE WHEN n % 2 = 0 THEN ($3::bigint[])[1 + n / 2 % cardinality($3)] ELSE 0 END]
  FROM generate_series(1, 2 * $4::int) AS n`;

/** $1 party, $2 marker of its rows, $3 its applications, $4 search text, $5 agent. */
const LOOK = `
  WITH mine AS (
    SELECT a.id, a.client_afm, concat(a.client_afm, a.client_name, a.questionnaire, a.messages) AS text,
      (SELECT count(*)::int FROM status_transition t WHERE t.application_id = a.id AND t.action = 'erase') AS erasures
    FROM application a WHERE a.id = ANY ($3::bigint[])),
  former AS (
    SELECT v.state ->> 'client_afm' AS client_afm, v.state::text AS text,
      v.version < (SELECT max(version) FROM application_version l WHERE l.application_id = v.application_id) AS is_former
    FROM application_version v WHERE v.application_id = ANY ($3::bigint[])),
  answers AS (SELECT status, convert_from(body, 'UTF8') AS text, resources FROM kept_answer WHERE fingerprint = sha256(convert_to($2, 'UTF8'))),
  texts AS (
    SELECT text FROM mine UNION ALL SELECT text FROM former UNION ALL SELECT text FROM answers WHERE resources <> '{applications/0}')
  SELECT e.state, e.afm IS NULL AND e.actor IS NULL AS "isForgotten", e.finished_at AS "finishedAt", e.rows_done::int AS "rowsDone",
    (SELECT jsonb_object_agg(place, coalesce((e.counts -> place ->> $5)::int, 0))
      FROM unnest('{kept_answer,application_of_client,former_state}'::text[]) AS place) AS reported,
    jsonb_build_object(
      'kept_answer', (SELECT count(*) FROM answers WHERE status = 410),
      'application_of_client', (SELECT count(*) FROM mine WHERE client_afm = '000000000'),
      'former_state', (SELECT count(*) FROM former WHERE client_afm = '000000000' AND is_former)) AS found,
    (SELECT jsonb_object_agg(erasures, applications) FROM (SELECT erasures, count(*) AS applications FROM mine GROUP BY 1) AS counted) AS erasures,
    (SELECT count(*)::int FROM texts WHERE text LIKE ANY ($4::text[])) AS left
  FROM erasure e WHERE e.party_id = $1`;

/** A customer of the demo's agent in production with so much data that an erasure takes many parts. */
export class LargePerson {
  private constructor(
    readonly partyId: number,
    /** All items to erase. */
    readonly whole: Places,
    private readonly values: readonly unknown[],
  ) {}

  static async insert({ client, demo }: ServerProcess, database: pg.Client, size: PersonSize): Promise<LargePerson> {
    const { apiKey, userKey, agentCode } = demo;
    const [afm, lastName, firstName] = [createAfm(), 'Ξεχασμένου', 'Λήθη'];
    const withKey = client.withKey(apiKey);
    const response = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey }));
    const agent = withKey.withToken(response.json<{ token: string }>().token);
    const named = { 'client.afm': afm, 'client.last_name': lastName, 'client.first_name': firstName };
    const applications = '/fire-api/rsc/applications';
    const { id } = expectStatus(201, await agent.post(applications, buildFireBody(toLocalDate(new Date()), named))).json<{ id: number }>();
    expectStatus(204, await agent.delete(`${applications}/${id}`));
    await database.query(COPY_APPLICATIONS, [id, size.applications, 'και '.repeat(size.textLength / 4), size.states]);
    let partyId = 0;
    await eventually('the register has the person', async () => {
      const { rows } = await database.query<{ id: string }>('SELECT id FROM party WHERE afm = $1', [afm]);
      partyId = Number(rows[0]?.id ?? 0);
      return partyId > 0;
    });
    const { rows } = await database.query<{ id: string }>('SELECT id FROM application WHERE client_afm = $1', [afm]);
    const ids = rows.map((row) => row.id);
    await database.query(INSERT_ANSWERS, [afm, agentCode, ids, size.answers]);
    const whole = {
      kept_answer: size.answers,
      application_of_client: size.applications,
      former_state: 1 + (size.applications - 1) * size.states,
    };
    return new LargePerson(partyId, whole, [partyId, afm, ids, [`%${afm}%`, `%${lastName}%`, `%${firstName}%`], agentCode]);
  }

  get path(): string {
    return `parties/${this.partyId}/erasure`;
  }

  /** Reads the reported and the actual state from the database. */
  async look(database: pg.Client): Promise<Look> {
    const { rows } = await database.query<Look>(LOOK, [...this.values]);
    return rows[0]!;
  }

  /** Expects everything to be erased once and reported correctly. */
  expectDone(look: Look, reported: ErasureResponse): void {
    const { whole } = this;
    const erasures = { 1: whole.application_of_client };
    expect(look).toMatchObject({ state: 'done', isForgotten: true, reported: whole, found: whole, erasures, left: 0 });
    expect(reported).toMatchObject({ state: 'done', rowsDone: reported.rowsTotal, failures: 0 });
    expect(reported.finishedAt).not.toBeNull();
    const places = Object.fromEntries(reported.places.map(({ place, count }) => [place, count]));
    expect(places).toMatchObject({ ...whole, party_record: 1 });
  }
}
