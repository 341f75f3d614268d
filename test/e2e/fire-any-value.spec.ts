import fc from 'fast-check';
import { getRounds, readSeed } from '../support/depth.js';
import { FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { ABSENT, applyChanges } from '../support/json-changes.js';
import { expectError } from '../support/expect-error.js';

const RUNS = getRounds({ everyday: 60, deep: 400 });
const SEED = readSeed('ANY_VALUE_SEED', 20_261_120);

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

/** Lists the paths of all values, including those of lists and objects. */
function placesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
  return path === '' ? inside : [...inside, path];
}

const LIKELY = [
  '',
  ' ',
  '0',
  '1',
  '2',
  '01',
  '02',
  '04',
  '0401',
  '0101',
  '99',
  '101',
  '003',
  'GR',
  '11527',
  '99999',
  '005 006',
  '\0',
  '🏠',
  '2026-12-01',
  '1980-02-29',
  '2026-12-01T10:00:00Z',
  '2026-12-01T24:00:00',
  '9998-12-31',
  '9999-01-01',
  '1000-01-01',
  0,
  -0,
  1,
  -1,
  0.01,
  0.005,
  1000,
  2026,
  9999,
  150,
  999_999_999.99,
  1e15,
  5e-324,
];
const anything = fc.oneof(
  fc.constantFrom<unknown>(...LIKELY, ABSENT, null, true, [], {}, [null], [{}], ['01']),
  fc.string({ unit: 'grapheme' }),
  fc.jsonValue({ maxDepth: 3 }),
);

describe('any value in any field of a fire application', () => {
  it('is stored and returned as sent, or refused with its path, and never causes an internal error', async () => {
    const full = buildFullFireBody(app.clock.today()).fire_application;
    const seen = new Set<number>();
    const change = fc.tuple(fc.constantFrom(...placesIn(full)), anything);
    const property = fc.asyncProperty(change, async ([path, value]) => {
      const body = { fire_application: applyChanges(full, { [path]: value }) };
      const response = await agent.post(body);
      seen.add(response.status);
      if (response.status === 201) return expectAnswersItself(response.json<FireEntity>());
      const { error, details } = response.json<{ error: string; details: { path: string; code: string }[] }>();
      expectError(response, { code: error, violations: details.map((violation) => [violation.path, violation.code]) });
      expect(details.map((violation) => violation.path).filter((place) => !place.startsWith('fire_application.'))).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(seen).toEqual(new Set([201, 400]));
  });
});

/** Expects the retrieved entity to be equal, and an update with it to change nothing where updates are allowed. */
async function expectAnswersItself(entity: FireEntity): Promise<void> {
  expect(await agent.get(entity.id)).toEqual(entity);
  const update = await agent.put(entity.id, { fire_application: entity });
  if (entity.status_code === '01') return expectError(update, { code: '-400' });
  expect(update.status).toBe(200);
  expect(update.json<FireEntity>()).toEqual({ ...entity, version: 2 });
}
