import { referenceLists } from '../support/lists.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { PartyRegisterRepository } from '../../src/record/core/parties/party-register.repository.js';
import { PartyRepository } from '../../src/record/core/parties/party.repository.js';
import type { Person } from '../../src/record/core/parties/person.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TEST_TIME, testAgent, testPerson } from '../support/record-fixtures.js';

const ENVIRONMENT = 'production';
const AGENTS = ['A100', 'A200', 'A300'];

let database: TestDatabase;
let store: Store;
let parties: PartyRepository;
let register: PartyRegisterRepository;
let afmCount = 100_000_000;

beforeAll(async () => {
  database = await createTestDatabase({ databasePoolSize: 10 });
  store = await Store.open(database.config);
  parties = new PartyRepository(referenceLists);
  register = new PartyRegisterRepository(store);
  for (const environment of ['production', 'sandbox'] as const)
    for (const code of AGENTS) await new AgentService(store).create({ environment, at: TEST_TIME }, testAgent({ code }));
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

interface Row extends Record<string, unknown> {
  readonly id: number;
}

describe('the filing of persons', () => {
  it('creates the agent’s own record of an AFM, with its address and contacts', async () => {
    const person = createPerson({ phone: '210 1234567', email: 'g@example.com' });
    await file([person]);
    const record = await recordOf(person);
    expect(record).toMatchObject({
      afm: person.afm,
      person_type: '1',
      last_name: 'Παπαδόπουλος',
      first_name: 'Γεώργιος',
      fathers_name: 'Ιωάννης',
      birthdate: '1980-05-17',
      gender_code: '1',
      occupation_code: null,
      version: 1,
      updated_by: 'agent:A100',
      name_search: 'παπαδοπουλοσ γεωργιοσ',
    });
    expect(await queryRows('SELECT * FROM party_address WHERE party_id = $1', record?.id)).toMatchObject([
      { agent_code: 'A100', address_type: 'HOME', line_1: 'Ερμού 1', city: 'Αθήνα', post_code: '10563', in_use: true },
    ]);
    expect(await listContacts(record, 'A100')).toEqual(['EMAIL g@example.com', 'MOBILE 6900000000', 'PHONE 2101234567']);
  });

  it('stores a company by its name alone, at its seat', async () => {
    const person = createPerson({ personType: '2', lastName: 'Υπόδειγμα Α.Ε.', ...NO_INDIVIDUAL });
    await file([person]);
    expect(await queryRows('SELECT address_type FROM party_address WHERE party_id = $1', (await recordOf(person))?.id)).toEqual([
      { address_type: 'SEAT' },
    ]);
  });

  it('stores no contact that is invalid for its type', async () => {
    const person = createPerson({ phone: 'abc', mobile: '2101234567', email: 'g@example.com' });
    await file([person]);
    expect(await listContacts(await recordOf(person), 'A100')).toEqual(['EMAIL g@example.com']);
  });

  it('creates another record for another agent, whatever it sends, and does not change the first', async () => {
    const person = createPerson();
    await file([person]);
    const first = await recordOf(person);
    await file([{ ...person, lastName: 'Γεωργίου', birthdate: '1990-01-01', mobile: '6911111111' }], 'A200');
    const second = await recordOf(person, 'A200');
    expect(second).toMatchObject({ last_name: 'Γεωργίου', birthdate: '1990-01-01', version: 1 });
    expect(second?.id).not.toBe(first?.id);
    expect(await recordOf(person)).toEqual(first);
    expect(await listContacts(first, 'A100')).toEqual(['MOBILE 6900000000']);
    expect(await listContacts(second, 'A200')).toEqual(['MOBILE 6911111111']);
  });

  it('fills gaps of a known record, overwrites nothing, and keeps the previous version', async () => {
    const person = createPerson({ fathersName: null, birthdate: null, mobile: null });
    await file([person]);
    await file([
      { ...person, lastName: 'Άλλος', firstName: 'Άλλος', fathersName: 'Πέτρος', birthdate: '1980-05-17', mobile: '6911111111' },
    ]);
    const record = await recordOf(person);
    expect(record).toMatchObject({
      last_name: 'Παπαδόπουλος',
      first_name: 'Γεώργιος',
      fathers_name: 'Πέτρος',
      birthdate: '1980-05-17',
      version: 2,
    });
    expect(await listContacts(record, 'A100')).toEqual(['MOBILE 6911111111']);
    const versions = await queryRows('SELECT agent_code, subject, state FROM party_version WHERE party_id = $1', record?.id);
    expect(versions).toMatchObject([{ agent_code: 'A100', subject: 'party_record', state: { fathers_name: null, version: 1 } }]);
    expect(versions[0]).not.toHaveProperty('state.name_search');
  });

  it('merges several persons of one AFM, each with its additional data', async () => {
    const client = createPerson({ fathersName: null });
    const coOwner = createPerson();
    await file([client, { ...client, fathersName: 'Πέτρος', mobile: '6933333333' }, coOwner]);
    const record = await recordOf(client);
    expect(record).toMatchObject({ fathers_name: 'Πέτρος', version: 1 });
    expect(await listContacts(record, 'A100')).toEqual(['MOBILE 6900000000', 'MOBILE 6933333333']);
    expect(await recordOf(coOwner)).toBeDefined();
  });

  it('writes nothing when the same application is sent again', async () => {
    const person = createPerson();
    await file([person]);
    const [before] = await queryRows(COUNTS, person.afm);
    await file([person]);
    expect(await queryRows(COUNTS, person.afm)).toEqual([before]);
  });

  it('does nothing without persons', async () => {
    const before = await store.query(ENVIRONMENT, 'SELECT count(*) FROM party_record');
    await file([]);
    expect(await store.query(ENVIRONMENT, 'SELECT count(*) FROM party_record')).toEqual(before);
  });

  it('creates one record per agent from twenty simultaneous first inserts of one AFM', async () => {
    const person = createPerson();
    await Promise.all(Array.from({ length: 20 }, (_, at) => file([person], at % 2 === 0 ? 'A100' : 'A200')));
    expect(await queryRows('SELECT agent_code FROM party_record WHERE afm = $1 ORDER BY 1', person.afm)).toEqual([
      { agent_code: 'A100' },
      { agent_code: 'A200' },
    ]);
    for (const agent of ['A100', 'A200']) expect(await listContacts(await recordOf(person, agent), agent)).toEqual(['MOBILE 6900000000']);
  });

  it('succeeds when many transactions use the same persons in opposite order', async () => {
    const persons = Array.from({ length: 12 }, () => createPerson());
    await Promise.all(
      Array.from({ length: 16 }, (_, at) => file(at % 2 === 0 ? persons : [...persons].reverse(), at % 3 === 0 ? 'A100' : 'A200')),
    );
    const afms = persons.map(({ afm }) => afm);
    expect(await queryRows('SELECT FROM party_record WHERE afm = ANY ($1)', afms)).toHaveLength(24);
  });

  it('does not wait for another agent’s transaction or the register', async () => {
    const person = createPerson();
    await file([person], 'A200');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    await store.transaction(ENVIRONMENT, async (tx) => {
      await tx.query('SELECT FROM party WHERE afm = $1 FOR UPDATE', [person.afm]);
      await tx.query('SELECT FROM party_record WHERE afm = $1 FOR UPDATE', [person.afm]);
      await file([person]);
    });
    expect(await recordOf(person)).toBeDefined();
  });

  it('assigns ids that reveal nothing: above all previous ones, of 31 bits, in random order', async () => {
    const persons = Array.from({ length: 40 }, () => createPerson());
    await file(persons);
    const records = await queryRows(
      'SELECT id FROM party_record WHERE afm = ANY ($1) ORDER BY serial',
      [persons.map(({ afm }) => afm)].flat(),
    );
    const ids = records.map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe(40);
    expect(ids.every((id) => id >= 2 ** 30 && id < 2 ** 31)).toBe(true);
    const steps = ids.slice(1).map((id, index) => Math.abs(id - ids[index]!));
    expect(Math.min(...steps)).toBeGreaterThan(1000);
    const rising = ids.slice(1).filter((id, index) => id > ids[index]!).length;
    expect(rising).toBeGreaterThan(5);
    expect(rising).toBeLessThan(34);
  });
});

describe('the ids of parties', () => {
  it('are a permutation without duplicates for any key', async () => {
    const [counted] = await store.query<Record<string, number>>(
      'sandbox',
      `SELECT count(DISTINCT id)::int AS ids, (min(id) >= 1073741824 AND max(id) < 2147483648) AS within FROM
         (SELECT new_party_id() AS id FROM generate_series(1, 20000)) AS made`,
    );
    expect(counted).toEqual({ ids: 20_000, within: true });
  });

  it('grow by a bit after a billion of them', async () => {
    await store.query('sandbox', `SELECT setval('party_detail_id_seq', $1)`, [2 ** 30]);
    const [made] = await store.query<{ id: number }>('sandbox', 'SELECT new_party_id() AS id');
    expect(made?.id).toBeGreaterThanOrEqual(2 ** 31);
    expect(made?.id).toBeLessThan(3 * 2 ** 30);
    await store.query('sandbox', `SELECT setval('party_detail_id_seq', $1)`, [8 * 2 ** 30 - 2]);
    const [last] = await store.query<{ id: number }>('sandbox', 'SELECT new_party_id() AS id');
    expect(String(last?.id)).toHaveLength(10);
    await store.query('sandbox', `SELECT setval('party_detail_id_seq', $1)`, [1_000_000]);
  });
});

describe('the register of persons', () => {
  it('adds a new person at once, and nothing twice', async () => {
    const person = createPerson();
    await file([person]);
    expect(await getParty(person)).toBeUndefined();
    expect(await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME })).toBeGreaterThan(0);
    expect(await getParty(person)).toMatchObject({ last_name: 'Παπαδόπουλος', birthdate: '1980-05-17', version: 1, decided_at: null });
    expect(await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME })).toBe(0);
  });

  it('follows records that agree, with the latest spelling and the additions of each', async () => {
    const person = createPerson({ fathersName: null });
    await file([person]);
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    await file([{ ...person, lastName: 'ΠΑΠΑΔΟΠΟΥΛΟΣ', fathersName: 'Πέτρος' }], 'A200');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    expect(await getParty(person)).toMatchObject({ last_name: 'ΠΑΠΑΔΟΠΟΥΛΟΣ', fathers_name: 'Πέτρος', version: 2 });
    expect(await listMessages(person)).toEqual([]);
  });

  it.each([
    ['last name', { lastName: 'Γεωργίου' }],
    ['birth date', { birthdate: '1980-05-18' }],
  ])('does not change where agents differ in the %s, and informs staff once', async (_case, difference) => {
    const person = createPerson();
    await file([person]);
    await file([{ ...person, ...difference }], 'A200');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    const party = await getParty(person);
    expect(party).toMatchObject({ last_name: 'Παπαδόπουλος', birthdate: '1980-05-17', version: 1 });
    await file([{ ...person, ...difference, lastName: 'Τρίτος' }], 'A300');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    expect(await getParty(person)).toEqual(party);
    const messages = await listMessages(person);
    expect(messages).toMatchObject([{ kind: 'PARTY_MISMATCH', application_id: null, resolved_at: null }]);
    expect(JSON.stringify(messages)).not.toContain(person.afm);
  });

  it('treats a missing birth date as no difference', async () => {
    const person = createPerson();
    await file([person]);
    await file([{ ...person, birthdate: null }], 'A200');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    expect(await listMessages(person)).toEqual([]);
  });

  it('does not inform staff in the sandbox', async () => {
    const person = createPerson();
    for (const [agent, lastName] of [['A100', 'Ένας'] as const, ['A200', 'Άλλος'] as const])
      await store.transaction('sandbox', (tx) => parties.savePersons(tx, [{ ...person, lastName }], { agentCode: agent, at: TEST_TIME }));
    await register.applyChanges({ environment: 'sandbox', at: TEST_TIME });
    expect(await store.query('sandbox', 'SELECT last_name FROM party WHERE afm = $1', [person.afm])).toEqual([{ last_name: 'Ένας' }]);
    expect(await store.query('sandbox', 'SELECT FROM staff_message')).toEqual([]);
  });

  it('processes every change once on several nodes', async () => {
    const persons = Array.from({ length: 450 }, () => createPerson());
    await file(persons);
    const seen = await Promise.all(Array.from({ length: 4 }, () => register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME })));
    expect(seen.reduce((sum, count) => sum + count)).toBe(450);
    expect(
      await queryRows(
        'SELECT FROM party WHERE afm = ANY ($1)',
        persons.map(({ afm }) => afm),
      ),
    ).toHaveLength(450);
  });

  it('ignores changes that are rolled back', async () => {
    const person = createPerson();
    const undone = store.transaction(ENVIRONMENT, async (tx) => {
      await parties.savePersons(tx, [person], { agentCode: 'A100', at: TEST_TIME });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    expect(await getParty(person)).toBeUndefined();
  });
});

