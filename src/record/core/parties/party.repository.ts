import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../../../common/turns.js';
import type { Transaction } from '../../../store/store.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { toContact, type ContactType } from './contact.js';
import { MAX_DETAILS } from './party-details.js';
import { isIndividualType, type Person } from './person.js';

export interface RecordContext {
  readonly agentCode: string;
  readonly at: Date;
}

const first = (field: string): string => `(array_agg(${field} ORDER BY position) FILTER (WHERE ${field} IS NOT NULL))[1]`;

/** A subquery: with a plain parameter the server plans again for each agent, which takes longer than the statement. */
const AGENT = '(SELECT $2::text)';

/**
 * Writes in the order of the AFM, which avoids deadlocks. A known record stays locked until the application is written,
 * so that an erasure sees it. LATERAL forces a look-up by index: the server would read all records of the agent.
 */
const SAVE = `
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS s(position int, afm text, "personType" text, "lastName" text, "firstName" text,
      "fathersName" text, birthdate date, "genderCode" text, "occupationCode" text, address jsonb, contacts jsonb)),
  person AS (
    SELECT afm, ${first('"personType"')} AS person_type, ${first('"lastName"')} AS last_name, ${first('"firstName"')} AS first_name,
      ${first('"fathersName"')} AS fathers_name, ${first('birthdate')} AS birthdate, ${first('"genderCode"')} AS gender_code,
      ${first('"occupationCode"')} AS occupation_code
    FROM sent GROUP BY afm),
  known AS (
    SELECT r.* FROM (SELECT afm FROM person ORDER BY afm) p CROSS JOIN LATERAL (
      SELECT id, afm, first_name, fathers_name, birthdate, gender_code, occupation_code
      FROM party_record WHERE agent_code = ${AGENT} AND afm = p.afm FOR KEY SHARE) r),
  written AS (
    INSERT INTO party_record AS r (agent_code, afm, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code,
      updated_by, created_at, updated_at, id)
    SELECT $2, p.afm, p.person_type, p.last_name, p.first_name, p.fathers_name, p.birthdate, p.gender_code, p.occupation_code, $3, $4, $4,
      CASE WHEN k.id IS NULL THEN new_party_id() ELSE k.id END
    FROM person p LEFT JOIN known k ON k.afm = p.afm
    WHERE k.id IS NULL OR (k.first_name IS NULL AND p.first_name IS NOT NULL) OR (k.fathers_name IS NULL AND p.fathers_name IS NOT NULL)
      OR (k.birthdate IS NULL AND p.birthdate IS NOT NULL) OR (k.gender_code IS NULL AND p.gender_code IS NOT NULL)
      OR (k.occupation_code IS NULL AND p.occupation_code IS NOT NULL)
    ORDER BY p.afm
    ON CONFLICT ON CONSTRAINT party_record_own_key DO UPDATE SET first_name = coalesce(r.first_name, excluded.first_name),
      fathers_name = coalesce(r.fathers_name, excluded.fathers_name), birthdate = coalesce(r.birthdate, excluded.birthdate),
      gender_code = coalesce(r.gender_code, excluded.gender_code), occupation_code = coalesce(r.occupation_code, excluded.occupation_code),
      version = r.version + 1, updated_by = excluded.updated_by, updated_at = greatest(excluded.updated_at, r.updated_at)
    RETURNING r.id, r.afm),
  noted AS (
    INSERT INTO party_record_change (agent_code, afm, is_renamed)
    SELECT $2, w.afm, k.id IS NULL OR (k.birthdate IS NULL AND p.birthdate IS NOT NULL)
    FROM written w JOIN person p ON p.afm = w.afm LEFT JOIN known k ON k.afm = w.afm ORDER BY w.afm),
  filed AS (SELECT id, afm FROM known UNION SELECT id, afm FROM written),
  addressed AS (
    INSERT INTO party_address (agent_code, party_id, address_type, line_1, city, post_code, updated_by, created_at, updated_at)
    SELECT DISTINCT $2, f.id, a.type, a."line1", a.city, a."postCode", $3, $4::timestamptz, $4::timestamptz
    FROM sent s JOIN filed f ON f.afm = s.afm
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, coalesce(array_agg(ROW(address_type, line_1, city, post_code)), '{}') AS details
      FROM party_address WHERE party_id = f.id AND agent_code = ${AGENT}) o
    CROSS JOIN jsonb_to_record(s.address) AS a(type text, "line1" text, city text, "postCode" text)
    WHERE a.type IS NOT NULL AND ROW(a.type, a."line1", a.city, a."postCode") <> ALL (o.details) AND o.count < ${MAX_DETAILS}
    ORDER BY f.id, a.type, a."line1", a.city, a."postCode"
    ON CONFLICT ON CONSTRAINT party_address_own_key DO NOTHING),
  reached AS (
    INSERT INTO party_contact (agent_code, party_id, contact_type, contact, updated_by, created_at, updated_at)
    SELECT DISTINCT $2, f.id, c.type, c.contact, $3, $4::timestamptz, $4::timestamptz
    FROM sent s JOIN filed f ON f.afm = s.afm
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, coalesce(array_agg(ROW(contact_type, contact)), '{}') AS details
      FROM party_contact WHERE party_id = f.id AND agent_code = ${AGENT}) o
    CROSS JOIN jsonb_to_recordset(s.contacts) AS c(type text, contact text)
    WHERE ROW(c.type, c.contact) <> ALL (o.details) AND o.count < ${MAX_DETAILS}
    ORDER BY f.id, c.type, c.contact
    ON CONFLICT ON CONSTRAINT party_contact_own_key DO NOTHING)
  SELECT`;

/** One statement saves all persons of an application (ADR-2). */
@Injectable()
export class PartyRepository {
  constructor(private readonly lists: ReferenceLists) {}

  async savePersons(tx: Transaction, persons: readonly Person[], { agentCode, at }: RecordContext): Promise<void> {
    if (persons.length === 0) return;
    const sent = await mapInTurns(persons, (person, position) => ({ position, ...toSentPerson(person, this.lists) }));
    await tx.query(SAVE, [JSON.stringify(sent), agentCode, `agent:${agentCode}`, at]);
  }
}

function toSentPerson({ address, phone, mobile, email, ...person }: Person, lists: ReferenceLists) {
  return {
    ...person,
    address: address === null ? {} : { type: isIndividualType(person.personType, lists) ? 'HOME' : 'SEAT', ...address },
    contacts: [...toSentContacts('MOBILE', mobile), ...toSentContacts('PHONE', phone), ...toSentContacts('EMAIL', email)],
  };
}

/** Drops an invalid contact of an application from before telephones were checked. */
function toSentContacts(type: ContactType, value: string | null): { readonly type: ContactType; readonly contact: string }[] {
  const contact = value === null ? null : toContact(type, value);
  return contact === null ? [] : [{ type, contact }];
}
