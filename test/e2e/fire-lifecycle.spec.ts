import type { HttpResponse } from '../support/client.js';
import { FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';
import { STATUSES, Status } from '../../src/record/core/applications/status.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).sandbox;
});
afterAll(() => app.stop());

const ACTIONS = ['update', 'calc', 'edit', 'prepay', 'DELETE', 'charge'] as const;
type Action = (typeof ACTIONS)[number];

/** The state table (docs/states.md) for an unchanged calculation: the result of each agent's action in each status. */
const ALLOWED: Readonly<Record<Action, Readonly<Partial<Record<Status, Status>>>>> = {
  update: { '00': '00', '25': '25' },
  calc: { '00': '00', '25': '25' },
  edit: { '01': '00', '31': '00' },
  prepay: { '01': '45' },
  DELETE: { '00': '02', '25': '02', '01': '02', '11': '02', '31': '02', '39': '02', '12': '02', '45': '02' },
  charge: { '45': '50' },
};
const ANSWERS: Readonly<Record<Action, number>> = { update: 200, calc: 200, edit: 200, prepay: 205, DELETE: 204, charge: 205 };
const NAMES: Readonly<Record<Action, string>> = {
  update: 'update',
  calc: 'calc',
  edit: 'edit',
  prepay: 'prepay',
  DELETE: 'cancel',
  charge: 'issue',
};
const FINAL: readonly Status[] = ['02', '60', '65', '70'];
/** A yearly policy has no further instalments. */
const PAID: readonly Status[] = ['50', '55'];

const statuses = Object.values(Status);
const PAIRS = statuses.flatMap((status) => ACTIONS.map((action) => [status, action] as const));
const isAllowed = ([status, action]: readonly [Status, Action]): boolean => ALLOWED[action][status] !== undefined;

function act(entity: FireEntity, action: Action): Promise<HttpResponse> {
  return action === 'update' ? agent.put(entity.id, { fire_application: entity }) : agent.act(entity.id, action);
}

describe('an action that the status allows', () => {
  it.each(PAIRS.filter(isAllowed))('is carried out: %s %s', async (from, action) => {
    const entity = await agent.insertIn(from);
    const before = await getHistory(agent, entity.id);
    const to = ALLOWED[action][from];
    app.clock.set(app.clock.now().getTime() + 1000);

    expect((await act(entity, action)).status).toBe(ANSWERS[action]);

    expect(await getHistory(agent, entity.id)).toEqual({
      status: to,
      version: before.version + 1,
      transitions: [...before.transitions, `${from} ${NAMES[action]} ${to}`],
      versions: [...before.versions, `${before.version} ${from}`],
    });
    const after = await agent.get(entity.id);
    expect([after.status_code, after.version]).toEqual([to, before.version + 1]);
    const [transition] = await app.query(
      'sandbox',
      'SELECT actor, actor_name, key_prefix, agent_code, at FROM status_transition WHERE application_id = $1 ORDER BY id DESC LIMIT 1',
      [entity.id],
    );
    expect(transition).toEqual({
      actor: 'agent',
      actor_name: 'Πράκτορας',
      key_prefix: agent.access.apiKey.slice(0, 6),
      agent_code: 'A100',
      at: app.clock.now(),
    });
  });

  it('is tested for every row of the decisions', () => expect(PAIRS.filter(isAllowed)).toHaveLength(16));
});

describe('an action that the status does not allow', () => {
  it.each(PAIRS.filter((pair) => !isAllowed(pair)))('is refused: %s %s', async (status, action) => {
    const entity = await agent.insertIn(status);
    const isPaid = action === 'charge' && [...FINAL, ...PAID].includes(status);
    const code = isPaid ? '-702' : FINAL.includes(status) ? '-401' : '-400';
    const response = await expectRefused(app, () => act(entity, action), { code });
    if (!isPaid) expect(response.json()).toMatchObject({ message: expect.stringContaining(`«${STATUSES[status].title.el}»`) as unknown });
  });
});

