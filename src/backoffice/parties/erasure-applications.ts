import { noteErasure } from '../../record/applications/application.repository.js';
import { POLICY_STATUSES, type Status } from '../../record/applications/status.js';
import { FIND_APPLICATIONS } from './erasure-listing.service.js';
import { agentOf, eraseText, type Named, type Outcome, type Part } from './erasure-part.js';
import type { Change } from './erasure-plan.js';
import { APPLICATION_TEXT, DECISION_TEXTS, DOCUMENT_TEXTS, VERSION_FIELDS, type Searched } from './free-texts.js';

/** Those of the person's own applications ($1), and what was printed of others ($2) while they named the AFM ($3). */
const COUNT_DOCUMENTS = `
  SELECT count(*)::int AS count FROM document d JOIN application a ON a.id = d.application_id
  WHERE a.id = ANY ($1::bigint[]) OR (a.id = ANY ($2::bigint[]) AND d.is_system AND (
    position($3 IN a.questionnaire::text) > 0
    OR EXISTS (SELECT FROM application_version v WHERE v.application_id = a.id AND position($3 IN v.state::text) > 0
      AND v.valid_from <= d.created_at AND v.valid_until > d.created_at)))`;

/** Where it was paid to. Money that came back since the work was listed is owed still: its account goes with the payment (money.60). */
const OWN_ACCOUNTS = `application_id = ANY ($1::bigint[]) AND holder IS NOT NULL AND status NOT IN ('OWED', 'PREPARED')`;
const COUNT_ACCOUNTS = `SELECT count(*)::int AS count FROM refund WHERE ${OWN_ACCOUNTS}`;
/** Before it is looked at: who pays it at this moment sees the erasure, or is seen by it. */
const LOCK_REFUNDS = `SELECT FROM refund WHERE application_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`;
const ERASE_ACCOUNTS = `UPDATE refund SET iban = NULL, iban_shown = NULL, holder = NULL, version = version + 1 WHERE ${OWN_ACCOUNTS}`;

interface FoundApplication {
  readonly id: number;
  readonly status: Status;
}

/** As they are now, everything of each at once: whoever reads one meanwhile sees it as it was, or erased. */
export async function eraseApplications(part: Part): Promise<Outcome> {
  const { tx, plan, step, size, patterns } = part;
  const agent = agentOf(part);
  const values = [agent.code, step.line, Number(part.after ?? 0), plan.lastIds.application, size];
  const found = await tx.query<FoundApplication>(FIND_APPLICATIONS, values);
  const ids = found.map(({ id }) => id);
  const named = await part.naming.among(ids);
  const others = named.filter(({ isOwn }) => !isOwn).map(({ id }) => id);
  const changes = await erasePersons(part, named, agent.code);
  const changed = new Set(named.filter(({ isNamed }) => isNamed).map(({ id }) => id));
  const texts = [
    ...[APPLICATION_TEXT, ...DOCUMENT_TEXTS].map((text) => ({ text, searched: patterns.ofAgent(agent), of: ids })),
    ...DECISION_TEXTS.map((text) => ({ text, searched: patterns.staff, of: others })),
  ];
  for (const { text, searched, of } of texts) {
    const { rows, change } = await eraseText(part, text, searched, { ids: of, agentCode: agent.code });
    changes.push(change);
    if (text.table === 'application') for (const id of rows) changed.add(id);
  }
  const erased = found.flatMap(({ id, status }) => (changed.has(id) ? [{ id, status, line: step.line! }] : []));
  if (part.actor) await noteErasure(tx, part.actor, erased);
  return { rows: ids.length, after: ids.length < size ? null : ids.at(-1), changes };
}

async function erasePersons({ tx, afm, isTrial }: Part, named: readonly Named[], agentCode: string): Promise<Change[]> {
  if (named.length === 0) return [];
  const own = named.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const others = named.filter(({ isOwn }) => !isOwn).map(({ id }) => id);
  const [documents] = await tx.query<{ count: number }>(COUNT_DOCUMENTS, [own, others, afm]);
  const [accounts] = await tx.query<{ count: number }>(COUNT_ACCOUNTS, [own]);
  if (!isTrial && own.length > 0) {
    await tx.query('SELECT erase_client_applications($1::bigint[])', [own]);
    await tx.query(LOCK_REFUNDS, [own]);
    await tx.query(ERASE_ACCOUNTS, [own]);
  }
  if (!isTrial && others.length > 0) await tx.query('SELECT erase_named_applications($1::bigint[], $2)', [others, afm]);
  return [
    { place: 'application_of_client', agentCode, count: own.length },
    { place: 'application_naming', agentCode, count: named.filter(({ isOwn, isNamed }) => isNamed && !isOwn).length },
    { place: 'document', agentCode, count: documents?.count ?? 0 },
    { place: 'refund_account', agentCode, count: accounts?.count ?? 0 },
  ];
}

