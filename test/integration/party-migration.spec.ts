import type { DataSource } from 'typeorm';
import { MovePartyDetails1763600010120 } from '../../migrations/environment/1763600010120-move-party-details.js';
import { dataSourceOptions, newDataSource } from '../../src/store/pools.js';
import { migrationsOf } from '../../src/store/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SCHEMA = 'production';
const FIRST = 'CreatePartyRecords1763600010100';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await newDataSource({ ...dataSourceOptions(database.url, SCHEMA), migrations: [...migrationsOf(SCHEMA)] }).initialize();
  const names = migrationsOf(SCHEMA).map(({ name }) => name);
  for (let count = names.length - names.indexOf(FIRST); count > 0; count -= 1) await source.undoLastMigration();
  for (const statement of FORMER) await source.query(statement);
  await source.runMigrations();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const person = (afm: string, fields: object) => JSON.stringify({ afm, ...fields });

/** What the former program left: AFM 1 made by A, changed by B's call, matched by a guess in C's application; AFM 2 occupied by A. */
const FORMER = [
  `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
   SELECT c, c, 'direct', 0, now(), now() FROM unnest(ARRAY['A', 'B', 'C', 'D']) AS c`,
  `INSERT INTO party (id, afm, person_type, last_name, first_name, fathers_name, birthdate, gender_code, updated_by, created_at, updated_at) VALUES
     (5, '100000001', '1', 'Παπαδόπουλος', 'Γεώργιος', 'Ιωάννης', '1980-05-17', '1', 'agent:A', '2026-01-01Z', '2026-01-01Z'),
     (6, '100000002', '1', 'Ψεύτικος', 'Ψ', NULL, '1990-01-01', NULL, 'agent:A', '2026-01-01Z', '2026-01-01Z')`,
  `UPDATE party SET first_name = 'Γιώργος', occupation_code = '2310', updated_by = 'agent:B', updated_at = '2026-02-01Z', version = 2 WHERE id = 5`,
  `INSERT INTO party_agent (party_id, agent_code, linked_at) VALUES (5, 'A', '2026-01-01Z'), (6, 'A', '2026-01-01Z'), (5, 'B', '2026-02-01Z'),
     (5, 'C', '2026-03-01Z'), (5, 'D', '2026-01-15Z')`,
  `INSERT INTO party_address (id, party_id, agent_code, address_type, line_1, city, post_code, updated_by, created_at, updated_at)
   VALUES (9, 5, 'A', 'HOME', 'Ερμού 1', 'Αθήνα', '10563', 'agent:A', '2026-01-01Z', '2026-01-01Z')`,
  `UPDATE party_address SET in_use = false, updated_at = '2026-02-01Z' WHERE id = 9`,
  `INSERT INTO application (id, line, application_no, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
     calculated_at, last_action, updated_by, created_at, updated_at)
   SELECT a.id, a.line, 'X' || a.id, '00', a.agent, '2026-12-01', '2027-12-01', 12, '100000001', 'x', a.q::json, now(), 'insert', '{}', now(), a.at
   FROM (VALUES
     (1, 'fire', 'C', '2026-03-01Z'::timestamptz, '{"client": {"afm": "100000003"}, "objects_insured": [{"co-owners": [${person(
       '100000001',
       {
         last_name: 'ΠΑΠΑΔΟΠΟΥΛΟΣ',
         birth_date: '1980-05-17',
         father_name: 'Μαντεψιά',
       },
     )}]}]}'),
     (2, 'motor', 'B', '2026-04-01Z', '{"client": ${person('100000002', { lastName: 'Αληθινός', firstName: 'Α', birthdate: '1970-01-01' })}}'),
     (3, 'fire', 'B', '2026-05-01Z', '{"client": ${person('000000000', { last_name: '—' })}}')) AS a(id, line, agent, at, q)`,
  `INSERT INTO staff_message (kind, application_id, party_id, text, created_at) VALUES ('PARTY_MISMATCH', 2, 6, '{"el": "x", "en": "x"}', now())`,
];

it('the migration gives each agent a record of what its own calls and applications prove, under the existing id', async () => {
  const records: unknown = await source.query(
    `SELECT agent_code AS agent, CASE WHEN id < 100 THEN id::int END AS id, afm, last_name, first_name, fathers_name, birthdate::text, gender_code,
       occupation_code FROM party_record ORDER BY afm, agent_code`,
  );
  const nothing = { first_name: null, fathers_name: null, gender_code: null, occupation_code: null };
  const known = { ...nothing, id: 5, afm: '100000001', last_name: 'Παπαδόπουλος', birthdate: '1980-05-17' };
  expect(records).toEqual([
    { ...known, agent: 'A', first_name: 'Γεώργιος', fathers_name: 'Ιωάννης', gender_code: '1' },
    // Of what it did not send nothing.
    { ...known, agent: 'B', first_name: 'Γιώργος', occupation_code: '2310' },
    { ...known, agent: 'C', last_name: 'ΠΑΠΑΔΟΠΟΥΛΟΣ', fathers_name: 'Μαντεψιά' },
    // Linked by a call that changed nothing: it had sent the names of that day.
    { ...known, agent: 'D', first_name: 'Γεώργιος' },
    { ...nothing, agent: 'A', id: 6, afm: '100000002', last_name: 'Ψεύτικος', first_name: 'Ψ', birthdate: '1990-01-01' },
    { ...nothing, agent: 'B', id: null, afm: '100000002', last_name: 'Αληθινός', first_name: 'Α', birthdate: '1970-01-01' },
  ]);
});

it('the migration keeps register, details and history', async () => {
  const register: unknown = await source.query('SELECT id::int, last_name, first_name, fathers_name, version FROM party ORDER BY id');
  expect(register).toEqual([
    { id: 5, last_name: 'Παπαδόπουλος', first_name: 'Γιώργος', fathers_name: 'Ιωάννης', version: 2 },
    { id: 6, last_name: 'Ψεύτικος', first_name: 'Ψ', fathers_name: null, version: 1 },
  ]);
  expect(await source.query('SELECT id::int, party_id::int, agent_code, serial::int FROM party_address')).toEqual([
    { id: 9, party_id: 5, agent_code: 'A', serial: 9 },
  ]);
  expect(await source.query('SELECT subject, agent_code FROM party_version ORDER BY id')).toEqual([
    { subject: 'party', agent_code: null },
    { subject: 'party_address', agent_code: 'A' },
  ]);
});

it('the migration leaves reports of differences to the register', async () => {
  expect(await source.query('SELECT agent_code, afm, is_renamed FROM party_record_change')).toEqual([
    { agent_code: 'B', afm: '100000002', is_renamed: true },
  ]);
  expect(await source.query('SELECT FROM staff_message WHERE resolved_at IS NULL')).toEqual([]);
});

it('the migration can be undone to one person per AFM, and repeated', async () => {
  const names = migrationsOf(SCHEMA).map(({ name }) => name);
  for (let count = names.length - names.indexOf(MovePartyDetails1763600010120.name); count > 0; count -= 1)
    await source.undoLastMigration();
  expect(await source.query('SELECT party_id::int, agent_code FROM party_agent ORDER BY 1, 2')).toEqual([
    ...['A', 'B', 'C', 'D'].map((agent_code) => ({ party_id: 5, agent_code })),
    ...['A', 'B'].map((agent_code) => ({ party_id: 6, agent_code })),
  ]);
  await source.runMigrations();
  expect(await source.query('SELECT count(*)::int AS records FROM party_record')).toEqual([{ records: 6 }]);
});
