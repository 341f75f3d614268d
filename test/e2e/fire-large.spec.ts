import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildAnotherObject, buildChildPath, buildChild, getObject, type ChildList } from '../support/fire-children.js';
import { listReceipts, sumCents } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import type { Changes } from '../support/json-changes.js';
import { expectViolations, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

const OBJECTS = 50;
const CLAIMS_EACH = 10;

const buildMany = (list: ChildList, count: number): unknown[] => Array.from({ length: count }, () => buildChild(agent, list));

it('50 objects with 500 claims can be inserted, priced, read and changed once more', async () => {
  const objects = Array.from({ length: OBJECTS }, (_, at) =>
    buildAnotherObject(agent, { square_meters: 100 + at, claims_history: buildMany('claims_history', CLAIMS_EACH) }),
  );
  const inserted = await agent.insert(agent.body({ objects_insured: objects }));
  expect(inserted.objects_insured).toHaveLength(OBJECTS);
  expect(inserted.objects_insured.flatMap(({ claims_history: claims = [] }) => claims)).toHaveLength(OBJECTS * CLAIMS_EACH);
  const ids = inserted.objects_insured.flatMap(({ object_id: id, claims_history: claims = [] }) => [
    id,
    ...claims.map((claim) => claim.claim_id),
  ]);
  expect(new Set(ids).size).toBe(OBJECTS * (1 + CLAIMS_EACH));

  const { status_code: status, pricing } = inserted;
  expect([status, new Set(pricing?.lines.map(({ object }) => object)).size]).toEqual(['25', OBJECTS]);
  expect(sumCents(pricing?.lines.map(({ net }) => net) ?? [])).toBe(Math.round((pricing?.net ?? 0) * 100));
  expect(await agent.get(inserted.id)).toEqual(inserted);

  const claim = getObject(inserted, OBJECTS - 1).claims_history?.[0];
  const path = agent.path(`${inserted.id}/objects_insured/${getObject(inserted, OBJECTS - 1).object_id}/claims_history/${claim?.claim_id}`);
  expectStatus(200, await agent.client.put(path, { claims_history: { claim_amount: 1 } }));
  const updated = expectStatus(200, await agent.put(inserted.id, { fire_application: await agent.get(inserted.id) })).json<FireEntity>();
  expect(updated.pricing).toEqual(pricing);
  expect(updated.objects_insured.slice(0, -1)).toEqual(inserted.objects_insured.slice(0, -1));
});

it('the most expensive objects, with a loading of 300 per cent, can be approved, paid and issued', async () => {
  const dear: Changes = {
    kind_of_risk: '03',
    subkind_of_risk: '0303',
    bundle_code: '102',
    meters_from_river: 10,
    building_year: 1950,
    construction_of_skeleton: '06',
    roof_construction: '06',
    insurance_floors: [0],
    claims_history: buildMany('claims_history', 3),
    insured_values: ['01', '02'].map((group) => ({ group_cover: group, insured_value: 999_999_999.99 })),
    extra_covers: ['004', '005', '007'].map((cover) => ({ cover })),
  };
  const objects = Array.from({ length: OBJECTS }, () => buildAnotherObject(agent, dear));
  const { id, status_code: referred } = await agent.insert(agent.body({ objects_insured: objects }));
  expect(referred).toBe('25');
  expectStatus(205, await agent.act(id, 'request_approval'));
  const underwriter = await StaffClient.open(app.running, 'underwriter');
  expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 300 } }));
  const { status_code: status, pricing } = await agent.get(id);
  const gross = pricing?.gross ?? 0;
  expect([status, gross > 10_000_000_000, pricing?.instalments.map((instalment) => instalment.gross)]).toEqual(['01', true, [gross]]);
  const columns = 'SELECT (net + fee + tax + levy)::text AS parts, gross::text FROM application WHERE id = $1';
  expect(await app.query('production', columns, [id])).toEqual([{ parts: gross.toFixed(2), gross: gross.toFixed(2) }]);

  expectStatus(205, await agent.act(id, 'prepay'));
  await expectRefused(app, () => agent.act(id, 'charge'), { code: '-706' });
  const issuing = await LocalCollectionClient.open(app);
  const suspended = await issuing.createSuspense(agent, id);
  expectStatus(200, await issuing.resolve(suspended, { refund: true }));
  expect(await issuing.pay(agent, id)).toMatchObject({ outcome: 'ISSUED', amount: gross });
  const [receipt] = await listReceipts(agent, id);
  expect([(await agent.get(id)).status_code, receipt?.gross]).toEqual(['50', gross]);
  await issuing.expectBalancedLedger();
});

it.each<[string, () => unknown[], string]>([
  ['objects_insured', () => Array.from({ length: OBJECTS + 1 }, () => buildAnotherObject(agent)), '50'],
  ['objects_insured[0].claims_history', () => buildMany('claims_history', 51), '50'],
  ['objects_insured[0].co-owners', () => buildMany('co-owners', 21), '20'],
  ['objects_insured[0].mortgages_loans', () => buildMany('mortgages_loans', 21), '20'],
])('more %s than allowed get 400 with the limit, on insert and on update', async (path, items, limit) => {
  const { id } = await agent.insertIn('25');
  const body = agent.body({ [path]: items() });
  for (const call of [() => agent.post(body), () => agent.put(id, body)])
    expect((await expectViolations(app, call, [`fire_application.${path}`, '-102'])).text).toContain(limit);
});

it('the limit of a list includes the existing items', async () => {
  const entity = await agent.insertIn('25', { 'objects_insured[0].co-owners': buildMany('co-owners', 20) });
  const call = () => agent.client.post(buildChildPath(agent, entity, 'co-owners'), { 'co-owners': buildMany('co-owners', 1) });
  expect((await expectViolations(app, call, ['co-owners', '-102'])).text).toContain('20');
});
