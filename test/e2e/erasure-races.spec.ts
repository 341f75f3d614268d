import { jest } from '@jest/globals';
import pg from 'pg';
import { createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const PERSON = { last_name: 'Ξεχασμένου', first_name: 'Λήθη', birth_date: '1971-03-04', afm: '094019245' };
const AS_CLIENT = Object.fromEntries(Object.entries(PERSON).map(([field, value]) => [`client.${field}`, value]));

/** An erasure of the person that lists an application as its own. */
const LISTED = `
  WITH begun AS (
    INSERT INTO erasure (party_id, afm, actor, requested_by, size, rows_total, counts, retry_at, started_at)
    VALUES (0, $1, '{}', 'x', 1, 1, '{}', 'infinity', now()) RETURNING party_id)
  INSERT INTO erasure_application (party_id, application_id, agent_code, version, is_own, is_named)
  SELECT party_id, $2, 'A100', 1, true, true FROM begun`;

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;
/** A separate connection to the production schema. */
let other: pg.Client;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
  other = new pg.Client({ connectionString: app.running.database.url });
  await other.connect();
  await other.query('SET search_path TO production, public');
});
afterAll(async () => {
  await other.end();
  await app.stop();
});

const partyId = (): Promise<number> => app.getParty('production', PERSON.afm);

async function aWaitFor(statement: string): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
  while ((await app.query('production', waiting, [`%${statement}%`])).length === 0) await new Promise(setImmediate);
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  return { given: new Promise((resolve) => (give = resolve)), give: () => give() };
}

describe('an erasure at the same moment as an application for the person', () => {
  it('waits for an application that is being written, and is refused by it', async () => {
    const { id } = await agent.insert(agent.body(AS_CLIENT));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await partyId();
    // The write stops after inserting the agent's record, because another caller writes the same contact.
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO party_contact (party_id, agent_code, contact_type, contact, updated_by, created_at, updated_at)
       SELECT id, agent_code, 'EMAIL', 'lethe@forgotten.example', 'agent:x', now(), now() FROM party_record WHERE afm = $1`,
      [PERSON.afm],
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

  it('makes the application wait when it comes first, and the person becomes a new party', async () => {
    const party = await partyId();
    await other.query('BEGIN');
    await other.query('SELECT FROM party WHERE id = $1 FOR UPDATE', [party]);
    await other.query('SELECT erase_register($1, $2)', [party, ['A100']]);
    const inserted = agent.insert(agent.body(AS_CLIENT));
    await aWaitFor('jsonb_to_recordset');
    await other.query('COMMIT');
    const { id, client } = await inserted;
    expect(client).toMatchObject(PERSON);
    expect(await partyId()).not.toBe(party);
    expectStatus(204, await agent.act(id, 'DELETE'));
  });
});

describe('an erasure while a document of the person is printed', () => {
  const documentsOf = (id: number) =>
    app.query(
      'production',
      'SELECT d.system_key, c.content FROM document d JOIN document_content c ON c.document_id = d.id WHERE application_id = $1',
      [id],
    );
  const ask = (id: number) => agent.client.get(`${agent.root}/docs-api/policy/applications/${id}/documents`);

  /** Requests the documents of an application in prepay; the renderer holds the printed one until it is released. */
  async function printing(id: number): Promise<{ letGo: () => void; response: ReturnType<typeof ask> }> {
    const renderer = app.running.parts.pdfRenderer;
    const render = renderer.render.bind(renderer);
    const gate = signal();
    const printed = signal();
    const spy = jest.spyOn(renderer, 'render').mockImplementation(async (holder, request) => {
      const content = await render(holder, request);
      if (request.kind !== 'application') return content;
      spy.mockRestore();
      printed.give();
      await gate.given;
      return content;
    });
    const response = ask(id);
    await printed.given;
    return { letGo: gate.give, response };
  }

  it('leaves no document when it ends first', async () => {
    const { id } = await createPrepaid(agent, AS_CLIENT);
    const { letGo, response } = await printing(id);
    expectStatus(204, await agent.act(id, 'DELETE'));
    expectStatus(200, await admin.erase(await partyId()));
    letGo();
    expect(expectStatus(200, await response).json()).toEqual([]);
    expect(await documentsOf(id)).toEqual([]);
  });

  it('makes the storing wait, and nothing is stored', async () => {
    const { id } = await createPrepaid(agent, AS_CLIENT);
    const { letGo, response } = await printing(id);
    await other.query('BEGIN');
    await other.query(`UPDATE application SET status = '02', pay_by = NULL, version = version + 1 WHERE id = $1`, [id]);
    await other.query(LISTED, [PERSON.afm, id]);
    await other.query('SELECT erase_applications(0, $1)', [[id]]);
    letGo();
    await aWaitFor('FOR SHARE');
    await other.query('COMMIT');
    expectStatus(200, await response);
    expect(await documentsOf(id)).toEqual([]);
  });

  it('erases a document that was stored before it', async () => {
    const { id } = await createPrepaid(agent, AS_CLIENT);
    const { letGo, response } = await printing(id);
    letGo();
    expect(expectStatus(200, await response).json()).toHaveLength(1);
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect(await documentsOf(id)).toHaveLength(1);
    expectStatus(200, await admin.erase(await partyId()));
    expect(await documentsOf(id)).toEqual([]);
  });
});
