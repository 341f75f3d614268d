import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../store/store.js';
import type { RecordContext } from './party.repository.js';
import type { PersonFields } from './person.js';
import type { PartyAddress, PartyContact } from './party-details.js';

export type StoredParty = Omit<PersonFields, 'afm'> & { readonly id: number };

export interface DetailOwner extends RecordContext {
  readonly partyId: number;
}

const COLUMNS = `id, person_type AS "personType", last_name AS "lastName", first_name AS "firstName", fathers_name AS "fathersName", birthdate,
  gender_code AS "genderCode", occupation_code AS "occupationCode"`;

const FIND = `SELECT ${COLUMNS} FROM party_record WHERE afm = $1 AND agent_code = $2 FOR NO KEY UPDATE`;

const INSERT = `
  WITH made AS (
    INSERT INTO party_record (afm, agent_code, person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code, updated_by,
      created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
    ON CONFLICT (afm, agent_code) DO NOTHING RETURNING id, agent_code, afm),
  noted AS (INSERT INTO party_record_change (agent_code, afm, is_renamed) SELECT agent_code, afm, true FROM made)
  SELECT id FROM made`;

const UPDATE = `
  WITH former AS (SELECT last_name, birthdate FROM party_record WHERE afm = $1 AND agent_code = $2),
  changed AS (
    UPDATE party_record SET person_type = $3, last_name = $4, first_name = $5, fathers_name = $6, birthdate = $7, gender_code = $8,
      occupation_code = $9, updated_by = $10, updated_at = greatest($11, updated_at), version = version + 1
    WHERE afm = $1 AND agent_code = $2 RETURNING agent_code, afm, last_name, birthdate)
  INSERT INTO party_record_change (agent_code, afm, is_renamed)
  SELECT c.agent_code, c.afm, fold_name(c.last_name) <> fold_name(f.last_name) OR c.birthdate IS DISTINCT FROM f.birthdate
  FROM changed c, former f`;

const ADDRESSES = `
  SELECT id, address_type AS type, line_1 AS "line1", city, post_code AS "postCode", in_use AS "inUse"
  FROM party_address WHERE party_id = $1 AND agent_code = $2 ORDER BY serial`;
const CONTACTS = `
  SELECT id, contact_type AS type, contact, in_use AS "inUse", preferred
  FROM party_contact WHERE party_id = $1 AND agent_code = $2 ORDER BY serial`;

const SENT_ADDRESSES = `jsonb_to_recordset($3::jsonb) AS s(id bigint, type text, "line1" text, city text, "postCode" text, "inUse" boolean)`;
const CHANGE_ADDRESSES = `
  UPDATE party_address a SET address_type = s.type, line_1 = s."line1", city = s.city, post_code = s."postCode", in_use = s."inUse",
    updated_by = $4, updated_at = greatest($5, a.updated_at)
  FROM ${SENT_ADDRESSES} WHERE a.id = s.id AND a.party_id = $1 AND a.agent_code = $2`;
const ADD_ADDRESSES = `
  INSERT INTO party_address AS a (party_id, agent_code, address_type, line_1, city, post_code, in_use, updated_by, created_at, updated_at)
  SELECT $1, $2, s.type, s."line1", s.city, s."postCode", s."inUse", $4, $5, $5 FROM ${SENT_ADDRESSES} WHERE s.id IS NULL
  ON CONFLICT ON CONSTRAINT party_address_own_key
    DO UPDATE SET in_use = excluded.in_use, updated_by = excluded.updated_by, updated_at = greatest(excluded.updated_at, a.updated_at)`;

const SENT_CONTACTS = `jsonb_to_recordset($3::jsonb) AS s(id bigint, type text, contact text, "inUse" boolean, preferred boolean)`;
const CHANGE_CONTACTS = `
  UPDATE party_contact c SET contact_type = s.type, contact = s.contact, in_use = s."inUse", preferred = s.preferred,
    updated_by = $4, updated_at = greatest($5, c.updated_at)
  FROM ${SENT_CONTACTS} WHERE c.id = s.id AND c.party_id = $1 AND c.agent_code = $2`;
const ADD_CONTACTS = `
  INSERT INTO party_contact AS c (party_id, agent_code, contact_type, contact, in_use, preferred, updated_by, created_at, updated_at)
  SELECT $1, $2, s.type, s.contact, s."inUse", s.preferred, $4, $5, $5 FROM ${SENT_CONTACTS} WHERE s.id IS NULL
  ON CONFLICT ON CONSTRAINT party_contact_own_key
    DO UPDATE SET in_use = excluded.in_use, preferred = excluded.preferred, updated_by = excluded.updated_by,
      updated_at = greatest(excluded.updated_at, c.updated_at)`;

/** The row is locked. One statement writes all addresses, or contacts (ADR-2). */
@Injectable()
export class PartyWriteRepository {
  async lockByAfm(tx: Transaction, afm: string, agentCode: string): Promise<StoredParty | null> {
    const [record] = await tx.query<StoredParty>(FIND, [afm, agentCode]);
    return record ?? null;
  }

  /** Returns null when another call has just inserted the record. */
  async insert(tx: Transaction, party: PersonFields, { agentCode, at }: RecordContext): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(INSERT, [party.afm, agentCode, ...listValues(party), `agent:${agentCode}`, at]);
    return row?.id ?? null;
  }

  async update(tx: Transaction, party: PersonFields, { agentCode, at }: RecordContext): Promise<void> {
    await tx.query(UPDATE, [party.afm, agentCode, ...listValues(party), `agent:${agentCode}`, at]);
  }

  findAddresses(tx: Transaction, { partyId, agentCode }: DetailOwner): Promise<PartyAddress[]> {
    return tx.query(ADDRESSES, [partyId, agentCode]);
  }

  findContacts(tx: Transaction, { partyId, agentCode }: DetailOwner): Promise<PartyContact[]> {
    return tx.query(CONTACTS, [partyId, agentCode]);
  }

  async writeAddresses(tx: Transaction, owner: DetailOwner, addresses: readonly PartyAddress[]): Promise<void> {
    await write(tx, [CHANGE_ADDRESSES, ADD_ADDRESSES], owner, addresses);
  }

  /** Writes preferred contacts last, because the database allows one of each type. */
  async writeContacts(tx: Transaction, owner: DetailOwner, contacts: readonly PartyContact[]): Promise<void> {
    const statements = [CHANGE_CONTACTS, ADD_CONTACTS] as const;
    const losing = contacts.filter(({ preferred }) => !preferred);
    const preferred = contacts.filter((contact) => contact.preferred);
    await Promise.all([write(tx, statements, owner, losing), write(tx, statements, owner, preferred)]);
  }
}

function listValues(party: Omit<PersonFields, 'afm'>): unknown[] {
  const { personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode } = party;
  return [personType, lastName, firstName, fathersName, birthdate, genderCode, occupationCode];
}

function write(
  tx: Transaction,
  [change, add]: readonly [string, string],
  { partyId, agentCode, at }: DetailOwner,
  details: readonly { readonly id: number | null }[],
): Promise<unknown> {
  const values = [partyId, agentCode, JSON.stringify(details), `agent:${agentCode}`, at];
  return Promise.all([
    details.some(({ id }) => id !== null) && tx.query(change, values),
    details.some(({ id }) => id === null) && tx.query(add, values),
  ]);
}