describe('the results of actions', () => {
  it('are 00 → 01 → edit → 00 → calc → 01 → prepay → charge, with every previous version', async () => {
    const inserted = await agent.insertIn('00');
    const { id } = inserted;
    const [object] = inserted.objects_insured;
    const values = [{ group_cover: '01', insured_value: 150_000 }];
    const objects = [{ object_id: object?.object_id, insured_values: values }];
    const updated = await agent.update(id, { client: {}, insured: {}, objects_insured: objects });
    expect([updated.status_code, updated.pricing?.gross, updated.messages]).toEqual(['01', 332.64, []]);
    const edited = (await agent.act(id, 'edit')).json<FireEntity>();
    expect([edited.status_code, edited.pricing, edited.messages]).toEqual(['00', null, []]);
    expect(edited.objects_insured.map((one) => [one.object_id, one.enfia_eligible])).toEqual([[object?.object_id, false]]);
    const calculated = (await agent.act(id, 'calc')).json<FireEntity>();
    expect([calculated.status_code, calculated.pricing, calculated.version]).toEqual(['01', updated.pricing, 4]);
    await agent.act(id, 'prepay');
    await agent.act(id, 'charge');

    expect(await getHistory(agent, id)).toEqual({
      status: '50',
      version: 6,
      transitions: ['- insert 00', '00 update 01', '01 edit 00', '00 calc 01', '01 prepay 45', '45 issue 50'],
      versions: ['1 00', '2 01', '3 00', '4 01', '5 45'],
    });
    const states = await app.query<{ gross: string | null; policy_no: string | null; sums: number; by: string }>(
      'sandbox',
      `SELECT state->>'gross' AS gross, state->>'policy_no' AS policy_no, state->>'last_action' AS by,
         jsonb_array_length(state->'questionnaire'->'objects_insured'->0->'insured_values') AS sums
       FROM application_version WHERE application_id = $1 ORDER BY version`,
      [id],
    );
    const policyNo = (await agent.get(id)).policy_no;
    expect(states).toEqual([
      { gross: null, policy_no: null, sums: 0, by: 'insert' },
      { gross: '332.64', policy_no: null, sums: 1, by: 'update' },
      { gross: null, policy_no: null, sums: 1, by: 'edit' },
      { gross: '332.64', policy_no: null, sums: 1, by: 'calc' },
      { gross: '332.64', policy_no: policyNo, sums: 1, by: 'prepay' },
    ]);
  });

  it.each<[Status, string, Status]>([
    ['00', '1', '25'],
    ['25', '0', '01'],
  ])('are %s → illegal %s → %s for an update', async (from, illegal, to) => {
    const { id, objects_insured: objects } = await agent.insertIn(from);
    const change = { object_id: objects[0]?.object_id, illegal, insured_values: [{ group_cover: '01', insured_value: 150_000 }] };
    const updated = await agent.update(id, { client: {}, insured: {}, objects_insured: [change] });
    expect(updated.status_code).toBe(to);
    expect(updated.pricing?.gross).toBe(332.64);
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe(`${from} update ${to}`);
  });

  it('are 25 → 00 without a price for an update', async () => {
    const { id } = await agent.insertIn('25');
    const updated = await agent.update(id, { client: {}, insured: {}, objects_insured: [] });
    expect([updated.status_code, updated.pricing, updated.objects_insured]).toEqual(['00', null, []]);
    expect(updated.messages.map(({ code }) => code)).toEqual(['F00-00']);
  });

  it('use the rules of the day for calc', async () => {
    const { id } = await agent.insertIn('25');
    const today = app.clock.now();
    app.clock.advanceDays(11);
    await agent.renewToken();
    const calculated = (await agent.act(id, 'calc')).json<FireEntity>();
    expect([calculated.status_code, calculated.messages.map(({ code }) => code)]).toEqual(['00', ['F00-08', 'F25-10']]);
    app.clock.set(today);
  });

  it('keep the data after a DELETE, and make it inactive', async () => {
    const before = await agent.insertIn('45');
    expect((await agent.act(before.id, 'DELETE')).bytes).toHaveLength(0);
    const after = await agent.get(before.id);
    expect(after).toEqual({
      ...before,
      status_code: '02',
      status_title: 'Ακυρώθηκε',
      active: '0',
      version: 3,
      updated_at: after.updated_at,
      links: after.links,
    });
    const [{ reason } = {}] = await app.query<{ reason?: string }>(
      'sandbox',
      `SELECT reason FROM status_transition WHERE application_id = $1 AND action = 'cancel'`,
      [before.id],
    );
    expect(reason).toBe('CANCELLED_BY_AGENT');
  });

  it.each(['calc', 'edit', 'prepay'])('are the same with any body: %s', async (action) => {
    for (const body of ['{broken', '[]', '"x"', JSON.stringify({ fire_application: { start_date: 'x' } })]) {
      const { id } = await agent.insertIn(action === 'calc' ? '25' : '01');
      const response = await agent.client.call('PUT', agent.path(`${id}/${action}`), { body, headers: { 'Content-Type': 'text/plain' } });
      expect(response.status).toBe(action === 'prepay' ? 205 : 200);
    }
  });

  it('cannot be changed in the history', async () => {
    for (const table of ['status_transition', 'application_version'])
      for (const change of [`UPDATE ${table} SET application_id = 1`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])
        await expect(app.query('sandbox', change)).rejects.toThrow(/append-only|never|refuse|change/i);
    await expect(app.query('sandbox', `UPDATE application SET status = '02'`)).rejects.toThrow(/version/);
  });
});
