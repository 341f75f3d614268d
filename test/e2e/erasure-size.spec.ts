import { expectStatus, FireApp, MORNING, type FireAgent } from '../support/fire-app.js';
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

async function inserted(body: Record<string, unknown>): Promise<number> {
  await new PartyCalls(agent).insert(body);
  return app.partyOf('production', String(body['afm']));
}

const erase = (id: number) => admin.erase(id);

describe('the erasure of a person in a large record', () => {
  it('reads the former states of no agent who does not know the person', async () => {
    const stranger = (await app.agent({ code: 'A778' })).production;
    const { id } = await stranger.insert();
    expectStatus(204, await stranger.act(id, 'DELETE'));
    const afm = newAfm();
    const own = await agent.insert(agent.body({ 'client.afm': afm }));
    expectStatus(204, await agent.act(own.id, 'DELETE'));
    const party = await app.partyOf('production', afm);
    await app.rows(
      'production',
      `CREATE FUNCTION may_read(application bigint) RETURNS boolean LANGUAGE plpgsql AS $$
       BEGIN IF application = ${id} THEN RAISE EXCEPTION 'read'; END IF; RETURN true; END $$`,
    );
    await app.rows('production', 'CREATE POLICY watched ON application_version USING (may_read(application_id))');
    await app.rows('production', 'ALTER TABLE application_version ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
    try {
      await expect(app.rows('production', 'SELECT FROM application_version')).rejects.toThrow('read');
      expectStatus(200, await erase(party));
      expect((await agent.get(own.id)).client).toMatchObject({ afm: '000000000', last_name: '—' });
    } finally {
      await app.rows('production', 'DROP POLICY watched ON application_version');
      await app.rows('production', 'ALTER TABLE application_version DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY');
    }
  });

  it('finds the last of many applications that name the person', async () => {
    const afm = newAfm();
    await new PartyCalls(agent).insert(partyBody({ afm }));
    const party = await app.partyOf('production', afm);
    const last = await agent.insert(agent.body({ 'insured.afm': afm }));
    expect((await erase(party)).json()).toMatchObject({ error: '-400' });
    expectStatus(204, await agent.act(last.id, 'DELETE'));
    expectStatus(200, await erase(party));
    expect(await agent.get(last.id)).toMatchObject({ insured: { afm: '000000000', last_name: '—' } });
  });

  it('finds each of many telephones and addresses that the person had', async () => {
    const afm = newAfm();
    const reached = (await app.agent({ code: 'A779' })).production;
    await new PartyCalls(reached).insert(partyBody({ afm, lastName: 'Ξεχασμένου', firstName: 'Λήθη' }));
    const party = await app.partyOf('production', afm);
    await app.rows(
      'production',
      `INSERT INTO party_contact (party_id, agent_code, contact_type, contact, updated_by, created_at, updated_at)
       SELECT id, agent_code, t.type, t.contact, 'agent:x', now(), now() FROM party_record, generate_series(1, 99) AS n,
         LATERAL (VALUES ('MOBILE', '+30' || 6970000000 + n), ('EMAIL', 'lethe' || n || '@forgotten.example')) AS t(type, contact)
       WHERE afm = $1`,
      [afm],
    );
    const ask = { category: 'GDPR', subject: 'Ερώτηση', body: '697 000 0001 ή LETHE99@forgotten.example, όχι 6970000100' };
    const path = `${agent.root}/service-requests-api/resources/srs`;
    const { serviceRequestId } = expectStatus(201, await reached.client.post(path, ask)).json<{ serviceRequestId: string }>();
    expect(expectStatus(200, await erase(party)).json()['notSearched']).toEqual([]);
    const [request] = await app.rows('production', 'SELECT body FROM service_request WHERE number = $1', [serviceRequestId]);
    expect(request).toEqual({ body: '[erased] ή [erased], όχι 6970000100' });
    await app.rows('production', 'DELETE FROM service_request WHERE number = $1', [serviceRequestId]);
  });

  describe('reads', () => {
    /** More than are read at once, each so slowly that all of them would take longer than a statement may. */
    const ROWS = 2_750;
    const PERSON = {
      ...{ lastName: 'Ξεχασμένου', firstName: 'Λήθη' },
      partyContacts: [{ contactType: 'MOBILE', contact: '+30 698 765 4321', preferred: '1' }],
    };
    const SLOWLY = 'PERFORM pg_sleep(0.002);';

    it('the kept responses in parts', async () => {
      const party = await inserted(partyBody(PERSON));
      const keep = `INSERT INTO kept_answer (agent_code, scope, fingerprint, status, headers, body, created_at)
        SELECT 'A100', sha256(convert_to($1 || n, 'UTF8')), sha256('\\x00'), 201, '[]', convert_to($1, 'UTF8'), '${MORNING}' FROM generate_series(1, $2::int) AS n`;
      await app.rows('production', keep, ['Τίποτα', ROWS]);
      for (const text of ['Η Ξεχασμένου Λήθη που', 'το +30 698 76 54 321', 'Ξεχασμένου Κλειώ'])
        await app.rows('production', keep, [text, 1]);
      await app.rows(
        'production',
        `CREATE OR REPLACE FUNCTION readable(content bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
         BEGIN ${SLOWLY} RETURN convert_from(content, 'UTF8'); END $$`,
      );
      expectStatus(200, await erase(party));
      const left = 'SELECT status, count(*)::int FROM kept_answer GROUP BY status ORDER BY status';
      expect(await app.rows('production', left)).toEqual([
        { status: 201, count: ROWS + 1 },
        { status: 410, count: 2 },
      ]);
    });

    it('the service requests in parts', async () => {
      const party = await inserted(partyBody(PERSON));
      await app.rows(
        'production',
        `INSERT INTO service_request (number, category, subject, body, agent_code, user_id, user_name, created_at)
         SELECT 'N' || n, 'GDPR', 'Ερώτηση', 'Για Ξεχασμένου Λήθη', (SELECT min(code) FROM agent), 1, 'x', now() FROM generate_series(1, ${ROWS}) AS n`,
      );
      await app.rows(
        'production',
        `CREATE OR REPLACE FUNCTION erase_mentions(value text, patterns text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
         BEGIN IF value LIKE 'Για %' THEN ${SLOWLY} END IF; RETURN regexp_replace(value, patterns[1], '[erased]', 'g'); END $$`,
      );
      expectStatus(200, await erase(party));
      const left = 'SELECT body, count(*)::int FROM service_request GROUP BY body';
      expect(await app.rows('production', left)).toEqual([{ body: 'Για [erased]', count: ROWS }]);
    });
  });
});
