import { Agents } from '../../src/record/agents/agents.js';
import { Parties } from '../../src/record/parties/parties.js';
import { PartyRepository } from '../../src/record/parties/party.repository.js';
import type { PartyLink } from '../../src/record/parties/party.js';
import type { Person } from '../../src/record/parties/person.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertTestApplication, TEST_TIME, testAgent, testPerson } from '../support/record-fixtures.js';

const ENVIRONMENT = 'sandbox';

let database: TestDatabase;
let store: Store;
let parties: Parties;
let applicationId: number;
let afmCount = 100_000_000;

beforeAll(async () => {
  database = await createTestDatabase({ databasePoolSize: 10 });
  store = await Store.open(database.config);
  parties = new Parties(new PartyRepository());
  const agents = new Agents(store, { now: () => TEST_TIME });
  await agents.create(ENVIRONMENT, testAgent({ code: 'A100' }));
  await agents.create(ENVIRONMENT, testAgent({ code: 'A200' }));
  applicationId = await insertTestApplication(store, ENVIRONMENT, 'A100');
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describe('link', () => {
  it('makes a party of an unknown AFM, linked to the agent, with its address and contacts', async () => {
    const person = newPerson({ phone: '2101234567', email: 'g@example.com' });
    const [link] = await linkAll([person]);
    expect(link).toMatchObject({ afm: person.afm, agrees: true });
    const [party] = await rows('SELECT * FROM party WHERE afm = $1', person.afm);
    expect(party).toMatchObject({
      ...{ id: link?.partyId, person_type: '1', last_name: 'Παπαδόπουλος', first_name: 'Γεώργιος', fathers_name: 'Ιωάννης' },
      ...{ birthdate: '1980-05-17', gender_code: '1', occupation_code: null, version: 1, updated_by: 'agent:A100' },
      name_search: 'παπαδοπουλοσ γεωργιοσ',
    });
    expect(await agentsOf(link)).toEqual(['A100']);
    expect(await rows('SELECT * FROM party_address WHERE party_id = $1', link?.partyId)).toMatchObject([
      { agent_code: 'A100', address_type: 'HOME', line_1: 'Ερμού 1', city: 'Αθήνα', post_code: '10563', in_use: true },
    ]);
    expect(await contactsOf(link, 'A100')).toEqual(['EMAIL g@example.com', 'MOBILE 6900000000', 'PHONE 2101234567']);
  });

  it('keeps a company by its name alone, at its seat', async () => {
    const person = newPerson({
      personType: '2',
      lastName: 'Υπόδειγμα Α.Ε.',
      firstName: null,
      fathersName: null,
      birthdate: null,
      genderCode: null,
    });
    const [link] = await linkAll([person]);
    expect(await linkAll([{ ...person, lastName: 'ΥΠΟΔΕΙΓΜΑ  Α.Ε.' }], 'A200')).toEqual([link]);
    expect(await rows('SELECT DISTINCT address_type FROM party_address WHERE party_id = $1', link?.partyId)).toEqual([
      { address_type: 'SEAT' },
    ]);
  });

  it.each([
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'capitals without accents'],
    ['  παπαδοπουλος ', 'small letters and blanks'],
  ])('links another agent that sends %p (%s), and changes nothing of the party', async (lastName) => {
    const person = newPerson();
    const [first] = await linkAll([person]);
    const [second] = await linkAll([{ ...person, lastName, firstName: 'Άλλος', mobile: '6911111111' }], 'A200');
    expect(second).toEqual(first);
    expect(await agentsOf(first)).toEqual(['A100', 'A200']);
    expect(await rows('SELECT last_name, first_name, version FROM party WHERE afm = $1', person.afm)).toEqual([
      { last_name: 'Παπαδόπουλος', first_name: 'Γεώργιος', version: 1 },
    ]);
    expect(await contactsOf(first, 'A100')).toEqual(['MOBILE 6900000000']);
    expect(await contactsOf(first, 'A200')).toEqual(['MOBILE 6911111111']);
  });

  it.each([
    ['last name', { lastName: 'Γεωργίου' }],
    ['birth date', { birthdate: '1980-05-18' }],
    ['missing birth date', { birthdate: null }],
  ])('links nothing when the %s differs, and tells the staff once', async (_case, difference) => {
    const person = newPerson();
    const [known] = await linkAll([person]);
    const stranger = { ...person, ...difference, mobile: '6922222222' };
    expect(await linkAll([stranger], 'A200')).toEqual([{ ...known, agrees: false }]);
    await linkAll([stranger], 'A200');
    expect(await agentsOf(known)).toEqual(['A100']);
    expect(await contactsOf(known, 'A200')).toEqual([]);
    const messages = await rows('SELECT kind, application_id, text, resolved_at FROM staff_message WHERE party_id = $1', known?.partyId);
    expect(messages).toMatchObject([{ kind: 'PARTY_MISMATCH', application_id: applicationId, resolved_at: null }]);
    expect(JSON.stringify(messages)).not.toContain(person.afm);
  });

  it('tells the staff again when the message was dealt with', async () => {
    const person = newPerson();
    const [known] = await linkAll([person]);
    await linkAll([{ ...person, lastName: 'Γεωργίου' }], 'A200');
    await store.query(ENVIRONMENT, 'UPDATE staff_message SET resolved_at = $2 WHERE party_id = $1', [known?.partyId, TEST_TIME]);
    await linkAll([{ ...person, lastName: 'Γεωργίου' }], 'A200');
    expect(await rows('SELECT id FROM staff_message WHERE party_id = $1', known?.partyId)).toHaveLength(2);
  });

  it('takes client and insured of one AFM as one party, and compares each with it', async () => {
    const client = newPerson();
    const coOwner = newPerson();
    const links = await linkAll([client, { ...client, mobile: '6933333333' }, coOwner, { ...client, lastName: 'Γεωργίου' }]);
    expect(links.map(({ afm, agrees }) => [afm, agrees])).toEqual([
      [client.afm, true],
      [client.afm, true],
      [coOwner.afm, true],
      [client.afm, false],
    ]);
    expect(await contactsOf(links[0], 'A100')).toEqual(['MOBILE 6900000000', 'MOBILE 6933333333']);
  });

  it('adds nothing twice when the same application is sent again', async () => {
    const person = newPerson();
    await linkAll([person]);
    const [link] = await linkAll([person]);
    expect(await rows('SELECT id FROM party_address WHERE party_id = $1', link?.partyId)).toHaveLength(1);
    expect(await rows('SELECT id FROM party_contact WHERE party_id = $1', link?.partyId)).toHaveLength(1);
  });

  it('does nothing without persons', async () => {
    expect(await linkAll([])).toEqual([]);
  });

  it('makes one party of twenty first inserts of one AFM at once', async () => {
    const person = newPerson();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => linkAll([person], at % 2 === 0 ? 'A100' : 'A200')));
    expect(new Set(outcomes.flat().map(({ partyId }) => partyId)).size).toBe(1);
    expect(outcomes.flat()).toHaveLength(20);
    expect(outcomes.flat().every(({ agrees }) => agrees)).toBe(true);
    expect(await rows('SELECT id FROM party WHERE afm = $1', person.afm)).toHaveLength(1);
    expect(await agentsOf(outcomes[0]?.[0])).toEqual(['A100', 'A200']);
  });

  it('comes through when many transactions meet over the same persons in opposite order', async () => {
    const persons = Array.from({ length: 12 }, () => newPerson());
    const work = Array.from({ length: 16 }, (_, at) =>
      linkAll(at % 2 === 0 ? persons : [...persons].reverse(), at % 3 === 0 ? 'A100' : 'A200'),
    );
    const outcomes = await Promise.all(work);
    for (const links of outcomes) expect(links).toHaveLength(12);
    expect(new Set(outcomes.flat().map(({ partyId }) => partyId)).size).toBe(12);
  });

  it('creates anew when the transaction that was first is undone', async () => {
    const person = newPerson();
    const first = store.transaction(ENVIRONMENT, async (tx) => {
      await parties.link(tx, [person], { agentCode: 'A100', applicationId, at: TEST_TIME });
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new Error('undone');
    });
    const second = new Promise((resolve) => setTimeout(resolve, 30)).then(() => linkAll([person], 'A200'));
    await expect(first).rejects.toThrow('undone');
    expect(await second).toMatchObject([{ agrees: true }]);
    expect(await agentsOf((await second)[0])).toEqual(['A200']);
  });
});

