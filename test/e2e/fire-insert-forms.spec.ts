import type { NewAgent } from '../../src/record/money/agents/agent.js';
import { expectViolations } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { COMPANY } from '../support/fire.js';
import { findValue, type Changes } from '../support/json-changes.js';

const SUBAGENTS: NewAgent['subagents'] = [
  { code: 'S0', name: 'Σε αναμονή', status: 0 },
  { code: 'S1', name: 'Εγκεκριμένος', status: 1 },
  { code: 'S2', name: 'Απορριφθείς', status: 2 },
  { code: 'S3', name: 'Διαγραμμένος', status: 3 },
];

let app: FireApp;
let agent: FireAgent;
let broker: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A100', subagents: SUBAGENTS })).production;
  broker = (await app.createAgent({ code: 'B200', type: 'broker', subagents: [{ code: 'S9', name: 'Άλλου', status: 1 }] })).production;
});
afterAll(() => app.stop());

const insert = (changes: Changes): Promise<FireEntity> => agent.insert(agent.body(changes));
const OBJECT = 'objects_insured[0]';

describe('the forms of input of POST /fire-api/rsc/applications', () => {
  it.each<[string, Changes, string, unknown]>([
    ['a delimited text of covers', { [`${OBJECT}.extra_covers`]: '003, 6  011' }, `${OBJECT}.extra_covers`, covers('003', '006', '011')],
    ['a blank text of covers', { [`${OBJECT}.extra_covers`]: ' ' }, `${OBJECT}.extra_covers`, []],
    [
      'numeric covers',
      { [`${OBJECT}.extra_covers`]: [{ group_cover: '01', cover: 3 }, { cover: '11' }] },
      `${OBJECT}.extra_covers`,
      [{ group_cover: '01', cover: '003' }, { cover: '011' }],
    ],
    ['alarm_Connections', { [`${OBJECT}.alarm_Connections`]: ['02'] }, `${OBJECT}.alarm_connections`, ['02']],
    [
      'alarm_connections before alarm_Connections',
      { [`${OBJECT}.alarm_Connections`]: ['02'], [`${OBJECT}.alarm_connections`]: ['04'] },
      `${OBJECT}.alarm_connections`,
      ['04'],
    ],
    ['blanks in a postcode', { [`${OBJECT}.post_code`]: ' 115 27 ' }, `${OBJECT}.post_code`, '11527'],
    ['blanks around a text', { 'client.city': '  Αθήνα ' }, 'client.city', 'Αθήνα'],
    ['a blank latitude', { [`${OBJECT}.latitude`]: '' }, `${OBJECT}.latitude`, undefined],
    ['a blank longitude', { [`${OBJECT}.longitude`]: ' ' }, `${OBJECT}.longitude`, undefined],
    ['a blank optional text', { 'client.job_code': ' ' }, 'client.job_code', undefined],
    ['null for an optional field', { 'client.email': null }, 'client.email', undefined],
    ['null for an optional list', { [`${OBJECT}.claims_history`]: null }, `${OBJECT}.claims_history`, []],
    ['a datetime in Greek time', { start_date: '2026-12-01T23:59:59' }, 'start_date', '2026-12-01'],
    ['an instant that is the next day in Greece', { start_date: '2026-12-01T22:30:00Z' }, 'start_date', '2026-12-02'],
    ['a birth date as datetime', { 'client.birth_date': '1980-05-14T00:00:00' }, 'client.birth_date', '1980-05-14'],
    [
      'a birth date as instant, with the AMKA of the Greek day',
      { 'client.birth_date': '1980-05-13T22:00:00Z', 'client.amka': '14058001232' },
      'client.birth_date',
      '1980-05-14',
    ],
    ['a leap day', { 'client.birth_date': '1980-02-29', 'client.afm': '090000045' }, 'client.birth_date', '1980-02-29'],
  ])('include %s', async (_name, changes, path, expected) => {
    const { id } = await insert(changes);
    expect(findValue(await agent.get(id), path)).toEqual(expected);
  });

  it.each([
    ['Ελληνικά με τόνους', 'Αγγελόπουλος-Ϊωάννου'],
    ['emoji', 'Σπίτι 🏠👨‍👩‍👧'],
    ['right to left', 'شركة التأمين עברית'],
    ['combining marks', 'Μαρι\u0301α'],
    ['quotes, commas, percent and backslash', `O'Neill "x" \\ % _ ; -- <b>&amp;`],
    ['the longest name', 'Ω'.repeat(100)],
  ])('keep a name as it was sent: %s', async (_name, name) => {
    const { id } = await insert({
      'client.last_name': name,
      'client.afm': '090000045',
      [`${OBJECT}.co-owners`]: [{ ...COMPANY, last_name: name }],
    });
    const entity = await agent.get(id);
    expect([entity.client.last_name, entity.objects_insured[0]?.['co-owners']?.[0]?.last_name]).toEqual([name, name]);
  });

  it('keep a company without what only individuals have', async () => {
    const { client } = await insert({ client: { ...COMPANY, consents: [] } });
    expect(client).toEqual({ ...COMPANY, consents: [] });
  });

  it('drop fields that a company does not have', async () => {
    const person = { ...COMPANY, first_name: 'Άννα', father_name: 'Χ', birth_date: '1980-01-01', gender_code: '1' };
    expect((await insert({ insured: person })).insured).toEqual(COMPANY);
  });

  it('use the last value of a repeated key, like every JSON parser', async () => {
    const text = JSON.stringify(agent.body()).replace('"start_date":', '"pay_frequency_in_months":"x","start_date":');
    const sent = await agent.client.call('POST', agent.path(), { body: text, headers: { 'Content-Type': 'application/json' } });
    expect(expectStatus(201, sent).json<FireEntity>().pay_frequency_in_months).toBe(12);
  });

  it('let no key reach into prototypes', async () => {
    const keys = '"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"1"}},"prototype":{"polluted":"1"},';
    const text = JSON.stringify(agent.body())
      .replaceAll('"address":', `${keys}"address":`)
      .replace('"start_date":', `${keys}"start_date":`);
    const sent = await agent.client.call('POST', agent.path(), { body: text, headers: { 'Content-Type': 'application/json' } });
    const entity = expectStatus(201, sent).json<FireEntity>();
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(expectStatus(200, await agent.client.get(agent.path(entity.id))).text).not.toContain('polluted');
    expect(text.match(/"__proto__"/g)).toHaveLength(4);
  });
});

