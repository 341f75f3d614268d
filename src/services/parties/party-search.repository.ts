import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { foldName } from '../../common/fold-name.js';
import { containing } from '../../common/like-pattern.js';
import type { Page } from '../../common/paging.js';
import { contactForms } from '../../record/parties/contact.js';
import { Store } from '../../store/store.js';

/** Totals are exact up to here (decisions "Lists"). */
const MAX_COUNTED = 10_000;

export interface PartyFilter {
  /** Linked to one of these; addresses and contacts are theirs. */
  readonly agents: readonly string[];
  readonly afm?: string;
  /** Part of the name, whatever its case and accents. */
  readonly name?: string;
  /** A whole telephone number or e-mail address. */
  readonly contact?: string;
  /** Client, insured or co-owner of this application of the agents. */
  readonly applicationId?: number;
}

/** The parties of a page as the JSON array of `PartyEntity` that is answered, newest first. */
export interface PartyPage extends Omit<Page<never>, 'items'> {
  /** Parties of this page. */
  readonly found: number;
  /** The array, when it is a small one. */
  readonly json: string | null;
  /** The same in parts, each read when it is asked for. A party that was erased since the search is left out. */
  read(): AsyncGenerator<string, void>;
}

/** A page of more is answered in parts of so many. */
const PART_ROWS = 50;

// The database writes the answer: a party is never an object here, and of thousands only a part is in memory.
const ENTITY = `
  json_build_object(
    'partyId', p.id, 'afm', p.afm, 'firstName', p.first_name, 'lastName', p.last_name, 'fathersName', p.fathers_name,
    'birthdate', p.birthdate, 'gender', p.gender_code, 'occupationCode', p.occupation_code, 'personType', p.person_type,
    'partyAddresses', coalesce((
      SELECT json_agg(json_build_object('addressId', a.id, 'addressType', a.address_type, 'city', a.city, 'line_1', a.line_1,
        'postCode', a.post_code, 'inUse', CASE WHEN a.in_use THEN '1' ELSE '0' END) ORDER BY a.id)
      FROM party_address a WHERE a.party_id = p.id AND a.agent_code = ANY($1)), '[]'),
    'partyContacts', coalesce((
      SELECT json_agg(json_build_object('contactId', c.id, 'contact', c.contact, 'contactType', c.contact_type,
        'inUse', CASE WHEN c.in_use THEN '1' ELSE '0' END, 'preferred', CASE WHEN c.preferred THEN '1' ELSE '0' END) ORDER BY c.id)
      FROM party_contact c WHERE c.party_id = p.id AND c.agent_code = ANY($1)), '[]'))`;

/** Separated by commas; nothing when there is none. */
const ROWS = `coalesce(string_agg(${ENTITY}::text, ',' ORDER BY p.id DESC), '')`;

const PERSONS_OF = (place: string): string => `
  SELECT person->>'afm'
  FROM application, LATERAL (
    SELECT questionnaire->'client' UNION ALL SELECT questionnaire->'insured' UNION ALL
    SELECT co_owner
    FROM json_array_elements(coalesce(questionnaire->'objects_insured', '[]')) AS object,
      json_array_elements(coalesce(object->'co-owners', '[]')) AS co_owner) AS persons(person)
  WHERE application.id = ${place} AND application.agent_code = ANY($1)`;

/** Parties that agents are linked to. */
@Injectable()
export class PartySearchRepository {
  constructor(private readonly store: Store) {}

  /** One page, or its first part, and the number of all, in one round trip. `start` is 1-based. */
  async search(environment: Environment, filter: PartyFilter, { start, limit }: { start: number; limit: number }): Promise<PartyPage> {
    const { condition, values } = conditionOf(filter);
    const hit = `SELECT DISTINCT l.party_id AS id FROM party_agent l JOIN party p ON p.id = l.party_id WHERE ${condition}`;
    const at = values.length;
    const [row] = await this.store.query<{ total: number; found: number; rows: string; rest: number[] }>(
      environment,
      `WITH page AS (${hit} ORDER BY id DESC LIMIT $${at + 1} OFFSET $${at + 2}), part AS (SELECT id FROM page ORDER BY id DESC LIMIT ${PART_ROWS})
       SELECT (SELECT count(*)::int FROM (${hit} LIMIT ${MAX_COUNTED + 1}) AS counted) AS total,
         (SELECT count(*)::int FROM page) AS found,
         (SELECT ${ROWS} FROM party p JOIN part ON part.id = p.id) AS rows,
         ARRAY(SELECT id FROM page ORDER BY id DESC OFFSET ${PART_ROWS}) AS rest`,
      [...values, limit, start - 1],
    );
    if (row === undefined) throw new Error('a search without an answer');
    const { found, rows, rest } = row;
    return {
      ...{ total: Math.min(row.total, MAX_COUNTED), isCapped: row.total > MAX_COUNTED, found },
      json: rest.length === 0 ? `[${rows}]` : null,
      read: () => this.readParts(environment, filter.agents, rows, rest),
    };
  }

  /** The party as it is answered; null when none of the agents is linked to it. */
  async find(environment: Environment, agents: readonly string[], id: number): Promise<string | null> {
    const [row] = await this.store.query<{ json: string }>(
      environment,
      `SELECT ${ENTITY}::text AS json FROM party p
       WHERE p.id = $2 AND EXISTS (SELECT FROM party_agent l WHERE l.party_id = p.id AND l.agent_code = ANY($1))`,
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
      const text = `SELECT ${ROWS} AS rows FROM party p WHERE p.id = ANY($2)`;
      const [part] = await this.store.query<{ rows: string }>(environment, text, [agents, rest.slice(at, at + PART_ROWS)]);
      if (part?.rows) yield `,${part.rows}`;
    }
    yield ']';
  }
}

function conditionOf(filter: PartyFilter): { condition: string; values: unknown[] } {
  const values: unknown[] = [filter.agents];
  const conditions = ['l.agent_code = ANY($1)'];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filter.afm !== undefined) add(filter.afm.trim(), (place) => `p.afm = ${place}`);
  if (filter.name !== undefined) add(containing(foldName(filter.name)), (place) => `p.name_search LIKE ${place}`);
  if (filter.contact !== undefined)
    add(
      contactForms(filter.contact),
      (place) => `p.id IN (SELECT party_id FROM party_contact WHERE lower(contact) = ANY(${place}) AND agent_code = ANY($1))`,
    );
  if (filter.applicationId !== undefined) add(filter.applicationId, (place) => `p.afm IN (${PERSONS_OF(place)})`);
  return { condition: conditions.join(' AND '), values };
}
