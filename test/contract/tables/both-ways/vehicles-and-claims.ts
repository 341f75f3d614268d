import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const CLAIMS = '/backoffice-api/applications/{id}/claims';
const BONUS_MALUS = '/backoffice-api/bonus-malus';
const UNKNOWN = 999_999;
const CLAIM = { atFault: true, reserved: 1500, paid: 0 };

/** Creates a policy that begins today, so that it can have a claim. */
async function insertBegun(fixture: CallFixture): Promise<{ id: number; date: string }> {
  const [id, date] = [await fixture.fire('50'), fixture.app.clock.today()];
  await fixture.app.query(fixture.environment, 'UPDATE application SET start_date = $2, version = version + 1 WHERE id = $1', [id, date]);
  return { id, date };
}

async function ofClaim(fixture: CallFixture): Promise<Call> {
  const { id, date } = await insertBegun(fixture);
  return { by: 'issuing', at: [id, fixture.unique('Z-')], json: { ...CLAIM, date } };
}

async function ofRecordedClaim(fixture: CallFixture): Promise<Call> {
  const { at, ...call } = await ofClaim(fixture);
  await fixture.call(`PUT ${CLAIMS}/{claimNo}`, { ...call, at });
  return { by: 'issuing', at };
}

async function toFile(fixture: CallFixture): Promise<Call> {
  const { id, date } = await insertBegun(fixture);
  const { policy_no: policyNo } = await fixture.agent.get(id);
  return { by: 'issuing', json: { claims: [{ ...CLAIM, date, policyNo, claimNo: fixture.unique('Z-') }] } };
}

const toRow = (fixture: CallFixture) => ({
  afm: '123456783',
  bonusMalus: 8,
  claimsLastYear: 0,
  claimsLast5Years: 1,
  source: fixture.unique('S-'),
  asOf: '2026-01-01',
});

/** Operations on claims facts and on the bonus-malus register. */
export const VEHICLES_AND_CLAIMS: Ways = {
  [`GET ${CLAIMS}`]: {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.policy('fire')] })],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`PUT ${CLAIMS}/{claimNo}`]: { done: [200, ofClaim], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN, 'Z-1'], json: { ...CLAIM, date: '2026-12-10' } }] },
  [`DELETE ${CLAIMS}/{claimNo}`]: { done: [204, ofRecordedClaim], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN, 'Z-1'] }] },
  'POST /backoffice-api/claims': {
    done: [200, toFile],
    refused: ['400 -301', { by: 'issuing', json: { claims: [{ ...CLAIM, date: '2026-12-10', policyNo: 'P1', claimNo: 'Z-1' }] } }],
  },
  [`GET ${BONUS_MALUS}/{plate}`]: {
    done: [200, { by: 'underwriter', at: ['IZX4821'] }],
    refused: ['400 -112', { by: 'issuing', at: ['X1'] }],
  },
  [`PUT ${BONUS_MALUS}/{plate}`]: {
    done: [200, (fixture) => Promise.resolve({ by: 'issuing', at: ['IZX4821'], json: toRow(fixture) })],
    refused: ['400 -101', { by: 'issuing', at: ['IZX4821'], json: {} }],
  },
  [`POST ${BONUS_MALUS}`]: {
    done: [200, (fixture) => Promise.resolve({ by: 'issuing', json: { rows: [{ ...toRow(fixture), plateNo: 'IZX4822' }] } })],
    refused: ['400 -112', (fixture) => Promise.resolve({ by: 'issuing', json: { rows: [{ ...toRow(fixture), plateNo: 'X1' }] } })],
  },
};