describe('POST /fire-api/rsc/applications with other agents', () => {
  it('accepts an approved subagent of the agent', async () => {
    expect((await insert({ subagent_code: 'S1' })).subagent_code).toBe('S1');
  });

  it.each(['S0', 's1', 'S2', 'S3', 'S9', 'A100'])('refuses %s as a subagent', (code) =>
    expectViolations(app, () => agent.post(agent.body({ subagent_code: code })), ['fire_application.subagent_code', '-103']),
  );

  it('accepts agents for service and commission from a broker', async () => {
    const { service_code, commission_code } = await broker.insert(broker.body({ service_code: 'A100', commission_code: 'B200' }));
    expect([service_code, commission_code]).toEqual(['A100', 'B200']);
  });

  it('refuses codes that name no agent', () =>
    expectViolations(
      app,
      () => broker.post(broker.body({ service_code: 'NOBODY', commission_code: "'" })),
      ['fire_application.service_code', '-103'],
      ['fire_application.commission_code', '-103'],
    ));

  it('refuses both codes from an agent that is not a broker', () =>
    expectViolations(
      app,
      () => agent.post(agent.body({ service_code: 'A100', commission_code: 'A100' })),
      ['fire_application.service_code', '-102'],
      ['fire_application.commission_code', '-102'],
    ));

  it.each([null, '', ' '])('treats %j as no code', async (blank) => {
    const { subagent_code, service_code, commission_code } = await insert({
      subagent_code: blank,
      service_code: blank,
      commission_code: blank,
    });
    expect([subagent_code, service_code, commission_code]).toEqual([null, null, null]);
  });
});

function covers(...codes: string[]): object[] {
  return codes.map((cover) => ({ cover }));
}
