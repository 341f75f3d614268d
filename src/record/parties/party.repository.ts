import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../store/store.js';
import type { Text } from '../../common/language.js';
import { MessageKind } from '../staff-messages/message-kind.js';
import type { LinkContext, PartyLink, SentPerson } from './party.js';

/**
 * All persons of an application at once, in the order of their AFM, so that two transactions never wait for each other. A party that nobody
 * knows is created by the first person of its AFM; every person is then compared with its party, and only one that agrees links the agent and
 * leaves its address and contacts, as that agent's own. A person whose AFM another transaction created meanwhile does not come back: this
 * statement cannot see that party yet, the next one can. A known party is held until the application is written: its erasure waits and then sees
 * the application, or comes first and the party is made anew.
 */
const LINK = `
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS s(position int, afm text, "personType" text, "lastName" text, "firstName" text,
      "fathersName" text, birthdate date, "genderCode" text, "occupationCode" text, address jsonb, contacts jsonb)),
  known AS (SELECT id, afm, last_name, birthdate FROM party WHERE afm IN (SELECT afm FROM sent) ORDER BY afm FOR KEY SHARE),
  fresh AS (
    SELECT DISTINCT ON (afm) * FROM sent WHERE NOT EXISTS (SELECT FROM known WHERE known.afm = sent.afm) ORDER BY afm, position),
  created AS (
    INSERT INTO party (afm, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code, updated_by, created_at,
      updated_at)
    SELECT afm, "personType", "lastName", "firstName", "fathersName", birthdate, "genderCode", "occupationCode", $3, $4, $4 FROM fresh ORDER BY afm
    ON CONFLICT (afm) DO NOTHING
    RETURNING id, afm, last_name, birthdate),
  judged AS (
    SELECT s.position, s.afm, s.address, s.contacts, p.id AS party_id,
      fold_name(s."lastName") = fold_name(p.last_name) AND s.birthdate IS NOT DISTINCT FROM p.birthdate AS agrees
    FROM sent s JOIN (SELECT * FROM known UNION ALL SELECT * FROM created) p ON p.afm = s.afm),
  linked AS (
    INSERT INTO party_agent (party_id, agent_code, linked_at)
    SELECT DISTINCT party_id, $2, $4::timestamptz FROM judged WHERE agrees ORDER BY party_id
    ON CONFLICT (party_id, agent_code) DO NOTHING),
  addressed AS (
    INSERT INTO party_address (party_id, agent_code, address_type, line_1, city, post_code, updated_by, created_at, updated_at)
    SELECT j.party_id, $2, a.type, a."line1", a.city, a."postCode", $3, $4, $4
    FROM judged j CROSS JOIN jsonb_to_record(j.address) AS a(type text, "line1" text, city text, "postCode" text)
    WHERE j.agrees AND a.type IS NOT NULL ORDER BY j.party_id, j.position
    ON CONFLICT ON CONSTRAINT party_address_own_key DO NOTHING),
  reached AS (
    INSERT INTO party_contact (party_id, agent_code, contact_type, contact, updated_by, created_at, updated_at)
    SELECT j.party_id, $2, c.type, c.contact, $3, $4, $4
    FROM judged j CROSS JOIN jsonb_to_recordset(j.contacts) AS c(type text, contact text)
    WHERE j.agrees ORDER BY j.party_id, c.type, c.contact
    ON CONFLICT ON CONSTRAINT party_contact_own_key DO NOTHING),
  told AS (
    INSERT INTO staff_message (kind, application_id, party_id, text, created_at)
    SELECT DISTINCT '${MessageKind.PARTY_MISMATCH}', $5::bigint, party_id, $6::jsonb, $4::timestamptz FROM judged WHERE NOT agrees ORDER BY party_id
    ON CONFLICT DO NOTHING)
  SELECT afm, party_id AS "partyId", agrees FROM judged ORDER BY position`;

@Injectable()
export class PartyRepository {
  /** Links those persons whose party is there or can be created now; the others are left out of the answer. */
  linkPersons(tx: Transaction, persons: readonly SentPerson[], context: LinkContext, mismatchText: Text): Promise<PartyLink[]> {
    const { agentCode, applicationId, at } = context;
    const sent = persons.map((person, position) => ({ position, ...person }));
    return tx.query(LINK, [JSON.stringify(sent), agentCode, `agent:${agentCode}`, at, applicationId, JSON.stringify(mismatchText)]);
  }
}
