import type { OutgoingHttpHeaders } from 'node:http';
import type { HttpResponse } from '../support/client.js';
import { FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildChild } from '../support/fire-children.js';
import { expectAllRefused, expectRefused, type ExpectedError } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;
let stored: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  stored = await agent.insertIn('00');
});
afterAll(() => app.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends the body to insert and to update. */
const calls = (body: string | Buffer | undefined, headers: OutgoingHttpHeaders = JSON_TYPE): (() => Promise<HttpResponse>)[] => [
  () => agent.client.call('POST', agent.path(), { body, headers }),
  () => agent.client.call('PUT', agent.path(stored.id), { body, headers }),
];

const expectRefusedBy = (by: (() => Promise<HttpResponse>)[], expected: ExpectedError): Promise<HttpResponse[]> =>
  expectAllRefused(
    app,
    by.map((call) => [call, expected]),
  );

describe('a body that is not a fire application', () => {
  const WRAPPER = ['fire_application', '-106'] as const;

  it.each<[string, string | undefined]>([
    ['no body', undefined],
    ['an empty body', ''],
    ['an object without the wrapper', '{}'],
    ['the application without its wrapper', '{"client":{},"insured":{}}'],
    ['another wrapper', '{"Fire_Application":{}}'],
    ['null in the wrapper', '{"fire_application":null}'],
    ['an array in the wrapper', '{"fire_application":[]}'],
    ['a text in the wrapper', '{"fire_application":"{}"}'],
    ['a number in the wrapper', '{"fire_application":1}'],
    ['an array', '[]'],
    ['an array of applications', '[{"fire_application":{}}]'],
    ['only keys that reach into prototypes', '{"__proto__":{"fire_application":{}}}'],
  ])('is refused with -106: %s', (_name, body) => expectRefusedBy(calls(body), { code: '-106', violations: [WRAPPER] }));

  it.each([
    ['null', 'null'],
    ['a text', '"fire_application"'],
    ['a number', '5'],
    ['true', 'true'],
    ['broken JSON', '{"fire_application":'],
    ['a comma too many', '{"fire_application":{},}'],
    ['single quotes', "{'fire_application':{}}"],
    ['NaN', '{"fire_application":{"pay_frequency_in_months":NaN}}'],
    ['Infinity', '{"fire_application":{"pay_frequency_in_months":-Infinity}}'],
    ['a hexadecimal number', '{"fire_application":{"pay_frequency_in_months":0x10}}'],
    ['a raw NUL', '{"fire_application":{"start_date":"\0"}}'],
    ['two values', '{}{}'],
    ['a comment', '/* */{}'],
    ['blanks only', '  \n'],
    ['1 MB of nested arrays', '['.repeat(524_288) + ']'.repeat(524_288)],
    ['1 MB of open arrays', '['.repeat(1_048_576)],
    ['1 MB of nested objects', '{"a":'.repeat(170_000) + '1' + '}'.repeat(170_000)],
    ['21 levels', nested(21)],
  ])('is refused with -100: %s', (_name, body) => expectRefusedBy(calls(body), { code: '-100' }));

  it('may have 20 levels as JSON', () => expectRefused(app, calls(nested(20))[0]!, { code: '-106', violations: [WRAPPER] }));

  it('is refused with -100 for bytes that are not UTF-8', () =>
    expectRefusedBy(calls(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), { code: '-100' }));

  it.each([
    ['1 MiB and a byte', ' '.repeat(1_048_575) + '{}'],
    ['2 MB in one text', `{"fire_application":{"x":"${'x'.repeat(2_000_000)}"}}`],
  ])('is refused with 413 -108: %s', (_name, body) => expectRefusedBy(calls(body), { status: 413, code: '-108' }));

  it('may have exactly 1 MiB', () => expectRefused(app, calls(' '.repeat(1_048_574) + '{}')[0]!, { code: '-106', violations: [WRAPPER] }));

  it.each([
    ['text/plain', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'Content-Type': 'application/xml' }],
    ['none', {}],
    ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-7' }],
    ['an unknown encoding', { ...JSON_TYPE, 'Content-Encoding': 'zstd' }],
  ])('is refused with 415 -107 for the media type %s', (_name, headers) =>
    expectRefusedBy(calls(JSON.stringify(agent.body()), headers), { status: 415, code: '-107' }),
  );

  it('counts the last value of a repeated key', () => {
    const text = JSON.stringify(agent.body()).replace('"client":', '"contact_way_code":"99","client":');
    return expectRefusedBy(calls(text), { code: '-103', violations: [['fire_application.contact_way_code', '-103']] });
  });
});

