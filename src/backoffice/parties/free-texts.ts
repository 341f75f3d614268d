import type { Transaction } from '../../store/store.js';
import { mentionPatterns, type MentionPattern, type Traits } from './mention-pattern.js';
import { forRanges, partsOf } from './parts.js';

/** A column in which somebody may have written about a person. */
export interface FreeText {
  readonly table: string;
  readonly column: string;
  /** What of it is searched; all when absent. */
  readonly searched?: string;
  /** What it becomes; $1 is the pattern. */
  readonly value?: string;
  /** Which rows are looked at; $3 are applications, a part of the list at a time. All rows when absent, in the order of their `id`. */
  readonly rows?: string;
}

/** Of the agents who have a record of the person. */
const FIND_APPLICATIONS = `
  SELECT a.id FROM application a WHERE a.agent_code IN (
    SELECT r.agent_code FROM party_record r JOIN party p ON p.afm = r.afm WHERE p.id = $1)`;
/** What stands in a contract stays: it is kept as it was signed. */
const NO_CONTRACTS = `(SELECT a.id FROM application a WHERE a.id = ANY ($3::bigint[]) AND a.status <> ALL ('{50,55,60,65,70}'))`;
/** One that is found for what stands with an AFM of its own is not changed. */
const ofApplications = (column: string): FreeText => ({
  ...{ table: 'application', column },
  rows: `t.id = ANY ($3::bigint[]) AND t.id IN ${NO_CONTRACTS} AND erase_mentions(t.${column}, $1)::jsonb <> t.${column}::jsonb`,
});
const OF_APPLICATION = { rows: `t.application_id = ANY ($3::bigint[])` };

/** Every column that is searched. A new column of text is named here, or in the test that compares this list with the schemas. */
export const FREE_TEXTS: readonly FreeText[] = [
  ofApplications('questionnaire'),
  ofApplications('messages'),
  ofApplications('approval'),
  {
    ...{ table: 'application_version', column: 'state' },
    rows: `t.application_id = ANY ($3::bigint[]) AND t.application_id IN ${NO_CONTRACTS}`,
    // The price is half of a state.
    searched: `concat_ws(' ', t.state ->> 'questionnaire', t.state ->> 'messages', t.state ->> 'approval')`,
    value: `t.state || erase_mentions(jsonb_build_object('questionnaire', t.state -> 'questionnaire', 'messages', t.state -> 'messages',
      'approval', t.state -> 'approval'), $1)`,
  },
  { ...OF_APPLICATION, table: 'status_transition', column: 'reason' },
  { ...OF_APPLICATION, table: 'document', column: 'file_name' },
  { ...OF_APPLICATION, table: 'document', column: 'comments' },
  { table: 'staff_message', column: 'text' },
  { table: 'service_request', column: 'subject' },
  { table: 'service_request', column: 'body' },
  { table: 'service_request', column: 'answer' },
  { table: 'service_request_event', column: 'answer' },
  {
    ...{ table: 'gateway.audit_entry', column: 'details' },
    rows: `t.subject_type = 'application' AND t.environment = current_schema() AND t.subject_id = ANY ($3::text[])`,
  },
];

/** Rows of the register and of the agents' records, former ones too, and the persons of the AFM in every state of the applications. */
const FIND_TRACES = `
  WITH state AS (
    SELECT a.questionnaire::jsonb AS q FROM application a WHERE a.id = ANY ($2::bigint[])
    UNION ALL SELECT v.state -> 'questionnaire' FROM application_version v WHERE v.application_id = ANY ($2::bigint[])),
  record AS (SELECT r.* FROM party_record r JOIN party p ON p.afm = r.afm WHERE p.id = $1)
  SELECT to_jsonb(p) AS trace FROM party p WHERE p.id = $1
  UNION SELECT to_jsonb(r) FROM record r
  UNION SELECT jsonb_build_object('contact', c.contact) FROM party_contact c JOIN record r ON r.agent_code = c.agent_code AND r.id = c.party_id
  UNION SELECT v.state FROM party_version v WHERE v.party_id = $1 AND v.agent_code IS NULL
  UNION SELECT v.state FROM party_version v JOIN record r ON r.agent_code = v.agent_code AND r.id = v.party_id
  UNION SELECT jsonb_path_query(s.q, 'strict $.** ? (@.afm == $afm)', jsonb_build_object('afm', p.afm)) FROM state s, party p WHERE p.id = $1`;

/** On applications of the person ($1), now or formerly, and on nobody else's. */
const FIND_PLATES = `
  SELECT own.plate FROM (
    SELECT a.plate_no AS plate FROM application a WHERE a.id = ANY ($1::bigint[])
    UNION SELECT v.state ->> 'plate_no' FROM application_version v WHERE v.application_id = ANY ($1::bigint[])) AS own
  WHERE own.plate IS NOT NULL AND NOT EXISTS (SELECT FROM application o WHERE o.plate_no = own.plate AND o.id <> ALL ($1::bigint[]))`;

/** Of the applications whose client the person was, what staff wrote goes, as it goes from the application. */
const ERASE_DECISIONS = `
  UPDATE gateway.audit_entry SET details = details - ARRAY['reason', 'messages', 'terms']
  WHERE subject_type = 'application' AND environment = current_schema() AND subject_id = ANY ($1::text[])`;

