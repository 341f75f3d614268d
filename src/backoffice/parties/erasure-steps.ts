import { ERASED_STATUS } from '../../gateway/idempotency/kept-response.service.js';
import { eraseApplications, eraseVersions } from './erasure-applications.js';
import { agentOf, eraseText, type Outcome, type Part } from './erasure-part.js';
import type { Change, PlannedAgent, StepKind } from './erasure-plan.js';
import { pickTrace } from './erasure-listing.service.js';
import { ANSWER_TEXTS, MESSAGE_TEXT, REQUEST_TEXTS, WEBHOOK_TEXT } from './free-texts.js';
import { addTraces, type Trace } from './person-traits.js';

/** The latest states of an application; names that stand in older ones only are not known. */
const MOST_STATES = 50;
const MOST_TRACES = 2_000;

/** The persons of the AFM in every state of the applications. */
const FIND_TRACES = `
  SELECT "agentCode", trace, count(*) OVER ()::int AS total FROM (
    SELECT a.agent_code AS "agentCode", ${pickTrace('person')} AS trace, max(s.version) AS version
    FROM application a
    CROSS JOIN LATERAL (
      SELECT a.questionnaire::jsonb AS q, a.version
      UNION ALL (SELECT v.state -> 'questionnaire', v.version FROM application_version v WHERE v.application_id = a.id
        ORDER BY v.version DESC LIMIT ${MOST_STATES})) AS s
    CROSS JOIN LATERAL jsonb_path_query(s.q, 'strict $.** ? (@.afm == $afm)', jsonb_build_object('afm', $2::text)) AS person
    WHERE a.id = ANY ($1::bigint[]) GROUP BY 1, 2) AS found
  ORDER BY version DESC LIMIT ${MOST_TRACES}`;

/** On applications of the person ($1), now or formerly, and on no others; $2 are all of the person. */
const FIND_PLATES = `
  SELECT own."agentCode", jsonb_build_object('plate', own.plate) AS trace FROM (
    SELECT a.agent_code AS "agentCode", a.plate_no AS plate FROM application a WHERE a.id = ANY ($1::bigint[])
    UNION SELECT a.agent_code, v.state ->> 'plate_no' FROM application_version v JOIN application a ON a.id = v.application_id
      WHERE v.application_id = ANY ($1::bigint[])) AS own
  WHERE own.plate IS NOT NULL AND NOT EXISTS (SELECT FROM application o WHERE o.plate_no = own.plate AND o.id <> ALL ($2::bigint[]))
  LIMIT ${MOST_TRACES}`;

interface FoundTrace {
  readonly agentCode: string;
  readonly trace: Trace | null;
  readonly total?: number;
}

/** What the applications called the person is searched for too, in the texts of the agent whose they are. */
async function collectTraits(part: Part): Promise<Outcome> {
  const { tx, naming, afm, plan, size } = part;
  const named = await naming.after(Number(part.after ?? 0), size);
  const found = await tx.query<FoundTrace>(FIND_TRACES, [named.map(({ id }) => id), afm]);
  const own = named.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const plates = own.length === 0 ? [] : await tx.query<FoundTrace>(FIND_PLATES, [own, await naming.own()]);
  const omitted: Record<string, number> = {};
  const agents = plan.agents.map((agent): PlannedAgent => {
    const traces = [...found, ...plates].filter(({ agentCode }) => agentCode === agent.code).map(({ trace }) => trace ?? {});
    const added = addTraces(agent.traits, traces);
    const unread = named
      .filter(({ agentCode }) => agentCode === agent.code)
      .reduce((sum, one) => sum + Math.max(0, one.version - 1 - MOST_STATES), 0);
    if (added.omitted + unread > 0) omitted[agent.code] = added.omitted + unread;
    return { ...agent, traits: added.traits };
  });
  const beyond = Math.max(0, (found[0]?.total ?? 0) - found.length);
  if (beyond > 0) omitted[''] = beyond;
  const after = named.length < size ? null : (named.at(-1)?.id ?? null);
  return { rows: named.length, after, changes: [], plan: { ...plan, agents }, omitted };
}

const FIND_REQUESTS = `
  SELECT r.id, r.agent_code AS "agentCode",
    concat_ws(' ', r.subject, r.body, r.answer, (SELECT string_agg(e.answer, ' ') FROM service_request_event e WHERE e.service_request_id = r.id))
      ~ ANY ($4::text[]) AS "isNaming"
  FROM service_request r WHERE r.id > $1 AND r.id <= $2 ORDER BY r.id LIMIT $3`;

