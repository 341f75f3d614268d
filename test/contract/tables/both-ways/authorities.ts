import { expectStatus } from '../../../support/fire-app.js';
import { createStaff } from '../../../support/staff-client.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const AUTHORITIES = '/backoffice-api/authorities';
const HAND_UP = '/backoffice-api/applications/{id}/hand-up';
const UNKNOWN = 999_999;

async function granted({ app }: CallFixture): Promise<Call> {
  const { userId } = await createStaff(app.running, 'underwriter');
  return { by: 'admin', json: { userId, lines: ['fire'], validFrom: app.clock.today(), maxSumInsured: 250_000 } };
}

async function handedUp(fixture: CallFixture): Promise<Call> {
  const { userId } = await createStaff(fixture.app.running, 'underwriter');
  return { by: 'underwriter', at: [await fixture.fire('30')], json: { userId, note: 'Μεγάλο κεφάλαιο.' } };
}

async function ended(fixture: CallFixture): Promise<Call> {
  const { id } = expectStatus(201, await fixture.call(`POST ${AUTHORITIES}`, granted)).json<{ id: number }>();
  return { by: 'admin', at: [id] };
}

/** Operations for the authority of underwriters. */
export const AUTHORITY_WAYS: Ways = {
  [`GET ${AUTHORITIES}`]: { done: [200, { by: 'admin' }], refused: ['400 -105', { by: 'admin', query: 'state=LOST' }] },
  [`POST ${AUTHORITIES}`]: {
    done: [201, granted],
    refused: ['400 -103', async (fixture) => ({ ...(await granted(fixture)), json: { userId: 1, lines: ['x'], validFrom: '2026-01-01' } })],
  },
  [`POST ${AUTHORITIES}/{id}/end`]: { done: [200, ended], refused: ['400 -304', { by: 'admin', at: [UNKNOWN] }] },
  [`POST ${HAND_UP}`]: {
    done: [200, handedUp],
    refused: ['400 -102', async (fixture) => ({ by: 'underwriter', at: [await fixture.fire('30')], json: { userId: UNKNOWN, note: 'x' } })],
  },
};
