import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from '../support/client.js';
import { FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectAllRefused, expectRefused, type ExpectedRefusal } from '../support/refusal.js';

let app: FireApp;
let agent: FireAgent;
let stored: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  stored = await agent.insertIn('00');
});
afterAll(() => app.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The body goes to insert and to update alike. */
const calls = (body: string | Buffer | undefined, headers: OutgoingHttpHeaders = JSON_TYPE): (() => Promise<Answer>)[] => [
  () => agent.client.call('POST', agent.path(), { body, headers }),
  () => agent.client.call('PUT', agent.path(stored.id), { body, headers }),
];

const expectRefusedBy = (by: (() => Promise<Answer>)[], expected: ExpectedRefusal): Promise<Answer[]> =>
  expectAllRefused(
    app,
    by.map((call) => [call, expected]),
  );

describe('a body that is no fire application', () => {
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
  ])('%s is -106', (_name, body) => expectRefusedBy(calls(body), { code: '-106', faults: [WRAPPER] }));

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
  ])('%s is -100', (_name, body) => expectRefusedBy(calls(body), { code: '-100' }));

  it('takes 20 levels for JSON', () => expectRefused(app, calls(nested(20))[0]!, { code: '-106', faults: [WRAPPER] }));

  it('bytes that are no UTF-8 are -100', () =>
    expectRefusedBy(calls(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), { code: '-100' }));

  it.each([
    ['1 MiB and a byte', ' '.repeat(1_048_575) + '{}'],
    ['2 MB in one text', `{"fire_application":{"x":"${'x'.repeat(2_000_000)}"}}`],
  ])('%s is 413 -108', (_name, body) => expectRefusedBy(calls(body), { status: 413, code: '-108' }));

  it('takes exactly 1 MiB for a body', () =>
    expectRefused(app, calls(' '.repeat(1_048_574) + '{}')[0]!, { code: '-106', faults: [WRAPPER] }));

  it.each([
    ['text/plain', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'Content-Type': 'application/xml' }],
    ['none', {}],
    ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-7' }],
    ['an unknown encoding', { ...JSON_TYPE, 'Content-Encoding': 'zstd' }],
  ])('the media type %s is 415 -107', (_name, headers) =>
    expectRefusedBy(calls(JSON.stringify(agent.body()), headers), { status: 415, code: '-107' }),
  );

  it('a repeated key counts with its last value', () => {
    const text = JSON.stringify(agent.body()).replace('"client":', '"contact_way_code":"99","client":');
    return expectRefusedBy(calls(text), { code: '-103', faults: [['fire_application.contact_way_code', '-103']] });
  });
});

function nested(levels: number): string {
  return '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
}