/** Staff's answers come first: they are found by texts that must still be there. */
async function eraseRequests(part: Part): Promise<Outcome> {
  const { tx, plan, patterns, size } = part;
  const values = [Number(part.after ?? 0), plan.lastIds.request, size, patterns.number.exact];
  const requests = await tx.query<{ id: number; agentCode: string; isNaming: boolean }>(FIND_REQUESTS, values);
  const agents = new Map(plan.agents.map((agent) => [agent.code, agent]));
  const changes: Change[] = [];
  for (const [code, some] of groupBy(requests, ({ agentCode }) => agentCode)) {
    const agent = agents.get(code);
    const naming = some.filter(({ isNaming }) => isNaming).map(({ id }) => id);
    for (const text of ANSWER_TEXTS) changes.push((await eraseText(part, text, patterns.staff, { ids: naming, agentCode: code })).change);
    const [searched, ids] = agent ? [patterns.ofAgent(agent), some.map(({ id }) => id)] : [patterns.number, naming];
    for (const text of REQUEST_TEXTS) changes.push((await eraseText(part, text, searched, { ids, agentCode: code })).change);
  }
  return { rows: requests.length, after: requests.length < size ? null : requests.at(-1)?.id, changes };
}

const FIND_MESSAGES = `
  SELECT m.id, m.application_id AS "applicationId", m.text::text ~ ANY ($4::text[]) AS "isNaming"
  FROM staff_message m WHERE m.id > $1 AND m.id <= $2 ORDER BY m.id LIMIT $3`;

async function eraseMessages(part: Part): Promise<Outcome> {
  const { tx, plan, patterns, naming, size } = part;
  const values = [Number(part.after ?? 0), plan.lastIds.message, size, patterns.number.exact];
  const messages = await tx.query<{ id: number; applicationId: number | null; isNaming: boolean }>(FIND_MESSAGES, values);
  const ofNamed = new Set((await naming.among(messages.flatMap(({ applicationId }) => applicationId ?? []))).map(({ id }) => id));
  const ids = messages.filter(({ applicationId, isNaming }) => isNaming || ofNamed.has(applicationId ?? 0)).map(({ id }) => id);
  const { change } = await eraseText(part, MESSAGE_TEXT, patterns.staff, { ids, agentCode: null });
  return { rows: messages.length, after: messages.length < size ? null : messages.at(-1)?.id, changes: [change] };
}

const FIND_ANSWERS = `
  SELECT encode(scope, 'hex') AS scope FROM kept_answer
  WHERE agent_code IS NOT DISTINCT FROM $1 AND scope > decode($2, 'hex') ORDER BY scope LIMIT $3`;

/** The application or the record that a path names. */
const idIn = (path: string, of: string): string => `substring(${path} FROM '/(?:${of})/([0-9]{1,10})(?:[/?]|$)')::bigint`;
const APPLICATION_ID = 'applications|policies';

/**
 * Of the agent, or of an unknown caller: those that name the AFM. Of the agent also: of an application concerned, of its record of the person, or with
 * what it called the person. $1 scopes, $2 the AFM, $3 when the work was listed, $4 applications, $5 the record, $6 patterns.
 */
const IS_PERSONS = `
  k.scope = ANY (SELECT decode(s, 'hex') FROM unnest($1::text[]) AS s) AND k.status <> ${ERASED_STATUS} AND k.created_at <= $3 AND (
    position(convert_to($2, 'UTF8') IN k.body) > 0
    OR ${idIn('k.path', APPLICATION_ID)} = ANY ($4::bigint[])
    OR EXISTS (SELECT FROM json_array_elements(k.headers) AS h WHERE lower(h ->> 0) = 'location'
      AND (${idIn('h ->> 1', APPLICATION_ID)} = ANY ($4::bigint[]) OR ${idIn('h ->> 1', 'parties')} = $5))
    OR readable(k.body) ~ ANY ($6::text[]))`;
const COUNT_ANSWERS = `SELECT count(*)::int AS count FROM kept_answer k WHERE ${IS_PERSONS}`;
const ERASE_ANSWERS = `
  WITH erased AS (UPDATE kept_answer k SET status = ${ERASED_STATUS}, headers = '[]', body = '' WHERE ${IS_PERSONS} RETURNING true)
  SELECT count(*)::int AS count FROM erased`;

