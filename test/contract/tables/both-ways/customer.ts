import type { Ways } from './way.js';

const UNKNOWN = 999_999;
const OF_AGENT = '/docs-api/policy/applications/{id}/information';
const OF_STAFF = '/backoffice-api/applications/{id}/information';

/** Documents that customers read before the contract (customer.2). */
export const CUSTOMER: Ways = {
  [`GET ${OF_AGENT}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('01')] })],
    refused: ['400 -300', { at: [UNKNOWN] }],
  },
  [`GET ${OF_AGENT}/{document}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('01'), 'ipid-104'] })],
    refused: ['400 -303', async (fixture) => ({ at: [await fixture.fire('01'), 'ipid-999'] })],
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
