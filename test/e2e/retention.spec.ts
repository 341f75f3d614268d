import { jest } from '@jest/globals';
import { createPolicy } from '../support/collection.js';
import { expectStatus, FireApp, MORNING, type FireAgent } from '../support/fire-app.js';
import type { Changes } from '../support/json-changes.js';
import { StaffClient } from '../support/staff-client.js';

const PERSON: Changes = { 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη', 'client.afm': '094019245' };

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
beforeEach(() => moveTo(MORNING));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await Promise.all([agent.renewToken(), admin.renewSession()]);
}

async function runRetention(): Promise<void> {
  await begin();
  await app.waitForErasures();
}

async function begin(): Promise<void> {
  await app.registerParties();
  await app.running.parts.deleteExpired();
}

const setRetention = async (retentionYears: number) => expectStatus(200, await admin.put('settings', { retentionYears }));
const listParties = async (afm = '094019245') => {
  await app.registerParties();
  return app.query('production', 'SELECT id FROM party WHERE afm = $1', [afm]);
};

async function createCancelled(changes = PERSON): Promise<number> {
  const { id } = await agent.insert(agent.body(changes));
  expectStatus(204, await agent.act(id, 'DELETE'));
  return id;
}

it('a person is erased on the day years after the last activity, with the clock as actor', async () => {
  const id = await createCancelled();
  const [party] = await listParties();
  await setRetention(2);
  await moveTo('2028-11-19T21:59:59Z');
  await runRetention();
  expect(await listParties()).toEqual([party]);
  await moveTo('2028-11-19T22:00:00Z');
  await runRetention();
  expect(await listParties()).toEqual([]);
  expect((await agent.get(id)).client).toMatchObject({ last_name: '—', afm: '000000000' });
  const named = { actor: 'clock', actor_id: null, subject_id: String(party?.['id']), environment: 'production' };
  const audit = `SELECT actor, actor_id, subject_id, environment, details FROM gateway.audit_entry WHERE action = 'erase' AND subject_id = $1`;
  expect(await app.query('production', audit, [party?.['id']])).toEqual([
    { ...named, details: { state: 'started' } },
    { ...named, details: expect.objectContaining({ state: 'finished', application_of_client: 1 }) as object },
  ]);
});

it('retention of 0 years keeps everybody', async () => {
  await createCancelled();
  await setRetention(0);
  await moveTo('2075-01-01T08:00:00Z');
  await runRetention();
  expect(await listParties()).toHaveLength(1);
});

it('retention continues in the other environment and with other persons when an erasure fails', async () => {
  const sandbox = (await app.createAgent({ code: 'A777' })).sandbox;
  const sandboxAdmin = await StaffClient.open(app.running, 'admin', '/dev');
  const OTHER: Changes = { ...PERSON, 'client.last_name': 'Άλλου', 'client.afm': '090000045' };
  await createCancelled();
  await createCancelled(OTHER);
  const { id } = await sandbox.insert(sandbox.body(PERSON));
  expectStatus(204, await sandbox.act(id, 'DELETE'));
  await setRetention(2);
  expectStatus(200, await sandboxAdmin.put('settings', { retentionYears: 2 }));
  await app.query('production', `CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stays'; END $$`);
  await app.query(
    'production',
    `CREATE TRIGGER stay BEFORE DELETE ON party FOR EACH ROW WHEN (OLD.afm = '094019245') EXECUTE FUNCTION stay()`,
  );
  try {
    await moveTo('2028-11-20T08:00:00Z');
    await expect(begin()).rejects.toThrow(/^Erasures that could not be started: 1; started: [1-9]/);
    await app.waitForErasures();
    expect(await listParties()).toHaveLength(1);
    expect(await listParties('090000045')).toEqual([]);
    expect(await app.query('sandbox', 'SELECT id FROM party WHERE afm = $1', ['094019245'])).toEqual([]);
  } finally {
    await app.query('production', 'DROP TRIGGER stay ON party');
    await app.query('production', 'DROP FUNCTION stay()');
  }
});

it('one retention pass runs at a time, however long it takes', async () => {
  const { retention, backofficeCleanup: cleanup } = app.running.parts;
  await app.registerParties();
  let end = (): void => undefined;
  const run = jest.spyOn(retention, 'run').mockImplementation(() => new Promise((resolve) => (end = () => resolve(0))));
  try {
    // Both run at once, and the second one waits for the first one.
    const cleaned = [cleanup.job.run('gateway'), cleanup.job.run('gateway')];
    for (let calls = 1; calls <= 2; calls += 1) {
      while (run.mock.calls.length < calls) await new Promise(setImmediate);
      await new Promise(setImmediate);
      expect(run).toHaveBeenCalledTimes(calls);
      end();
    }
    await Promise.all(cleaned);
    expect(run.mock.calls.map(([{ environment }]) => environment)).toEqual(['production', 'sandbox']);
  } finally {
    run.mockRestore();
  }
  await runRetention();
});

describe('retention keeps a person', () => {
  const YEARS_LATER = '2028-11-20T08:00:00Z';

  async function stays(): Promise<void> {
    await setRetention(2);
    const state = () =>
      app.query(
        'production',
        `SELECT p.*, a.questionnaire -> 'client' AS client FROM party p JOIN application a ON a.client_afm = p.afm WHERE p.afm = '094019245'`,
      );
    await app.registerParties();
    const before = await state();
    expect(before.length).toBeGreaterThan(0);
    await runRetention();
    expect(await state()).toEqual(before);
  }

  it('with an application that was cancelled since', async () => {
    const { id } = await agent.insert(agent.body(PERSON));
    await moveTo('2027-01-01T08:00:00Z');
    expectStatus(204, await agent.act(id, 'DELETE'));
    await moveTo(YEARS_LATER);
    await stays();
  });

  it('whom an agent changed since', async () => {
    await moveTo('2027-01-02T08:00:00Z');
    const [party] = await app.query(
      'production',
      'SELECT afm, last_name AS "lastName", first_name AS "firstName", birthdate::text FROM party_record WHERE afm = $1',
      ['094019245'],
    );
    const posted = await agent.client.post('/parties-api/resources/parties', { ...party, fathersName: 'Ωκεανός' });
    expect(posted.status).toBeLessThan(300);
    await moveTo('2029-01-01T08:00:00Z');
    await stays();
    await moveTo('2029-01-02T08:00:00Z');
    await runRetention();
    expect(await listParties()).toEqual([]);
  });

  it('with an application that may still proceed, or with a contract', async () => {
    const { id } = await agent.insert(agent.body(PERSON));
    await moveTo('2036-01-01T08:00:00Z');
    await stays();
    expectStatus(204, await agent.act(id, 'DELETE'));
    await createPolicy(agent, PERSON);
    await moveTo('2070-01-01T08:00:00Z');
    await stays();
  });
});