/** A former state. */
interface VersionKey {
  readonly id: number;
  readonly version: number;
}

/** Of these applications, each by its key: a search of all states would read those of all persons. */
const FIND_VERSIONS = `
  SELECT v.application_id AS id, v.version FROM unnest($1::bigint[]) AS a(id)
  CROSS JOIN LATERAL (
    SELECT v.application_id, v.version FROM application_version v WHERE v.application_id = a.id AND (a.id > $2 OR v.version > $3)
    ORDER BY v.version LIMIT $4) AS v
  ORDER BY 1, 2 LIMIT $4`;

/** After the present states: what those were until then is found among these. */
export async function eraseVersions(part: Part): Promise<Outcome> {
  const { tx, plan, step, size } = part;
  const after = (part.after as VersionKey | null) ?? { id: 0, version: 0 };
  // The application that is under way is looked at again, from the next state on.
  const values = [agentOf(part).code, step.line, Math.max(0, after.id - 1), plan.lastIds.application, size];
  const applications = await tx.query<FoundApplication>(FIND_APPLICATIONS, values);
  const ids = applications.map(({ id }) => id);
  const keys = ids.length === 0 ? [] : await tx.query<VersionKey>(FIND_VERSIONS, [ids, after.id, after.version, size]);
  const changes = await erasePersonsOfVersions(part, keys);
  const contracts = new Set(applications.filter(({ status }) => POLICY_STATUSES.has(status)).map(({ id }) => id));
  changes.push(
    ...(await eraseVersionTexts(
      part,
      keys.filter(({ id }) => !contracts.has(id)),
    )),
  );
  const last = ids.at(-1);
  const next = keys.length === size ? keys.at(-1) : ids.length === size && last !== undefined ? { id: last + 1, version: 0 } : null;
  return { rows: keys.length, after: next ?? null, changes };
}

/** What named the person when the work was listed; a state that an agent wrote since is not touched. */
async function erasePersonsOfVersions(part: Part, keys: readonly VersionKey[]): Promise<Change[]> {
  const { tx, afm, isTrial, naming } = part;
  const named = new Map((await naming.among([...new Set(keys.map(({ id }) => id))])).map((one) => [one.id, one]));
  const ofNamed = keys.filter(({ id, version }) => version <= (named.get(id)?.version ?? 0));
  const own = ofNamed.filter(({ id }) => named.get(id)?.isOwn);
  const others = ofNamed.filter(({ id }) => !named.get(id)?.isOwn);
  if (!isTrial && own.length > 0) await tx.query('SELECT erase_client_versions($1::bigint[], $2::integer[])', listsOf(own));
  if (!isTrial && others.length > 0)
    await tx.query('SELECT erase_person_versions($1::bigint[], $2::integer[], $3)', [...listsOf(others), afm]);
  // What the work itself filed is looked at and not counted.
  const former = ofNamed.filter(({ id, version }) => version < (named.get(id)?.version ?? 0));
  return [{ place: 'former_state', agentCode: agentOf(part).code, count: former.length }];
}

const findVersionTexts = (field: string): string => `
  SELECT v.application_id AS id, v.version FROM application_version v
  WHERE (v.application_id, v.version) IN (SELECT * FROM unnest($3::bigint[], $4::integer[])) AND v.state ->> '${field}' ~ ANY ($2::text[])
    AND erase_mentions(v.state -> '${field}', $1::text[]) IS DISTINCT FROM v.state -> '${field}'`;

async function eraseVersionTexts(part: Part, keys: readonly VersionKey[]): Promise<Change[]> {
  const { tx, isTrial, naming, patterns } = part;
  const agent = agentOf(part);
  const named = new Set((await naming.among([...new Set(keys.map(({ id }) => id))])).map(({ id }) => id));
  const ofNamed = keys.filter(({ id }) => named.has(id));
  const searches: [field: string, searched: Searched, keys: readonly VersionKey[]][] = [
    ...VERSION_FIELDS.agent.map((field) => [field, patterns.ofAgent(agent), keys] as [string, Searched, readonly VersionKey[]]),
    ...VERSION_FIELDS.staff.map((field) => [field, patterns.staff, ofNamed] as [string, Searched, readonly VersionKey[]]),
  ];
  let count = 0;
  for (const [field, { exact, loose }, some] of searches) {
    if (some.length === 0 || exact.length === 0) continue;
    const found = await tx.query<VersionKey>(findVersionTexts(field), [exact, loose, ...listsOf(some)]);
    if (!isTrial && found.length > 0)
      await tx.query('SELECT erase_version_texts($1, $2::bigint[], $3::integer[], $4::text[])', [field, ...listsOf(found), exact]);
    count += found.length;
  }
  return [{ place: 'former_state_text', agentCode: agent.code, count }];
}

function listsOf(keys: readonly VersionKey[]): [ids: number[], versions: number[]] {
  return [keys.map(({ id }) => id), keys.map(({ version }) => version)];
}