describe('the tables', () => {
  it('keep the former state of a party and of what was sent about it', async () => {
    const [link] = await linkAll([newPerson()]);
    await store.query(ENVIRONMENT, `UPDATE party SET last_name = 'Νέο', version = version + 1, updated_at = now() WHERE id = $1`, [
      link?.partyId,
    ]);
    await store.query(ENVIRONMENT, `UPDATE party_contact SET in_use = false, updated_at = now() WHERE party_id = $1`, [link?.partyId]);
    const versions = await rows('SELECT subject, valid_from, state FROM party_version WHERE party_id = $1 ORDER BY id', link?.partyId);
    expect(versions).toMatchObject([
      { subject: 'party', valid_from: TEST_TIME, state: { last_name: 'Παπαδόπουλος', version: 1, updated_by: 'agent:A100' } },
      { subject: 'party_contact', valid_from: TEST_TIME, state: { contact: '6900000000', in_use: true } },
    ]);
    expect(versions[0]).not.toHaveProperty('state.name_search');
  });

  it('refuse a party whose version does not grow by one', async () => {
    const [link] = await linkAll([newPerson()]);
    const update = store.query(ENVIRONMENT, `UPDATE party SET last_name = 'Νέο' WHERE id = $1`, [link?.partyId]);
    await expect(update).rejects.toThrow('must grow by one');
  });

  it.each([
    'UPDATE party_version SET state = state',
    'DELETE FROM party_version',
    'DELETE FROM party',
    'DELETE FROM party_address',
    'DELETE FROM party_contact',
    'TRUNCATE party_version',
  ])('refuse %s', async (statement) => {
    await expect(store.query(ENVIRONMENT, statement)).rejects.toMatchObject({ code: '23001' });
  });
});

