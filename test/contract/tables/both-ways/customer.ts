import { MOTOR_CAR } from '../../../support/motor.js';
import type { Ways } from './way.js';

const UNKNOWN = 999_999;
const OF_AGENT = '/docs-api/policy/applications/{id}/information';
const OF_STAFF = '/backoffice-api/applications/{id}/information';

const OFFERS = '/docs-api/policy/applications/{id}/offers';
const QUOTE = {
  bundle_code: '104',
  prefecture_code: '02',
  building_year: 2004,
  subkind_of_risk: '0401',
  construction_of_skeleton: '01',
  roof_construction: '01',
  insured_values: [{ group_cover: '01', insured_value: 150_000 }],
};

/** Documents that customers read before the contract, and offers (customer.2, customer.3). */
export const CUSTOMER: Ways = {
  [`GET ${OF_AGENT}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('01')] })],
    refused: ['400 -300', { at: [UNKNOWN] }],
  },
  [`GET ${OF_AGENT}/{document}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('01'), 'ipid-104'] })],
    refused: ['400 -303', async (fixture) => ({ at: [await fixture.fire('01'), 'ipid-999'] })],
  },
  [`GET ${OFFERS}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('01')] })],
    refused: ['400 -300', { at: [UNKNOWN] }],
  },
  [`POST ${OFFERS}`]: {
    done: [201, async (fixture) => ({ at: [await fixture.fire('01')] })],
    refused: ['400 -400', async (fixture) => ({ at: [await fixture.fire('45')] })],
  },
  'POST /fire-api/pricing/calcbundles/offer': {
    done: [200, { json: { bundles: [QUOTE] } }],
    refused: ['400 -101', { json: { bundles: [{ ...QUOTE, bundle_code: undefined }] } }],
  },
  'POST /mtr-api/resources/quotes/prices/offer': {
    done: [200, { json: { ...MOTOR_CAR, bundleCode: 'B2' } }],
    refused: ['400 -101', { json: { ...MOTOR_CAR, bundleCode: undefined } }],
  },
  'GET /backoffice-api/applications/{id}/deliveries': {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.fire('01')] })],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${OF_STAFF}`]: {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.fire('01')] })],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${OF_STAFF}/{document}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await fixture.fire('01'), 'ipid-104'] })],
    refused: ['400 -303', async (fixture) => ({ by: 'issuing', at: [await fixture.fire('01'), 'nothing'] })],
  },
};
