import { jest } from '@jest/globals';
import type { Environment } from '../../src/common/environment.js';
import type { HttpResponse } from '../support/client.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { buildTables, SANDBOX_WAYS } from './tables/both-ways/all-ways.js';
import { BothWaysApp } from './tables/both-ways/both-ways-app.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const NO_STATE = '0'.repeat(32);

/** A value of each header that changes the response of a successful call, and the change. */
const EFFECTS: Readonly<Record<string, readonly [value: string, shows: (response: HttpResponse) => boolean]>> = {
  'If-Match': [`"987654-el", "${NO_STATE}-el", "987654.${NO_STATE}-el"`, ({ status }) => status === 412],
  'If-None-Match': ['*', ({ status }) => status === 304],
  Range: ['bytes=0-0', ({ status, headers }) => status === 206 && 'content-range' in headers],
  Prefer: ['return=representation', ({ headers }) => headers['preference-applied'] === 'return=representation'],
  'Idempotency-Key': ['declared-headers', ({ headers }) => headers['idempotency-replayed'] === 'true'],
};

/** The clock of the other calls has advanced to the moment of this one, and does not go back. */
const ADVANCES_ONCE = 'PUT /test-api/resources/clock';

let running: BothWaysApp;

const declared = new Map(
  listOperations(readDocument()).map(({ name, operation }) => {
    const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    return [name, new Set(headers.map((parameter) => parameter.name))] as const;
  }),
);

const cases = [
  ...Object.values(buildTables(() => running.provider)).map((ways) => ['production', ways] as const),
  ...Object.values(SANDBOX_WAYS).map((ways) => ['sandbox', ways] as const),
].flatMap(([environment, ways]) => Object.entries(ways).map(([operation, { done }]) => [operation, environment, done] as const));

beforeAll(async () => {
  running = await BothWaysApp.start();
});
afterAll(() => running.stop());

/** Sends a new successful call with more headers, twice with a key for repetition, and returns the last response. */
async function send(operation: string, environment: Environment, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
  const [, , [, way]] = cases.find(([name]) => name === operation)!;
  const key = headers['Idempotency-Key'];
  const unique: Record<string, string> =
    key === undefined ? {} : { 'Idempotency-Key': `${key} ${operation} ${Object.keys(headers).length}` };
  const call = await running.fixtures.get(environment)!.prepare(operation, way, { ...headers, ...unique });
  const response = await call();
  return key === undefined || response.status >= 300 ? response : call();
}

it('covers each operation with a header', () => {
  expect(cases.map(([operation]) => operation).sort()).toEqual([...declared.keys()].sort());
});

describe('a header of a request (gateway.125)', () => {
  it.each(cases)('has an effect on %s exactly where the API document declares it', async (operation, environment, [status]) => {
    const names = declared.get(operation)!;
    for (const [name, [value, shows]] of Object.entries(EFFECTS)) {
      if (!names.has(name)) continue;
      const response = await send(operation, environment, { [name]: value });
      expect([name, response.status, shows(response)]).toEqual([name, expect.any(Number), true]);
    }
    const others = Object.entries(EFFECTS).filter(([name]) => !names.has(name));
    const ignoring = await send(operation, environment, Object.fromEntries(others.map(([name, [value]]) => [name, value])));
    expect(others.filter(([, [, shows]]) => shows(ignoring)).map(([name]) => name)).toEqual([]);
    // Where the key is ignored, the second call may be refused, because the first one was carried out.
    if (names.has('Idempotency-Key') && operation !== ADVANCES_ONCE) expect(ignoring.status).toBe(status);
  });
});
