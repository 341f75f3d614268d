import { addDays } from '../../src/common/athens.js';
import { FireApp, MORNING, type FireAgent } from '../support/fire-app.js';
import { buildConsents } from '../support/fire.js';
import { ABSENT, type Changes } from '../support/json-changes.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

type Message = readonly [code: string, path: string];
const TODAY = MORNING.slice(0, 10);
const OBJECT = 'objects_insured[0]';
const SHOP = { [`${OBJECT}.kind_of_risk`]: '01', [`${OBJECT}.subkind_of_risk`]: '0101' };
const inObject = (changes: Changes): Changes => Object.fromEntries(Object.entries(changes).map(([key, to]) => [`${OBJECT}.${key}`, to]));
const value = (group: string, amount = 150_000): object => ({ group_cover: group, insured_value: amount });

describe('an application that a tariff rule stops', () => {
  it.each<[string, Changes, ...Message[]]>([
    ['an empty list of objects', { objects_insured: [] }, ['F00-00', 'application']],
    ['no list of objects', { objects_insured: ABSENT }, ['F00-00', 'application']],
    ['null for the objects', { objects_insured: null }, ['F00-00', 'application']],
    ['no sums', inObject({ insured_values: [] }), ['F00-01', OBJECT]],
    ['a bundle that is not for the kind', SHOP, ['F00-02', OBJECT]],
    ['building and content mixed with both', inObject({ insured_values: [value('01'), value('03')] }), ['F00-03', OBJECT]],
    ['a building of the future', inObject({ building_year: 2030, building_year_piping: 2030 }), ['F00-04', OBJECT]],
    ['pipes older than the building', inObject({ building_year_piping: 1990 }), ['F00-04', OBJECT]],
    ['an extra that the bundle does not take', inObject({ extra_covers: [{ group_cover: '01', cover: '012' }] }), ['F00-05', OBJECT]],
    ['an extra on a group that is not insured', inObject({ extra_covers: [{ group_cover: '02', cover: '003' }] }), ['F00-05', OBJECT]],
    ['a ground floor with flood and no distance to a stream', inObject({ insurance_floors: [0] }), ['F00-06', OBJECT]],
    ['a discount without its condition', inObject({ is_owner_building: '0', discounts: ['02'] }), ['F00-07', OBJECT]],
    ['a start yesterday', { start_date: addDays(TODAY, -1) }, ['F00-08', 'application']],
    ['a start in 91 days', { start_date: addDays(TODAY, 91) }, ['F00-08', 'application']],
    ['a start in a far year', { start_date: '9998-12-31' }, ['F00-08', 'application']],
    ['a start before the first tariff', { start_date: '2025-12-31' }, ['-600', 'application']],
    ['a postcode of no prefecture', inObject({ post_code: '99999' }), ['F00-09', OBJECT]],
    ['no consents', { 'client.consents': [] }, ['F00-10', 'application']],
    ['no list of consents', { 'client.consents': ABSENT }, ['F00-10', 'application']],
    ['one consent missing', { 'client.consents': buildConsents().slice(1) }, ['F00-10', 'application']],
    [
      'several of them',
      { start_date: addDays(TODAY, -1), 'client.consents': [], ...inObject({ insured_values: [], post_code: '99999' }) },
      ...([
        ['F00-08', 'application'],
        ['F00-10', 'application'],
        ['F00-01', OBJECT],
        ['F00-09', OBJECT],
      ] as const),
    ],
  ])('is stored with 00 and the rule’s message: %s', async (_name, changes, ...messages) => {
    const entity = await agent.insert(agent.body(changes));
    expect([entity.status_code, entity.pricing]).toEqual(['00', null]);
    expect(entity.messages.map(({ code, severity, path }) => [code, severity, path])).toEqual(
      messages.map(([code, path]) => [code, 'error', path]),
    );
    if (messages.some(([, path]) => path === OBJECT)) expect(entity.objects_insured[0]?.enfia_eligible).toBe(false);
    expect(await agent.get(entity.id)).toEqual(entity);
  });

  it.each([
    ['today', TODAY],
    ['in 90 days', addDays(TODAY, 90)],
  ])('is not one with a start %s', async (_name, start) => {
    expect((await agent.insert(agent.body({ start_date: start }))).status_code).toBe('01');
  });

  it('has a message that names the object', async () => {
    const [object] = agent.body().fire_application.objects_insured;
    const { messages } = await agent.insert(agent.body({ objects_insured: [object, { ...object, insured_values: [] }] }));
    expect(messages.map(({ code, path }) => [code, path])).toEqual([['F00-01', 'objects_insured[1]']]);
  });

  it('has messages in Greek and English', async () => {
    const { id } = await agent.insert(agent.body({ 'client.consents': [] }));
    const greek = await agent.get(id);
    const english = (await agent.client.get(agent.path(id), { headers: { 'Accept-Language': 'en' } })).json<typeof greek>();
    expect([greek.status_title, greek.messages[0]?.text]).toEqual(['Προς συμπλήρωση', 'Απαντήστε σε όλες τις ερωτήσεις συγκατάθεσης']);
    expect([english.status_title, english.messages[0]?.text]).toEqual(['To be completed', 'Answer every consent question']);
  });
});

describe('an application that a tariff rule refers', () => {
  it.each<[string, Changes, string]>([
    ['a building before 1960 with earthquake', inObject({ building_year: 1955, building_year_piping: 2004 }), 'F25-01'],
    ['less than 50 m to a stream', inObject({ meters_from_river: 49 }), 'F25-03'],
    ['a claim above 10,000', inObject({ claims_history: [{ claim_date: '2024-01-01', claim_amount: 10_000.01 }] }), 'F25-05'],
    ['a dwelling above 500,000', inObject({ insured_values: [value('01', 500_000.01)], square_meters: 300 }), 'F25-06'],
    ['an unknown skeleton', inObject({ construction_of_skeleton: '99' }), 'F25-08'],
    ['a discretionary discount', inObject({ discounts: ['90'] }), 'F25-11'],
  ])('is stored with 25 and a price: %s', async (_name, changes, rule) => {
    const { status_code: status, messages, pricing } = await agent.insert(agent.body(changes));
    expect(status).toBe('25');
    expect(messages.map(({ code, severity }) => [code, severity])).toContainEqual([rule, 'referral']);
    expect(pricing?.gross).toBeGreaterThan(0);
  });
});
