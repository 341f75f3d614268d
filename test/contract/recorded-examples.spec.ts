import { jest } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { Environment } from '../../src/common/environment.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { EXAMPLES_FILE, isJsonSuccess, listFields, readResponseExamples, stabilize } from '../support/response-example.js';
import { buildTables, SANDBOX_WAYS } from './tables/both-ways/all-ways.js';
import { BothWaysApp } from './tables/both-ways/both-ways-app.js';
import type { BothWays } from './tables/both-ways/way.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

/** Set by `npm run examples`, which writes the file instead of comparing it. */
const isRecording = process.env.RECORD_EXAMPLES === 'true';
const document = readDocument();
const startedAt = new Date();
const recorded = new Map<string, { readonly status: number; readonly body: unknown }>();

let running: BothWaysApp;

const TABLES = buildTables(() => running.provider);
const CASES: readonly (readonly [Environment, Readonly<Record<string, BothWays>>])[] = [
  ...Object.values(TABLES).map((ways) => ['production', ways] as const),
  ...Object.values(SANDBOX_WAYS).map((ways) => ['sandbox', ways] as const),
];
const calls = CASES.flatMap(([environment, ways]) => Object.entries(ways).map(([name, { done }]) => [name, environment, done] as const));

beforeAll(async () => {
  running = await BothWaysApp.start();
});
afterAll(async () => {
  await running.stop();
  if (!isRecording) return;
  const names = listOperations(document).map(({ name }) => name);
  const examples = names.flatMap((name) => (recorded.has(name) ? [[name, recorded.get(name)] as const] : []));
  await writeFile(EXAMPLES_FILE, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`);
});

describe('the example of', () => {
  it.each(calls)('%s is what the server responds', async (operation, environment, [status, way]) => {
    const send = await running.fixtures.get(environment)!.prepare(operation, way, { Accept: 'application/json, */*;q=0.1' });
    const response = await send();
    expect([response.status, response.status < 300 ? '' : response.text]).toEqual([status, '']);
    const example = isJsonSuccess(response) ? { status, body: stabilize(response.json(), document, startedAt) } : undefined;
    if (isRecording) return example && recorded.set(operation, example);
    const shown = readResponseExamples()[operation];
    expect([shown?.status, listFields(shown?.body)]).toEqual([example?.status, listFields(example?.body)]);
  });
});