/** A response goes; that it was given stays, so that its call is never done again. */
async function eraseAnswers(part: Part): Promise<Outcome> {
  const { tx, plan, patterns, naming, afm, size } = part;
  const agent = part.step.agent === null ? null : agentOf(part);
  const code = agent?.code ?? null;
  const scopes = (await tx.query<{ scope: string }>(FIND_ANSWERS, [code, part.after ?? '', size])).map(({ scope }) => scope);
  if (scopes.length === 0) return { rows: 0, after: null, changes: [] };
  // The fast ones alone: a letter of an escape may stand before a word.
  const loose = agent ? [`"partyId":${agent.recordId}(?![0-9])`, ...patterns.ofAgent(agent).loose] : [];
  const values = [scopes, afm, new Date(plan.startedAt), code === null ? [] : await naming.idsOf(code), agent?.recordId ?? null, loose];
  const [erased] = await tx.query<{ count: number }>(part.isTrial ? COUNT_ANSWERS : ERASE_ANSWERS, values);
  const changes = [{ place: 'kept_answer', agentCode: code, count: erased?.count ?? 0 }];
  return { rows: scopes.length, after: scopes.length < size ? null : scopes.at(-1), changes };
}

const FIND_STAFF_ANSWERS = `
  SELECT encode(scope, 'hex') AS scope FROM gateway.kept_staff_answer
  WHERE environment = current_schema() AND scope > decode($1, 'hex') ORDER BY scope LIMIT $2`;

/**
 * Staff's that name the AFM, that are of an application concerned or of the person, or in which the person is called as the register or an agent
 * does. $1 scopes, $2 the AFM, $3 when the work was listed, $4 applications, $5 the party, $6 patterns. How far an erasure is names nobody.
 */
const IS_PERSONS_OF_STAFF = `
  k.scope = ANY (SELECT decode(s, 'hex') FROM unnest($1::text[]) AS s) AND k.status <> ${ERASED_STATUS} AND k.created_at <= $3
  AND k.path !~ '/erasure$' AND (
    position(convert_to($2, 'UTF8') IN k.body) > 0
    OR ${idIn('k.path', 'applications')} = ANY ($4::bigint[])
    OR ${idIn('k.path', 'parties')} = $5
    OR readable(k.body) ~ ANY ($6::text[]))`;
const COUNT_STAFF_ANSWERS = `SELECT count(*)::int AS count FROM gateway.kept_staff_answer k WHERE ${IS_PERSONS_OF_STAFF}`;
const ERASE_STAFF_ANSWERS = `
  WITH erased AS (
    UPDATE gateway.kept_staff_answer k SET status = ${ERASED_STATUS}, headers = '[]', body = '' WHERE ${IS_PERSONS_OF_STAFF} RETURNING true)
  SELECT count(*)::int AS count FROM erased`;

/** The same of staff's responses. What is refused too much was given the day before, and can be read where it stands. */
async function eraseStaffAnswers(part: Part): Promise<Outcome> {
  const { tx, plan, patterns, naming, afm, partyId, size } = part;
  const scopes = (await tx.query<{ scope: string }>(FIND_STAFF_ANSWERS, [part.after ?? '', size])).map(({ scope }) => scope);
  if (scopes.length === 0) return { rows: 0, after: null, changes: [] };
  const applications: number[] = [];
  for (const { code } of plan.agents) applications.push(...(await naming.idsOf(code)));
  const loose = [patterns.staff, ...plan.agents.map((agent) => patterns.ofAgent(agent))].flatMap((searched) => searched.loose);
  const values = [scopes, afm, new Date(plan.startedAt), applications, partyId, loose];
  const [erased] = await tx.query<{ count: number }>(part.isTrial ? COUNT_STAFF_ANSWERS : ERASE_STAFF_ANSWERS, values);
  const changes = [{ place: 'kept_answer', agentCode: null, count: erased?.count ?? 0 }];
  return { rows: scopes.length, after: scopes.length < size ? null : scopes.at(-1), changes };
}

const FIND_WEBHOOKS = 'SELECT id FROM webhook WHERE agent_code = $1 AND id > $2 ORDER BY id LIMIT $3';

async function eraseWebhookTexts(part: Part): Promise<Outcome> {
  const { tx, patterns, size } = part;
  const agent = agentOf(part);
  const ids = (await tx.query<{ id: number }>(FIND_WEBHOOKS, [agent.code, Number(part.after ?? 0), size])).map(({ id }) => id);
  const { change } = await eraseText(part, WEBHOOK_TEXT, patterns.ofAgent(agent), { ids, agentCode: agent.code });
  return { rows: ids.length, after: ids.length < size ? null : ids.at(-1), changes: [change] };
}

const RUN: Readonly<Record<StepKind, (part: Part) => Promise<Outcome>>> = {
  traits: collectTraits,
  requests: eraseRequests,
  messages: eraseMessages,
  answers: eraseAnswers,
  staff_answers: eraseStaffAnswers,
  applications: eraseApplications,
  versions: eraseVersions,
  webhooks: eraseWebhookTexts,
};

export function runPart(part: Part): Promise<Outcome> {
  return RUN[part.step.kind](part);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
