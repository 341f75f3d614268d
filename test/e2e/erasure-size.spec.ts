import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { createAfm, PartyClient, buildPartyBody } from '../support/party-client.js';
import { StaffClient } from '../support/staff-client.js';

const COPY = `
  INSERT INTO application (application_no, line, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
    calculated_at, last_action, updated_by, created_at, updated_at)
  SELECT 'X' || n, line, '02', agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
    calculated_at, last_action, updated_by, created_at, updated_at FROM application, generate_series(1, 450) AS n WHERE id = $1`;

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
  const { id } = await agent.insert();
  await app.query('production', COPY, [id]);
  await app.query('production', 'ANALYZE application');
});
afterAll(() => app.stop());

const erase = (id: number) => admin.erase(id);

describe('the erasure of a person in a large database', () => {
  it('finds the last of many applications that name the person', async () => {
    const afm = createAfm();
    await new PartyClient(agent).insert(buildPartyBody({ afm }));
    const party = await app.getParty('production', afm);
    const last = await agent.insert(agent.body({ 'insured.afm': afm }));
    expect((await erase(party)).json()).toMatchObject({ error: '-400' });
    expectStatus(204, await agent.act(last.id, 'DELETE'));
    expectStatus(200, await erase(party));
    expect(await agent.get(last.id)).toMatchObject({ insured: { afm: '000000000', last_name: '—' } });
  });

  it('erases the states of an application with many of them in parts', async () => {
    const afm = createAfm();
    const { id } = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await app.getParty('production', afm);
    await app.query('production', `DO $$ BEGIN FOR n IN 3..302 LOOP UPDATE application SET version = n WHERE id = ${id}; END LOOP; END $$`);
    await app.query(
      'production',
      `CREATE FUNCTION cancel_many() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF (SELECT count(*) FROM changed) > 40 THEN RAISE EXCEPTION 'too long' USING ERRCODE = 'query_canceled'; END IF;
         RETURN NULL;
       END $$`,
    );
    await app.query(
      'production',
      `CREATE TRIGGER cancel_many AFTER UPDATE ON application_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cancel_many()`,
    );
    try {
      const done = expectStatus(200, await erase(party)).json();
      expect(done).toMatchObject({ state: 'done', rowsDone: done['rowsTotal'] });
      expect(done['places']).toContainEqual({ place: 'former_state', agentCode: 'A100', count: 301 });
    } finally {
      await app.query('production', 'DROP FUNCTION cancel_many CASCADE');
    }
    const left = `SELECT FROM application_version WHERE application_id = $1 AND state::text LIKE '%' || $2 || '%'`;
    expect(await app.query('production', left, [id, afm])).toEqual([]);
  });

  it('runs in parts, and reduces a part that takes too long', async () => {
    const afm = createAfm();
    const own = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(own.id, 'DELETE'));
    const party = await app.getParty('production', afm);
    await app.query('production', COPY.replace(`'X'`, `'Y'`), [own.id]);
    await app.query(
      'production',
      `CREATE FUNCTION cancel_large() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF (SELECT count(*) FROM changed) > 30 THEN RAISE EXCEPTION 'too long' USING ERRCODE = 'query_canceled'; END IF;
         RETURN NULL;
       END $$`,
    );
    await app.query(
      'production',
      `CREATE TRIGGER cancel_large AFTER UPDATE ON application REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cancel_large()`,
    );
    try {
      const done = expectStatus(200, await erase(party)).json();
      expect(done).toMatchObject({ state: 'done', failures: 0, fault: null, rowsDone: done['rowsTotal'] });
      expect(done['places']).toContainEqual({ place: 'application_of_client', agentCode: 'A100', count: 451 });
    } finally {
      await app.query('production', 'DROP FUNCTION cancel_large CASCADE');
    }
    expect(await app.query('production', 'SELECT FROM application WHERE client_afm = $1', [afm])).toEqual([]);
  });
});