describe('the tables of parties', () => {
  it('store the previous version of the agents’ records and of the register', async () => {
    const person = createPerson();
    await file([person]);
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    const record = await recordOf(person);
    await store.query(ENVIRONMENT, `UPDATE party SET last_name = 'Νέο', version = version + 1, updated_at = now() WHERE afm = $1`, [
      person.afm,
    ]);
    await store.query(ENVIRONMENT, `UPDATE party_contact SET in_use = false, updated_at = now() WHERE party_id = $1`, [record?.id]);
    const party = await getParty(person);
    expect(
      await queryRows('SELECT subject, agent_code, state FROM party_version WHERE party_id = $1 AND agent_code IS NULL', party?.id),
    ).toMatchObject([{ subject: 'party', agent_code: null, state: { last_name: 'Παπαδόπουλος', version: 1, updated_by: 'agent:A100' } }]);
    expect(await queryRows('SELECT subject, agent_code, state FROM party_version WHERE party_id = $1', record?.id)).toMatchObject([
      { subject: 'party_contact', agent_code: 'A100', state: { contact: '6900000000', in_use: true } },
    ]);
  });

  it.each(['party', 'party_record'])('refuse a %s whose version does not grow by one', async (table) => {
    const person = createPerson();
    await file([person]);
    await register.applyChanges({ environment: ENVIRONMENT, at: TEST_TIME });
    const update = store.query(ENVIRONMENT, `UPDATE ${table} SET last_name = 'Νέο' WHERE afm = $1`, [person.afm]);
    await expect(update).rejects.toThrow('must grow by one');
  });

  it.each([
    'UPDATE party_version SET state = state',
    'DELETE FROM party_version',
    'DELETE FROM party',
    'DELETE FROM party_record',
    'DELETE FROM party_address',
    'DELETE FROM party_contact',
    'TRUNCATE party_version',
  ])('refuse the statement %s', async (statement) => {
    await expect(store.query(ENVIRONMENT, statement)).rejects.toMatchObject({ code: '23001' });
  });
});