/** A person with an AFM of its own; the register takes any nine digits, the edge checks them. */
function newPerson(overrides: Partial<Person> = {}): Person {
  afmCount += 1;
  return testPerson({ afm: String(afmCount), ...overrides });
}

function linkAll(persons: readonly Person[], agentCode = 'A100'): Promise<PartyLink[]> {
  return store.transaction(ENVIRONMENT, (tx) => parties.link(tx, persons, { agentCode, applicationId, at: TEST_TIME }));
}

function rows(text: string, value: unknown): Promise<Record<string, unknown>[]> {
  return store.query(ENVIRONMENT, text, [value]);
}

async function agentsOf(link: PartyLink | undefined): Promise<unknown[]> {
  const found = await rows('SELECT agent_code FROM party_agent WHERE party_id = $1 ORDER BY 1', link?.partyId);
  return found.map((row) => row.agent_code);
}

async function contactsOf(link: PartyLink | undefined, agentCode: string): Promise<unknown[]> {
  const text = `SELECT contact_type || ' ' || contact AS contact FROM party_contact WHERE party_id = $1 AND agent_code = $2 ORDER BY 1`;
  const found = await store.query<{ contact: string }>(ENVIRONMENT, text, [link?.partyId, agentCode]);
  return found.map(({ contact }) => contact);
}
