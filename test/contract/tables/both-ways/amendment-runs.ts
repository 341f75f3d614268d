import { eventually } from '../../../support/eventually.js';
import { expectStatus } from '../../../support/fire-app.js';
import { createStaff } from '../../../support/staff-client.js';
import type { Call, Ways } from './way.js';
import { AGENT_CODE, type CallFixture } from './call-fixture.js';

const RUNS = '/backoffice-api/amendment-runs';
const MISSING = 999_999;
const BODY = {
  filter: { line: 'fire', agentCodes: [AGENT_CODE] },
  kind: 'CHANGE',
  effectiveDate: '2026-12-10',
  reason: 'Διόρθωση δήμων',
  changes: { 'objects_insured[*].city': 'Πάτρα' },
};

/** Creates a run by another administrator, whose dry run is complete. */
async function calculated(fixture: CallFixture): Promise<Call> {
  await fixture.fire('50');
  const { client: by } = await createStaff(fixture.app.running, 'admin');
  const { id } = expectStatus(201, await fixture.call(`POST ${RUNS}`, { by, json: BODY })).json<{ id: number }>();
  await waitFor(fixture, id, 'CALCULATED');
  return { by: 'admin', at: [id] };
}

async function waitFor(fixture: CallFixture, id: number, state: string): Promise<void> {
  const read = async () => expectStatus(200, await fixture.call(`GET ${RUNS}/{id}`, { by: 'admin', at: [id] })).json<{ state: string }>();
  await eventually(`the run is ${state}`, async () => (await read()).state === state);
}

/** Puts a run whose dry run is complete into another state, because runs of few policies are done at once. */
async function inState(fixture: CallFixture, state: 'RUNNING' | 'STOPPED'): Promise<Call> {
  const call = await calculated(fixture);
  const lease = `leased_until = CASE $2 WHEN 'RUNNING' THEN now() + interval '1 hour' END`;
  const start = `started_by = 'test', started_at = now()`;
  await fixture.app.query(fixture.environment, `UPDATE amendment_run SET state = $2, ${start}, ${lease} WHERE id = $1`, [call.at?.[0], state]);
  return call;
}

/** Operations on amendment runs (amendments.30). */
export const AMENDMENT_RUNS: Ways = {
  [`GET ${RUNS}`]: { done: [200, { by: 'admin' }], refused: ['400 -105', { by: 'admin', query: 'state=LOST' }] },
  [`POST ${RUNS}`]: {
    done: [201, async (fixture) => (await fixture.fire('50'), { by: 'admin', json: BODY })],
    refused: ['400 -101', { by: 'admin', json: { ...BODY, changes: {} } }],
  },
  [`GET ${RUNS}/{id}`]: { done: [200, calculated], refused: ['400 -304', { by: 'admin', at: [MISSING] }] },
  [`GET ${RUNS}/{id}/policies`]: { done: [200, calculated], refused: ['400 -304', { by: 'admin', at: [MISSING] }] },
  [`GET ${RUNS}/{id}/results`]: { done: [200, calculated], refused: ['400 -304', { by: 'admin', at: [MISSING] }] },
  [`POST ${RUNS}/{id}/start`]: { done: [200, calculated], refused: ['400 -400', (fixture) => inState(fixture, 'STOPPED')] },
  [`POST ${RUNS}/{id}/stop`]: { done: [200, (fixture) => inState(fixture, 'RUNNING')], refused: ['400 -400', calculated] },
  [`POST ${RUNS}/{id}/resume`]: { done: [200, (fixture) => inState(fixture, 'STOPPED')], refused: ['400 -400', calculated] },
};
