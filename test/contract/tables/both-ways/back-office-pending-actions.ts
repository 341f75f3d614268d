import { addDays } from '../../../../src/common/athens.js';
import { createUnknownCode } from '../../../support/collection-client.js';
import { expectStatus } from '../../../support/fire-app.js';
import type { Call, Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const ACTIONS = '/backoffice-api/pending-actions';
const BOOKINGS = '/backoffice-api/bookings';
const UNKNOWN = 999_999;

/** Creates the pending action of a payment with an old value date; returns its id. */
async function createPending(fixture: CallFixture): Promise<number> {
  const valueDate = addDays(fixture.app.clock.today(), -30);
  const payment = { paymentCode: createUnknownCode(), amount: 5, reference: fixture.unique('OLD-'), valueDate };
  return expectStatus(202, await fixture.issuing.staff.post('payments', payment)).json<{ id: number }>().id;
}

/** Builds a decision by another user than the one who requested the action. */
function buildDecision(json?: unknown): (fixture: CallFixture) => Promise<Call> {
  return async (fixture) => ({ by: 'issuing', at: [await createPending(fixture)], json });
}

/** Books money of an unknown code; returns its transaction. */
async function booked(fixture: CallFixture): Promise<number> {
  const reference = fixture.unique('BOOK-');
  expectStatus(200, await fixture.issuing.sendPayment(createUnknownCode(), 5, reference));
  return fixture.issuing.findBooking(reference);
}

/** Operations for actions that need a second person. */
export const BACK_OFFICE_PENDING_ACTIONS: Ways = {
  [`GET ${BOOKINGS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'reversed=maybe' }] },
  [`GET ${BOOKINGS}/{id}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await booked(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`POST ${BOOKINGS}/{id}/reversal`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await booked(fixture)], json: { reason: 'Λάθος' } })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: { reason: 'Λάθος' } }],
  },
  [`GET ${ACTIONS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'state=LOST' }] },
  [`GET ${ACTIONS}/{id}`]: { done: [200, buildDecision()], refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }] },
  [`PUT ${ACTIONS}/{id}/approve`]: { done: [200, buildDecision()], refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }] },
  [`PUT ${ACTIONS}/{id}/reject`]: { done: [200, buildDecision({ note: 'Λάθος ποσό' })], refused: ['400 -101', buildDecision({})] },
};
