import pg from 'pg';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffCalls } from '../support/staff-calls.js';

const PERSON = { ...{ last_name: 'Ξεχασμένου', first_name: 'Λήθη', birth_date: '1971-03-04' }, afm: '094019245' };
const AS_CLIENT = Object.fromEntries(Object.entries(PERSON).map(([field, value]) => [`client.${field}`, value]));

let app: FireApp;
let agent: FireAgent;
let admin: StaffCalls;
/** A connection beside those of the application, in the schema of production. */
let other: pg.Client;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  admin = await StaffCalls.open(app.running, 'admin');
  other = new pg.Client({ connectionString: app.running.database.url });
  await other.connect();
  await other.query('SET search_path TO production, public');
});
afterAll(async () => {
  await other.end();
  await app.stop();
});

async function partyId(): Promise<number> {
  const [party] = await app.rows<{ id: string }>('production', 'SELECT id FROM party WHERE afm = $1', [PERSON.afm]);
  if (party === undefined) throw new Error('no party');
  return Number(party.id);
}

async function aWaitFor(statement: string): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
  while ((await app.rows('production', waiting, [`%${statement}%`])).length === 0) await new Promise(setImmediate);
}

describe('an erasure at the same moment as an application for the person', () => {
  it('waits for one that is being written, and is refused by it', async () => {
    const { id } = await agent.insert(agent.body(AS_CLIENT));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await partyId();
    // The writing stops after the person was linked: the same contact is just being written by somebody else.
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO party_contact (party_id, agent_code, contact_type, contact, updated_by, created_at, updated_at)
       SELECT party_id, agent_code, 'EMAIL', 'lethe@forgotten.example', 'agent:x', now(), now() FROM party_agent WHERE party_id = $1`,
      [party],
    );
    const inserted = agent.insert(agent.body({ ...AS_CLIENT, 'client.email': 'lethe@forgotten.example' }));
    await aWaitFor('jsonb_to_recordset');
    const erased = admin.post(`parties/${party}/erasure`, {});
    await aWaitFor('FOR UPDATE');
    await other.query('ROLLBACK');
    const application = await inserted;
    expect((await erased).json()).toMatchObject({ error: '-400' });
    expect(await agent.get(application.id)).toMatchObject({ client: PERSON });
    expect(await partyId()).toBe(party);
    expectStatus(204, await agent.act(application.id, 'DELETE'));
  });

  it('that came first makes the application wait, and the person a new party', async () => {
    const party = await partyId();
    await other.query('BEGIN');
    await other.query('SELECT FROM party WHERE id = $1 FOR UPDATE', [party]);
    const applications = await other.query<{ ids: string[] }>('SELECT array_agg(id) AS ids FROM application');
    await other.query('SELECT erase_party($1, $2)', [party, applications.rows[0]?.ids]);
    const inserted = agent.insert(agent.body(AS_CLIENT));
    await aWaitFor('jsonb_to_recordset');
    await other.query('COMMIT');
    expect((await inserted).client).toMatchObject(PERSON);
    expect(await partyId()).not.toBe(party);
  });
});
