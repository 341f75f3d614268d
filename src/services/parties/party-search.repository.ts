import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { foldName } from '../../common/fold-name.js';
import { buildPartPattern } from '../../common/like-pattern.js';
import { toCappedTotal, MAX_COUNTED, type Page } from '../../common/paging.js';
import { listContactForms } from '../../record/core/parties/contact.js';
import { getRow, Store } from '../../store/store.js';

export interface PartyFilter {
  readonly agents: readonly string[];
  readonly afm?: string;
  readonly name?: string;
  readonly contact?: string;
  readonly applicationId?: number;
}

/** A page as a JSON array of `PartyResponse`, newest first. */
export interface PartyPage extends Omit<Page<never>, 'items'> {
  readonly found: number;
  readonly json: string | null;
  /** Parties erased since the search are missing. */
  read(): AsyncGenerator<string, void>;
}

const PART_ROWS = 50;

// The database writes the JSON, so that only a part of a large page is in memory.
const ENTITY = `
  json_build_object(
    'partyId', r.id, 'afm', r.afm, 'firstName', r.first_name, 'lastName', r.last_name, 'fathersName', r.fathers_name,
    'birthdate', r.birthdate, 'gender', r.gender_code, 'occupationCode', r.occupation_code, 'personType', r.person_type,
    'partyAddresses', coalesce((
      SELECT json_agg(json_build_object('addressId', a.id, 'addressType', a.address_type, 'city', a.city, 'line_1', a.line_1,
        'postCode', a.post_code, 'inUse', CASE WHEN a.in_use THEN '1' ELSE '0' END) ORDER BY a.serial)
      FROM party_address a WHERE a.party_id = r.id AND a.agent_code = r.agent_code), '[]'),
    'partyContacts', coalesce((
      SELECT json_agg(json_build_object('contactId', c.id, 'contact', c.contact, 'contactType', c.contact_type,
        'inUse', CASE WHEN c.in_use THEN '1' ELSE '0' END, 'preferred', CASE WHEN c.preferred THEN '1' ELSE '0' END) ORDER BY c.serial)
      FROM party_contact c WHERE c.party_id = r.id AND c.agent_code = r.agent_code), '[]'))`;

const ROWS = `coalesce(string_agg(${ENTITY}::text, ',' ORDER BY r.serial DESC), '')`;

const PERSONS_OF = (place: string): string => `
  SELECT person->>'afm', application.agent_code
  FROM application, LATERAL (
    SELECT questionnaire->'client' UNION ALL SELECT questionnaire->'insured' UNION ALL
    SELECT co_owner
    FROM json_array_elements(coalesce(questionnaire->'objects_insured', '[]')) AS object,
      json_array_elements(coalesce(object->'co-owners', '[]')) AS co_owner) AS persons(person)
  WHERE application.id = ${place} AND application.agent_code = ANY($1)`;

@Injectable()
export class PartySearchRepository {
  constructor(private readonly store: Store) {}

  async search(environment: Environment, filter: PartyFilter, { start, limit }: { start: number; limit: number }): Promise<PartyPage> {
    const { condition, values } = buildCondition(filter);
    const hit = `SELECT r.serial FROM party_record r WHERE ${condition}`;
    const at = values.length;
    const { total, found, rows, rest } = getRow(
      await this.store.readAnywhere(environment, (reader) =>
        reader.query<{ total: number; found: number; rows: string; rest: number[] }>(
          `WITH page AS (${hit} ORDER BY serial DESC LIMIT $${at + 1} OFFSET $${at + 2}),
         part AS (SELECT serial FROM page ORDER BY serial DESC LIMIT ${PART_ROWS})
       SELECT (SELECT count(*)::int FROM (${hit} LIMIT ${MAX_COUNTED + 1}) AS counted) AS total,
         (SELECT count(*)::int FROM page) AS found,
         (SELECT ${ROWS} FROM party_record r WHERE r.agent_code = ANY($1) AND r.serial = ANY(ARRAY(SELECT serial FROM part))) AS rows,
         ARRAY(SELECT serial FROM page ORDER BY serial DESC OFFSET ${PART_ROWS}) AS rest`,
          [...values, limit, start - 1],
        ),
      ),
    );
    return {
      ...toCappedTotal(total),
      found,
      json: rest.length === 0 ? `[${rows}]` : null,
      read: () => this.readParts(environment, filter.agents, rows, rest),
    };
  }

  async find(environment: Environment, agents: readonly string[], id: number): Promise<string | null> {
    const [row] = await this.store.query<{ json: string }>(
      environment,
      `SELECT ${ENTITY}::text AS json FROM party_record r
       WHERE r.id = $2 AND r.agent_code = ANY($1) ORDER BY array_position($1, r.agent_code) LIMIT 1`,
      [agents, id],
    );
    return row?.json ?? null;
  }

  private async *readParts(
    environment: Environment,
    agents: readonly string[],
    rows: string,
    rest: readonly number[],
  ): AsyncGenerator<string, void> {
    yield `[${rows}`;
    for (let at = 0; at < rest.length; at += PART_ROWS) {
      const text = `SELECT ${ROWS} AS rows FROM party_record r WHERE r.agent_code = ANY($1) AND r.serial = ANY($2)`;
      const [part] = await this.store.readAnywhere(environment, (reader) =>
        reader.query<{ rows: string }>(text, [agents, rest.slice(at, at + PART_ROWS)]),
      );
      if (part?.rows) yield `,${part.rows}`;
    }
    yield ']';
  }
}

type Condition = (record: string) => string;

function buildCondition(filter: PartyFilter): { condition: string; values: unknown[] } {
  const values: unknown[] = [filter.agents];
  const conditions: Condition[] = [(record) => `${record}.agent_code = ANY($1)`];
  const add = (value: unknown, condition: (record: string, place: string) => string): void => {
    const place = `$${values.push(value)}`;
    conditions.push((record) => condition(record, place));
  };
  if (filter.afm !== undefined) add(filter.afm.trim(), (record, place) => `${record}.afm = ${place}`);
  if (filter.name !== undefined) add(buildPartPattern(foldName(filter.name)), (record, place) => `${record}.name_search LIKE ${place}`);
  if (filter.contact !== undefined)
    add(
      listContactForms(filter.contact),
      (record, place) => `(${record}.agent_code, ${record}.id) IN (
        SELECT agent_code, party_id FROM party_contact WHERE agent_code = ANY($1) AND lower(contact) = ANY(${place}))`,
    );
  if (filter.applicationId !== undefined)
    add(filter.applicationId, (record, place) => `(${record}.afm, ${record}.agent_code) IN (${PERSONS_OF(place)})`);
  const of: Condition = (record) => conditions.map((condition) => condition(record)).join(' AND ');
  if (filter.agents.length < 2) return { condition: of('r'), values };
  const isEarlier = `o.afm = r.afm AND array_position($1, o.agent_code) < array_position($1, r.agent_code)`;
  return { condition: `${of('r')} AND NOT EXISTS (SELECT FROM party_record o WHERE ${isEarlier} AND ${of('o')})`, values };
}
