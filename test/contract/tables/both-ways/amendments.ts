import { expectStatus } from '../../../support/fire-app.js';
import type { Call, Way, Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const FIRE = '/fire-api/rsc/applications/{id}/amendments';
const VEHICLES = '/mtr-api/resources/policies/{id}/amendments';
const STAFF = '/backoffice-api/applications/{id}/amendments';
const DAY = '2026-12-10';
const REASON = { reason: 'Αλλαγή κεφαλαίου' };
const MISSING = 99;

type Direction = 'more' | 'less';
interface Place {
  readonly root: string;
  readonly by: 'agent' | 'issuing';
  readonly line: 'fire' | 'motor';
}

const PLACES: readonly Place[] = [
  { root: FIRE, by: 'agent', line: 'fire' },
  { root: VEHICLES, by: 'agent', line: 'motor' },
  { root: STAFF, by: 'issuing', line: 'fire' },
];

/** Builds a request on a new policy that insures more, or less. */
async function request(fixture: CallFixture, { root, by, line }: Place, direction: Direction = 'more', more: object = {}): Promise<Call> {
  const factor = direction === 'more' ? 2 : 0.5;
  const effective = root === FIRE ? { effective_date: DAY } : { effectiveDate: DAY };
  const head = { kind: 'CHANGE', ...REASON, ...effective };
  if (line === 'motor') {
    const id = await fixture.vehiclePolicy();
    const { insuredValue } = await fixture.mtr.get(id);
    return { by, at: [id], json: { ...head, changes: { insuredValue: Math.round((insuredValue ?? 0) * (direction === 'more' ? 1.2 : 0.8)) }, ...more } };
  }
  const id = await fixture.fire('50');
  const { objects_insured: objects } = await fixture.agent.get(id);
  const changed = objects.map((object) => ({
    ...object,
    insured_values: object.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * factor })),
  }));
  return { by, at: [id], json: { ...head, changes: { objects_insured: changed }, ...more } };
}

/** Creates an amendment, and builds a call on it. */
async function created(fixture: CallFixture, place: Place, direction: Direction = 'more', json?: unknown): Promise<Call> {
  const sent = await request(fixture, place, direction);
  expectStatus(201, await fixture.call(`POST ${place.root}`, sent));
  return { by: place.by, at: [...(sent.at ?? []), 1], json: json === 'same' ? sent.json : json };
}

function ways(place: Place): Ways {
  const { root, by } = place;
  const missing: Way = async (fixture) => ({ by, at: [(await request(fixture, place)).at?.[0] ?? 0, MISSING] });
  const bad: Way = (fixture) => request(fixture, place, 'more', { kind: 'OTHER' });
  const done: Way = (fixture) => created(fixture, place);
  const issued: Way = (fixture) => created(fixture, place, 'less');
  const isMotor = place.line === 'motor';
  const unknown: Way = by === 'issuing' ? { by, at: [999_999] } : ({ foreign }) => ({ by, at: [isMotor ? foreign.motor : foreign.fire] });
  const one = `${root}/{amendmentNo}`;
  return {
    [`GET ${root}`]: { done: [200, done], refused: ['400 -300', unknown] },
    [`POST ${root}/price`]: { done: [200, (fixture) => request(fixture, place)], refused: ['400 -102', bad] },
    [`POST ${root}`]: { done: [201, (fixture) => request(fixture, place)], refused: ['400 -102', bad] },
    [`GET ${root}/form`]: { done: [200, done], refused: ['400 -300', unknown] },
    [`GET ${root}/comparison`]: {
      done: [200, async (fixture) => ({ ...(await created(fixture, place)), query: `from=${DAY}&to=${DAY}` })],
      refused: ['400 -105', async (fixture) => ({ ...(await created(fixture, place)), query: `from=${DAY}&to=2099-01-01` })],
    },
    [`GET ${root.replace(/amendments$/, 'certificate')}`]: {
      done: [200, async (fixture) => ({ ...(await created(fixture, place)), query: `kind=COVER&on=${DAY}` })],
      refused: ['400 -105', async (fixture) => ({ ...(await created(fixture, place)), query: 'kind=COVER&on=2099-01-01' })],
    },
    [`GET ${root}/consolidated`]: {
      done: [200, async (fixture) => ({ ...(await created(fixture, place)), query: `on=${DAY}` })],
      refused: ['400 -105', async (fixture) => ({ ...(await created(fixture, place)), query: 'on=2099-01-01' })],
    },
    [`GET ${one}`]: { done: [200, done], refused: ['400 -304', missing] },
    [`PUT ${one}`]: { done: [200, (fixture) => created(fixture, place, 'more', 'same')], refused: ['400 -401', (fixture) => created(fixture, place, 'less', 'same')] },
    [`DELETE ${one}`]: { done: [204, done], refused: ['400 -401', issued] },
    [`PUT ${one}/calc`]: { done: [200, done], refused: ['400 -401', issued] },
    [`PUT ${one}/request_approval`]: { done: [200, (fixture) => referred(fixture, place)], refused: ['400 -400', done] },
    [`PUT ${one}/prepay`]: { done: [200, done], refused: ['400 -401', issued] },
    [`PUT ${one}/charge`]: { done: [200, done], refused: ['400 -401', issued] },
  };
}

