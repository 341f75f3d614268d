import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { newAfm, PartyCalls, partyBody } from '../support/party.js';
import { StaffCalls } from '../support/staff-calls.js';

const COPY = `
  INSERT INTO application (application_no, line, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
    calculated_at, last_action, updated_by, created_at, updated_at)
  SELECT 'X' || n, line, '02', agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
    calculated_at, last_action, updated_by, created_at, updated_at FROM application, generate_series(1, 450) AS n WHERE id = $1`;

let app: FireApp;
let agent: FireAgent;
let admin: StaffCalls;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  admin = await StaffCalls.open(app.running, 'admin');
  const { id } = await agent.insert();
  await app.rows('production', COPY, [id]);
  await app.rows('production', 'ANALYZE application');
});
afterAll(() => app.stop());

const erase = (id: number) => admin.post(`parties/${id}/erasure`, {});

describe('the erasure of a person in a large record', () => {
  it('reads the former states of no agent who does not know the person', async () => {
    const stranger = (await app.agent({ code: 'A778' })).production;
    const { id } = await stranger.insert();
    expectStatus(204, await stranger.act(id, 'DELETE'));
    const afm = newAfm();
    const own = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(own.id, 'DELETE'));
    const [party] = await app.rows<{ id: string }>('production', 'SELECT id FROM party WHERE afm = $1', [afm]);
    await app.rows(
      'production',
      `CREATE FUNCTION may_read(application bigint) RETURNS boolean LANGUAGE plpgsql AS $$
       BEGIN IF application = ${id} THEN RAISE EXCEPTION 'read'; END IF; RETURN true; END $$`,
    );
    await app.rows('production', 'CREATE POLICY watched ON application_version USING (may_read(application_id))');
    await app.rows('production', 'ALTER TABLE application_version ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
    try {
      await expect(app.rows('production', 'SELECT FROM application_version')).rejects.toThrow('read');
      expectStatus(204, await erase(Number(party?.id)));
      expect((await agent.get(own.id)).client).toMatchObject({ afm: '000000000', last_name: '—' });
    } finally {
      await app.rows('production', 'DROP POLICY watched ON application_version');
      await app.rows('production', 'ALTER TABLE application_version DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY');
    }
  });

  it('finds the last of many applications that name the person', async () => {
    const afm = newAfm();
    const parties = new PartyCalls(agent);
    const party = await parties.insert(partyBody({ afm }));
    const last = await agent.insert(agent.body({ 'insured.afm': afm }));
    expect((await erase(party)).json()).toMatchObject({ error: '-400' });
    expectStatus(204, await agent.act(last.id, 'DELETE'));
    expectStatus(204, await erase(party));
    expect(await agent.get(last.id)).toMatchObject({ insured: { afm: '000000000', last_name: '—' } });
  });
});
