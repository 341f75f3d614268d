import type { LocalCollectionClient } from '../support/collection-client.js';
import { startDocumentFixture } from '../support/documents.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';
import { MOTOR_CLIENT, registerClass, type MotorAgent } from '../support/motor.js';

const CHANGE_DAY = '2027-02-01';
const { afm } = MOTOR_CLIENT;

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, fire);
  await motor.agent.renewToken();
}

const changePlate = (id: number, plateNo: string): Promise<HttpResponse> =>
  motor.call('POST', `policies/${id}/amendments`, {
    kind: 'CHANGE',
    effectiveDate: CHANGE_DAY,
    reason: 'Νέες πινακίδες',
    changes: { plateNo },
  });

async function listPlates(...plates: string[]): Promise<unknown[]> {
  const rows = await app.query(
    'production',
    'SELECT plate_no FROM bonus_malus_registry WHERE afm = $1 AND plate_no = ANY ($2) ORDER BY plate_no',
    [afm, plates],
  );
  return rows.map((row) => (row as { readonly plate_no: string }).plate_no);
}

it('the class of the registry moves to the new plate of a vehicle, and back with the reversal', async () => {
  await registerClass(app, 'production', { plateNo: 'YYX4301', afm, bonusMalus: 8 });
  const { id } = await motor.createPolicy({ plateNo: 'YYX4301', bonusMalus: 8 });
  await at(CHANGE_DAY);
  expectStatus(201, await changePlate(id, 'YYX4302'));
  expect(await listPlates('YYX4301', 'YYX4302')).toEqual(['YYX4302']);
  expectStatus(200, await issuing.staff.post(`applications/${id}/amendments/1/reversal`, { reason: 'Λάθος πινακίδα' }));
  expect(await listPlates('YYX4301', 'YYX4302')).toEqual(['YYX4301']);
});

it('a plate that another policy insures is refused, and nothing is stored', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4303' });
  await motor.createPolicy({ plateNo: 'YYX4304' });
  await at(CHANGE_DAY);
  await expectRefused(app, () => changePlate(id, 'YYX4304'), { code: '-501' });
  expect(expectStatus(200, await motor.call('GET', `policies/${id}/amendments`)).json()).toEqual([]);
});