/** Printed while an application of somebody else named the person; a contract that names it now is not erased from. */
const DELETE_PRINTS = `
  DELETE FROM document d USING application a, party p
  WHERE p.id = $1 AND a.id = ANY ($2::bigint[]) AND d.application_id = a.id AND d.is_system AND (
    position(p.afm IN a.questionnaire::text) > 0
    OR EXISTS (SELECT FROM application_version v WHERE v.application_id = a.id AND position(p.afm IN v.state::text) > 0
      AND v.valid_from <= d.created_at AND v.valid_until > d.created_at))`;

type Trace = Readonly<Record<string, unknown>>;

/** An answer cannot be changed without its headers; it is deleted instead, also for the last name alone. */
const DELETE_ANSWERS = `
  DELETE FROM kept_answer k USING party p
  WHERE p.id = $1 AND k.scope > $3 AND k.scope <= $4
    AND (readable(k.body) ~ ANY ($2::text[]) OR position(convert_to(p.last_name, 'UTF8') IN k.body) > 0)`;

export interface NamingApplication {
  readonly id: number;
  /** The person is its client. */
  readonly isOwn: boolean;
}

/**
 * Takes every mention of the party out of what was freely written, and what tells of it in print; to be done before the party itself goes. Answers
 * the applications that are not as they were; their former states do not count.
 */
export async function eraseMentions(tx: Transaction, party: number, naming: readonly NamingApplication[]): Promise<number[]> {
  const own = naming.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const applications = naming.map(({ id }) => id);
  await tx.query(`SELECT set_config('record.erasing', 'on', true)`);
  await tx.query(ERASE_DECISIONS, [own]);
  await tx.query(DELETE_PRINTS, [party, applications]);
  const changed = await eraseFromTexts(tx, party, await traitsOf(tx, party, { applications, own }));
  await tx.query(`SELECT set_config('record.erasing', 'off', true)`);
  return changed;
}

async function eraseFromTexts(tx: Transaction, party: number, traits: Traits): Promise<number[]> {
  const looked = (await tx.query<{ id: number }>(FIND_APPLICATIONS, [party])).map(({ id }) => id);
  const changed: number[] = [];
  for (const pattern of mentionPatterns(traits)) {
    for (const text of FREE_TEXTS) changed.push(...(await eraseFromText(tx, text, pattern, looked)));
    await forRanges(tx, { table: 'kept_answer', key: 'scope', first: Buffer.alloc(0) }, (after, last) =>
      tx.query(DELETE_ANSWERS, [party, pattern.loose, after, last]),
    );
  }
  return changed;
}

/** Answers the applications that are changed. */
async function eraseFromText(
  tx: Transaction,
  text: FreeText,
  { exact, loose }: MentionPattern,
  looked: readonly number[],
): Promise<number[]> {
  const { table, column, rows, searched = `t.${column}::text`, value = `erase_mentions(t.${column}, $1)` } = text;
  const changed: number[] = [];
  const update = async (condition: string, ...values: unknown[]): Promise<void> => {
    const statement = `UPDATE ${table} t SET ${column} = ${value} WHERE ${searched} ~ ANY ($2::text[]) AND ${condition}`;
    const returning = table === 'application' ? ' RETURNING t.id' : '';
    changed.push(...(await tx.query<{ id: number }>(statement + returning, [exact, loose, ...values])).map(({ id }) => id));
  };
  if (rows === undefined)
    await forRanges(tx, { table, key: 'id', first: 0 }, (after, last) => update('t.id > $3 AND t.id <= $4', after, last));
  else for (const part of partsOf(looked)) await update(rows, part);
  return changed;
}

interface Applications {
  readonly applications: readonly number[];
  /** Those of them whose client the person is. */
  readonly own: readonly number[];
}

/** The register's names of fields, and those of both lines. */
async function traitsOf(tx: Transaction, party: number, { applications, own }: Applications): Promise<Traits> {
  const traces = (await tx.query<{ trace: Trace }>(FIND_TRACES, [party, applications])).map(({ trace }) => trace);
  const plates = await tx.query<{ plate: string }>(FIND_PLATES, [own]);
  const valuesOf = (...fields: string[]): string[] =>
    traces.flatMap((trace) => fields.map((field) => trace[field])).filter((value) => typeof value === 'string');
  const textOf = (trace: Trace, ...fields: string[]): string | null =>
    fields.map((field) => trace[field]).find((value) => typeof value === 'string') ?? null;
  const contacts = valuesOf('contact', 'email', 'phone', 'mobile');
  return {
    names: traces.map((trace) => ({ last: textOf(trace, 'last_name', 'lastName') ?? '', first: textOf(trace, 'first_name', 'firstName') })),
    numbers: valuesOf('afm', 'amka'),
    papers: valuesOf('identity_number', 'identityNo', 'passport'),
    plates: plates.map(({ plate }) => plate),
    phones: contacts.filter((contact) => !contact.includes('@')),
    emails: contacts.filter((contact) => contact.includes('@')),
  };
}
