import type { Call, Ways } from './way.js';
import { AGENT_CODE, OTHER_CODE, type CallFixture } from './call-fixture.js';

const TRANSFERS = '/backoffice-api/portfolio-transfers';
const MISSING = 999_999;
/** A transfer of another day, which moves nothing during the specs. */
const BODY = { fromAgentCode: AGENT_CODE, toAgentCode: OTHER_CODE, effectiveDate: '2027-06-01', reason: 'Λήξη συνεργασίας' };

async function scheduled(fixture: CallFixture): Promise<Call> {
  await fixture.fire();
  const { id } = await fixture.made('admin', 'portfolio-transfers', BODY);
  return { by: 'admin', at: [id] };
}

async function cancelled(fixture: CallFixture): Promise<Call> {
  const call = await scheduled(fixture);
  await fixture.call(`POST ${TRANSFERS}/{id}/cancel`, call);
  return call;
}

/** Operations on transfers of contracts to another agent (backoffice.120). */
export const PORTFOLIO_TRANSFERS: Ways = {
  [`GET ${TRANSFERS}`]: { done: [200, { by: 'admin' }], refused: ['400 -105', { by: 'admin', query: 'state=LOST' }] },
  [`POST ${TRANSFERS}`]: {
    done: [201, async (fixture) => (await fixture.fire(), { by: 'admin', json: BODY })],
    refused: ['400 -102', { by: 'admin', json: { ...BODY, toAgentCode: AGENT_CODE } }],
  },
  [`GET ${TRANSFERS}/{id}`]: { done: [200, scheduled], refused: ['400 -304', { by: 'admin', at: [MISSING] }] },
  [`POST ${TRANSFERS}/{id}/cancel`]: { done: [200, scheduled], refused: ['400 -400', cancelled] },
};
