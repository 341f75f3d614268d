import type { Environment } from '../../src/common/environment.js';
import { referenceLists } from '../support/lists.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildFullFireBody, type FireBody } from '../support/fire.js';
import { ABSENT, applyChanges, type Changes } from '../support/json-changes.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent({ subagents: [] });
  agent = agents.production;
});
afterAll(() => app.stop());

const insert = (changes: Changes): Promise<FireEntity> => agent.insert(agent.body(changes));
const full = (changes: Changes = {}): FireBody => buildFullFireBody(app.clock.today(), changes);

describe('POST /fire-api/rsc/applications', () => {
  it.each(['production', 'sandbox'] as const)('returns 201, and Location leads to the same entity (%s)', async (environment) => {
    const { client, root } = agents[environment];
    const response = expectStatus(201, await client.post(agents[environment].path(), agent.body()));
    const entity = response.json<FireEntity>();
    const location = new URL(String(response.headers.location));
    expect(location.protocol).toBe('https:');
    expect(location.pathname).toBe(`${root}/fire-api/rsc/applications/${entity.id}`);
    const retrieved = expectStatus(200, await client.get(location.pathname));
    expect(retrieved.json()).toEqual(entity);
  });

  it('returns the entity of the application', async () => {
    const { id, client, insured, objects_insured: objects, pricing, links, ...entity } = await agent.insert();
    const { fire_application: sent } = agent.body();
    expect(entity).toEqual({
      application_no: expect.stringMatching(/^F26\d{7}$/) as unknown,
      policy_no: null,
      type: 'APPLICATION',
      active: '1',

      status_code: '01',
      status_title: 'Τιμολογημένη',
      messages: [],
      last_receipt: null,
      renewal_of: null,
      renewed_by: null,
      cancels_on: null,
      version: 1,
      start_date: '2026-11-30',
      end_date: '2027-11-30',
      anniversary_date: '2027-11-30',
      issue_date: null,
      pay_frequency_in_months: 12,
      contact_way_code: '01',
      application_acceptance_method: '02',
      agent_code: 'A100',
      subagent_code: null,
      service_code: null,
      commission_code: null,
      created_at: '2026-11-20T10:00:00',
      updated_at: '2026-11-20T10:00:00',
    });
    expect(client).toEqual(sent.client);
    expect(insured).toEqual(sent.insured);
    const lists = { claims_history: [], 'co-owners': [], mortgages_loans: [] };
    expect(objects).toEqual([{ ...sent.objects_insured[0], ...lists, object_id: expect.any(Number) as unknown, enfia_eligible: true }]);
    expect(pricing?.gross).toBe(332.64);
    expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
      ['self', agent.path(id)],
      ['documents', `/docs-api/policy/applications/${id}/documents`],
    ]);
  });

  it('writes a transition, and changes the fingerprint that refusals are compared with', async () => {
    const before = await app.readFingerprint();
    const { id } = await agent.insert();
    const after = await app.readFingerprint();
    const touched = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(touched).toEqual(expect.arrayContaining(['production.application', 'production.status_transition']));
    expect(touched.filter((table) => table.startsWith('sandbox.'))).toEqual([]);
    const transitions = await app.query('production', 'SELECT * FROM status_transition WHERE application_id = $1', [id]);
    expect(transitions).toEqual([
      expect.objectContaining({
        from_status: null,
        to_status: '01',
        action: 'insert',
        actor: 'agent',
        actor_name: 'Πράκτορας',
        agent_code: 'A100',
        key_prefix: agent.access.apiKey.slice(0, 6),
        reason: null,
        at: app.clock.now(),
      }),
    ]);
    expect(await app.query('production', 'SELECT 1 FROM application_version WHERE application_id = $1', [id])).toEqual([]);
  });

  it('numbers the applications of an environment with its own ascending ids', async () => {
    const first = await agent.insert();
    const second = await agent.insert();
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.application_no).toBe(`F26${String(second.id).padStart(7, '0')}`);
    const numbers = await app.query<{ n: string }>('sandbox', 'SELECT count(*) AS n FROM application WHERE id = $1', [second.id]);
    expect(numbers).toEqual([{ n: '0' }]);
  });

  it('stores every field of the payload', async () => {
    const sent = full().fire_application;
    const entity = await agent.insert(full());
    const withoutIds = JSON.parse(
      JSON.stringify(entity, (name, value: unknown) => (/^(object|claim|co_owner)_id$|^enfia/.test(name) ? undefined : value)),
    ) as Record<string, unknown>;
    expect(withoutIds).toMatchObject(sent);
    expect(withoutIds['objects_insured']).toEqual(sent.objects_insured);
    expect(entity.status_code).toBe('25');
  });

  it('returns an entity that, sent as an update, changes nothing but the calculation', async () => {
    const inserted = await agent.insert(full());
    app.clock.set(app.clock.now().getTime() + 60_000);
    const { version, updated_at: updatedAt, ...updated } = await agent.update(inserted.id, inserted);
    expect(updated).toEqual(applyChanges<object>(inserted, { version: ABSENT, updated_at: ABSENT }));
    expect([version, updatedAt]).toEqual([2, '2026-11-20T10:01:00']);
  });

  it('ignores unknown fields, titles and fields that only the system decides', async () => {
    const { policy_no, status_code, agent_code, version, client } = await insert({
      id: 7,
      application_no: 'F990000001',
      policy_no: 'P99',
      status_code: '50',
      status_title: 'x',
      agent_code: 'OTHER',
      version: 9,
      pricing: { gross: 1 },
      anything: { at: ['all'] },
      'client.job_title': 'x',
      'client.doy_title': 5,
      'objects_insured[0].x': 1,
    });
    expect({ policy_no, status_code, agent_code, version }).toEqual({
      policy_no: null,
      status_code: '01',
      agent_code: 'A100',
      version: 1,
    });
    expect(client).not.toHaveProperty('job_title');
  });

  it('gives new ids to items that are sent with ids', async () => {
    const mine = await agent.insert(full());
    const again = await agent.insert({ fire_application: mine });
    const [object, copy] = [mine.objects_insured[0], again.objects_insured[0]];
    const idsOf = (of: typeof object) => [
      of?.object_id,
      ...(of?.claims_history ?? []).map(({ claim_id: id }) => id),
      ...(of?.['co-owners'] ?? []).map(({ co_owner_id: id }) => id),
    ];
    expect(idsOf(object)).toHaveLength(5);
    expect(new Set([...idsOf(object), ...idsOf(copy)]).size).toBe(10);
  });

  it('accepts the largest allowed lists', async () => {
    const [object] = full().fire_application.objects_insured;
    const { claims_history: [claim] = [], 'co-owners': [owner] = [] } = object as Record<string, unknown[]>;
    const banks = referenceLists.all('banks').filter(({ active }) => active);
    const large = {
      ...object,
      claims_history: Array<unknown>(50).fill(claim),
      'co-owners': Array<unknown>(20).fill(owner),
      mortgages_loans: banks.slice(0, 20).map(({ code }) => ({ bank_id: code, amount_loan: 1 })),
    };
    const entity = await agent.insert(full({ objects_insured: [large, ...Array<unknown>(49).fill(object)] }));
    expect(entity.objects_insured).toHaveLength(50);
    const [first] = entity.objects_insured;
    expect([first?.claims_history?.length, first?.['co-owners']?.length, first?.mortgages_loans?.length]).toEqual([50, 20, 20]);
  });
});