/** Creates an amendment that needs an approval. */
async function referred(fixture: CallFixture, place: Place): Promise<Call> {
  const call = await created(fixture, place);
  await fixture.app.query(fixture.environment, `UPDATE amendment SET status = '25' WHERE application_id = $1`, [call.at?.[0]]);
  return call;
}

const [, , STAFF_PLACE] = PLACES as [Place, Place, Place];

/** Creates an amendment that is with underwriting. */
const underReview: Way = async (fixture) => {
  const call = await referred(fixture, STAFF_PLACE);
  expectStatus(200, await fixture.call(`PUT ${STAFF}/{amendmentNo}/request_approval`, { ...call, json: {} }));
  return { ...call, by: 'underwriter', json: { decision: 'decline' } };
};
const reversible: Way = async (fixture) => created(fixture, STAFF_PLACE, 'less', REASON);

const reinstatable: Way = async (fixture) => {
  const call = await reversible(fixture);
  expectStatus(200, await fixture.call(`POST ${STAFF}/{amendmentNo}/reversal`, call));
  return call;
};

/** Operations on amendments of policies (amendments.2). */
export const AMENDMENTS: Ways = {
  ...Object.fromEntries(PLACES.flatMap((place) => Object.entries(ways(place)))),
  'GET /backoffice-api/amendments': {
    done: [200, { by: 'underwriter', query: 'status=30' }],
    refused: ['400 -105', { by: 'underwriter', query: 'status=50' }],
  },
  [`POST ${STAFF}/{amendmentNo}/decisions`]: {
    done: [200, underReview],
    refused: ['400 -400', async (fixture) => ({ ...(await created(fixture, STAFF_PLACE)), by: 'underwriter', json: { decision: 'decline' } })],
  },
  [`POST ${STAFF}/{amendmentNo}/decisions/preview`]: {
    done: [200, underReview],
    refused: ['400 -400', async (fixture) => ({ ...(await created(fixture, STAFF_PLACE)), by: 'underwriter', json: { decision: 'decline' } })],
  },
  [`POST ${STAFF}/{amendmentNo}/reversal`]: { done: [200, reversible], refused: ['400 -400', (fixture) => created(fixture, STAFF_PLACE, 'more', REASON)] },
  [`POST ${STAFF}/{amendmentNo}/reversal/preview`]: {
    done: [200, (fixture) => created(fixture, STAFF_PLACE, 'less', {})],
    refused: ['400 -400', (fixture) => created(fixture, STAFF_PLACE, 'more', {})],
  },
  [`POST ${STAFF}/{amendmentNo}/reinstatement`]: { done: [201, reinstatable], refused: ['400 -401', reversible] },
};