const NO_INDIVIDUAL = { firstName: null, fathersName: null, birthdate: null, genderCode: null };

const COUNTS = `
  SELECT r.version, (SELECT count(*) FROM party_address a WHERE a.party_id = r.id) AS addresses,
    (SELECT count(*) FROM party_contact c WHERE c.party_id = r.id) AS contacts,
    (SELECT count(*) FROM party_record_change) AS changes, (SELECT last_value FROM party_detail_id_seq) AS ids
  FROM party_record r WHERE r.afm = $1`;

/** Builds a person with a unique AFM; records accept any nine digits, because only requests are checked. */
function createPerson(overrides: Partial<Person> = {}): Person {
  afmCount += 1;
  return testPerson({ afm: String(afmCount), ...overrides });
}

function file(persons: readonly Person[], agentCode = 'A100'): Promise<void> {
  return store.transaction(ENVIRONMENT, (tx) => parties.savePersons(tx, persons, { agentCode, at: TEST_TIME }));
}

function queryRows(text: string, value: unknown): Promise<Row[]> {
  return store.query(ENVIRONMENT, text, [value]);
}

async function recordOf({ afm }: Person, agentCode = 'A100'): Promise<Row | undefined> {
  const [record] = await store.query<Row>(ENVIRONMENT, 'SELECT * FROM party_record WHERE afm = $1 AND agent_code = $2', [afm, agentCode]);
  return record;
}

async function getParty({ afm }: Person): Promise<Row | undefined> {
  return (await queryRows('SELECT * FROM party WHERE afm = $1', afm))[0];
}

function listMessages({ afm }: Person): Promise<Row[]> {
  return queryRows('SELECT m.* FROM staff_message m JOIN party p ON p.id = m.party_id WHERE p.afm = $1', afm);
}

async function listContacts(record: Row | undefined, agentCode: string): Promise<unknown[]> {
  const text = `SELECT contact_type || ' ' || contact AS contact FROM party_contact WHERE party_id = $1 AND agent_code = $2 ORDER BY 1`;
  const found = await store.query<{ contact: string }>(ENVIRONMENT, text, [record?.id, agentCode]);
  return found.map(({ contact }) => contact);
}
