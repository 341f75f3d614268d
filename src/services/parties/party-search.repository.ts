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

/** Parties of a page as the JSON array of `PartyEntity` that is answered, newest first. */
export type PartyPage = Omit<Page<never>, 'items'> & { readonly json: string };

// The database writes the answer: a page of 5,000 parties is one text here, never thousands of objects.
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

  /** One page and the number of all, in one round trip. `start` is 1-based. */
  async search(environment: Environment, filter: PartyFilter, { start, limit }: { start: number; limit: number }): Promise<PartyPage> {
    const { condition, values } = conditionOf(filter);
    const hit = `SELECT DISTINCT l.party_id AS id FROM party_agent l JOIN party p ON p.id = l.party_id WHERE ${condition}`;
    const at = values.length;
    const [row] = await this.store.query<{ total: number; json: string }>(
      environment,
      `WITH page AS (${hit} ORDER BY id DESC LIMIT $${at + 1} OFFSET $${at + 2})
       SELECT (SELECT count(*)::int FROM (${hit} LIMIT ${MAX_COUNTED + 1}) AS counted) AS total,
         (SELECT '[' || coalesce(string_agg(${ENTITY}::text, ',' ORDER BY p.id DESC), '') || ']' FROM party p JOIN page ON page.id = p.id) AS json`,
      [...values, limit, start - 1],
    );
    if (row === undefined) throw new Error('a search without an answer');
    return { json: row.json, total: Math.min(row.total, MAX_COUNTED), isCapped: row.total > MAX_COUNTED };
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