describe('the violations of a large body', () => {
  const MOST_BYTES = 32 * 1024;
  const times = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => of(index));
  const full = (count: number, owner: object): object => ({
    ...agent.body().fire_application,
    objects_insured: times(50, () => ({ 'co-owners': times(count, () => owner), insurance_floors: times(150, () => 'x') })),
  });

  /** Expects 100 violations in order, and then `more`. */
  async function expectMany(body: object, by: readonly ('POST' | 'PUT')[], code: string): Promise<string[][]> {
    const before = await app.readFingerprint();
    const responses = [];
    for (const method of by) {
      const response = await (method === 'POST' ? agent.post(body) : agent.put(stored.id, body));
      const entity = response.json<{ error: string; more?: boolean; details: { path: string; code: string }[] }>();
      expect([response.status, entity.error, entity.details.length, entity.more]).toEqual([400, code, 100, true]);
      expect(Buffer.byteLength(response.text)).toBeLessThan(MOST_BYTES);
      responses.push(entity.details.map(({ path }) => path));
    }
    expect(await app.readFingerprint()).toEqual(before);
    return responses;
  }

  it('are reported up to the first 100 of any fields', async () => {
    for (const paths of await expectMany(
      { fire_application: full(20, { afm: 'x', amka: 'x', post_code: 'x' }) },
      ['POST', 'PUT'],
      '-101',
    )) {
      expect(new Set(paths).size).toBe(100);
      expect(paths.every((path) => path.startsWith('fire_application.objects_insured[0].'))).toBe(true);
    }
  });

  it('are reported up to the first 100 that only the combination of fields reveals', async () => {
    const fine = agent.body().fire_application;
    const owner = { ...(buildChild(agent, 'co-owners') as object), amka: undefined, birth_date: '2199-01-01', identity_date: '2199-01-01' };
    const objects = times(50, () => ({ ...fine.objects_insured[0], 'co-owners': times(20, () => owner) }));
    for (const paths of await expectMany({ fire_application: { ...fine, objects_insured: objects } }, ['POST', 'PUT'], '-104'))
      expect(paths[99]).toBe('fire_application.objects_insured[2].co-owners[9].identity_date');
  });

  it('are reported up to the first 100 of a child by its path in the body', async () => {
    const floors = { insurance_floors: times(150, () => 'x') };
    const response = await agent.client.post(agent.path(`${stored.id}/objects_insured`), { objects_insured: times(49, () => floors) });
    const { details, more } = response.json<{ more?: boolean; details: { path: string }[] }>();
    expect([response.status, details.length, more, details[0]?.path.split('[')[0]]).toEqual([400, 100, true, 'objects_insured']);
  });

  it('are reported without a hint of more when there are no more', async () => {
    const response = await agent.post(agent.body({ 'objects_insured[0].insurance_floors': times(100, () => 'x') }));
    const entity = response.json<{ more?: boolean; details: unknown[] }>();
    expect([response.status, entity.details.length, 'more' in entity]).toEqual([400, 100, false]);
  });

  it('are searched only up to the limit: a text of half a million covers', async () => {
    const text = '1 '.repeat(500_000);
    await expectRefusedBy(calls(JSON.stringify(agent.body({ 'objects_insured[0].extra_covers': text }))), {
      code: '-102',
      violations: [['fire_application.objects_insured[0].extra_covers', '-102']],
    });
  });
});

function nested(levels: number): string {
  return '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
}
