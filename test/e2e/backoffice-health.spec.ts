import { hostname } from 'node:os';
import { startApp, type RunningApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';

interface Node {
  readonly host: string;
  readonly isSilent: boolean;
  readonly isThis: boolean;
}

const OWN = { host: hostname(), pid: process.pid, isSilent: false };
const DEAD = 'killed.example';

let running: RunningApp;
let admin: StaffAccess;

beforeAll(async () => {
  running = await startApp();
  admin = await createStaff(running, 'admin');
});
afterAll(() => running.stop());

async function nodes(of: RunningApp = running): Promise<Node[]> {
  const response = await of.client.withToken(admin.token).get('/backoffice-api/health');
  expect(response.status).toBe(200);
  return response.json<{ nodes: Node[] }>().nodes;
}

const isSeen = (of: RunningApp) => async (): Promise<boolean> => (await nodes(of)).some(({ isThis }) => isThis);

it('the health page lists the nodes that serve the database, each for as long as it runs', async () => {
  await eventually('the node gave its first sign of life', isSeen(running));
  const instant = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  const version = expect.any(String) as string;
  expect(await nodes()).toEqual([{ ...OWN, version, startedAt: instant, seenAt: instant, isThis: true }]);
  const second = await startApp({ database: running.database });
  await eventually('the second one did, too', isSeen(second));
  for (const one of [running, second]) expect((await nodes(one)).map(({ isThis }) => isThis).sort()).toEqual([false, true]);
  await second.stop();
  expect(await nodes()).toMatchObject([{ ...OWN, isThis: true }]);
});

it('a killed node is shown as silent, and forgotten after a day', async () => {
  const { store } = running.parts;
  const insert = `INSERT INTO node (id, host, pid, version, started_at, seen_at)
    VALUES (gen_random_uuid(), $1, 1, '1', now() - interval '3 days', now() - interval '76 s')`;
  await store.query('gateway', insert, [DEAD]);
  expect(await nodes()).toMatchObject([
    { host: DEAD, isSilent: true, isThis: false },
    { ...OWN, isThis: true },
  ]);
  await store.query('gateway', `UPDATE node SET seen_at = now() - interval '25 hours' WHERE host = $1`, [DEAD]);
  const next = await startApp({ database: running.database });
  await eventually('the next node is there', isSeen(next));
  await next.stop();
  expect(await nodes()).toMatchObject([{ ...OWN, isThis: true }]);
});
