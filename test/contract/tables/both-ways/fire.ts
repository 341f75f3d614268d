import type { Status } from '../../../../src/record/core/applications/status.js';
import { buildAnotherObject, CHILD_ID_FIELDS, buildChild, getObject, type ChildList } from '../../../support/fire-children.js';
import { asks, type Way, type Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const APPLICATIONS = '/fire-api/rsc/applications';
const OBJECTS = `${APPLICATIONS}/{id}/objects_insured`;
const CLAIMS = `${OBJECTS}/{object_id}/claims_history`;
const CO_OWNERS = `${OBJECTS}/{object_id}/co-owners`;
const LOANS = `${OBJECTS}/{object_id}/mortgages_loans`;

type Body = unknown;
const foreign: Way = ({ foreign: { fire } }) => ({ at: [fire] });

/** Builds a call on a new application in the status. */
function of(status: Status, json?: (fixture: CallFixture) => Body): Way {
  return async (fixture) => ({ at: [await fixture.fire(status)], json: json?.(fixture) });
}

/** Builds a call on an object of an application, on one of its children, or on a missing child. */
function ofObject(json?: (fixture: CallFixture) => Body, childOf?: (object: ReturnType<typeof getObject>) => string | number): Way {
  return async (fixture) => {
    const entity = await fixture.insertFull();
    const object = getObject(entity);
    return { at: [entity.id, Number(object.object_id), childOf?.(object) ?? 0], json: json?.(fixture) };
  };
}
const ofChild = (list: ChildList, json?: Body): Way =>
  ofObject(
    () => json,
    (object) => String((object[list] as unknown as Record<string, unknown>[])[0]?.[CHILD_ID_FIELDS[list]]),
  );
const ofMissing = (json?: Body): Way =>
  ofObject(
    () => json,
    () => 999_999,
  );

/** Operations on fire applications (fire.1). */
export const FIRE: Ways = {
  [`GET ${APPLICATIONS}`]: asks('limit=0'),
  [`POST ${APPLICATIONS}`]: { done: [201, ({ agent }) => ({ json: agent.body() })], refused: ['400 -106', { json: {} }] },
  [`GET ${APPLICATIONS}/{id}`]: { done: [200, of('01')], refused: ['400 -300', foreign] },
  [`PUT ${APPLICATIONS}/{id}`]: {
    done: [200, of('00', ({ agent }) => agent.body())],
    refused: ['400 -400', of('45', ({ agent }) => agent.body())],
  },
  [`DELETE ${APPLICATIONS}/{id}`]: { done: [204, of('01')], refused: ['400 -401', of('02')] },
  [`PUT ${APPLICATIONS}/{id}/calc`]: { done: [200, of('25')], refused: ['400 -400', of('01')] },
  [`PUT ${APPLICATIONS}/{id}/edit`]: { done: [200, of('01')], refused: ['400 -300', foreign] },
  [`PUT ${APPLICATIONS}/{id}/prepay`]: { done: [205, of('01')], refused: ['400 -400', of('25')] },
  [`PUT ${APPLICATIONS}/{id}/request_approval`]: { done: [205, of('25')], refused: ['400 -400', of('00')] },
  [`GET ${APPLICATIONS}/{id}/request_approval`]: { done: [205, of('25')], refused: ['400 -300', foreign] },
  [`PUT ${APPLICATIONS}/{id}/send_for_acceptance`]: { done: [200, of('01')], refused: ['400 -400', of('45')] },

  [`POST ${OBJECTS}`]: {
    done: [201, of('25', ({ agent }) => ({ objects_insured: [buildAnotherObject(agent)] }))],
    refused: ['400 -106', of('25', () => ({}))],
  },
  [`GET ${OBJECTS}/{object_id}`]: { done: [200, ofObject()], refused: ['400 -300', foreign] },
  [`PUT ${OBJECTS}/{object_id}`]: {
    done: [200, ofObject(() => ({ objects_insured: { square_meters: 120 } }))],
    refused: ['400 -102', ofObject(() => ({ objects_insured: { square_meters: 'wide' } }))],
  },
  [`DELETE ${OBJECTS}/{object_id}`]: { done: [204, ofObject()], refused: ['400 -300', foreign] },
  [`POST ${CLAIMS}`]: {
    done: [201, ofObject(({ agent }) => ({ claims_history: [buildChild(agent, 'claims_history')] }))],
    refused: ['400 -104', ofObject(() => ({ claims_history: [{ claim_date: '2025-02-30', claim_amount: 1 }] }))],
  },
  [`GET ${CLAIMS}/{claim_id}`]: { done: [200, ofChild('claims_history')], refused: ['400 -304', ofMissing()] },
  [`PUT ${CLAIMS}/{claim_id}`]: {
    done: [200, ofChild('claims_history', { claims_history: { claim_amount: 7 } })],
    refused: ['400 -304', ofMissing({ claims_history: { claim_amount: 7 } })],
  },
  [`DELETE ${CLAIMS}/{claim_id}`]: { done: [204, ofChild('claims_history')], refused: ['400 -304', ofMissing()] },
  [`POST ${CO_OWNERS}`]: {
    done: [201, ofObject(({ agent }) => ({ 'co-owners': [buildChild(agent, 'co-owners')] }))],
    refused: ['400 -110', ofObject(({ agent }) => ({ 'co-owners': [{ ...buildChild(agent, 'co-owners'), afm: '1' }] }))],
  },
  [`GET ${CO_OWNERS}/{co_owner_id}`]: { done: [200, ofChild('co-owners')], refused: ['400 -304', ofMissing()] },
  [`DELETE ${CO_OWNERS}/{co_owner_id}`]: { done: [204, ofChild('co-owners')], refused: ['400 -304', ofMissing()] },
  [`POST ${LOANS}`]: {
    done: [201, ofObject(({ agent }) => ({ mortgages_loans: [buildChild(agent, 'mortgages_loans')] }))],
    refused: ['400 -103', ofObject(() => ({ mortgages_loans: [{ bank_id: '777', amount_loan: 1 }] }))],
  },
  [`GET ${LOANS}/{bank_id}`]: { done: [200, ofChild('mortgages_loans')], refused: ['400 -304', ofMissing()] },
  [`PUT ${LOANS}/{bank_id}`]: {
    done: [200, ofChild('mortgages_loans', { mortgages_loans: { amount_loan: 75_000 } })],
    refused: ['400 -102', ofChild('mortgages_loans', { mortgages_loans: { amount_loan: 'much' } })],
  },
  [`DELETE ${LOANS}/{bank_id}`]: { done: [204, ofChild('mortgages_loans')], refused: ['400 -304', ofMissing()] },
};
