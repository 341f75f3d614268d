import { addDays, countDaysBetween } from '../../src/common/athens.js';
import { createPolicy } from '../support/collection.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { listDocuments, readDocumentText, startDocumentFixture } from '../support/documents.js';
import { expectError, expectRefused } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';
import type { MotorAgent, MotorEntity } from '../support/motor.js';

interface Amendment {
  readonly amendmentNo: number;
  readonly status: string;
  readonly due: { readonly gross: number; readonly net: number };
  readonly after: { readonly net: number };
  readonly receipts: readonly {
    readonly periodFrom: string;
    readonly covers: readonly { readonly code: string; readonly due: number; readonly booked: number; readonly delta: number }[];
  }[];
}

const [START, END] = ['2026-12-01', '2027-12-01'];
const OFF_ROAD = '2027-02-01';
const RUNNING_COVERS = ['M02', 'M03'];

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, fire);
  await motor.agent.renewToken();
}

const send = (id: number, kind: string, effectiveDate: string, more: object = {}): Promise<HttpResponse> =>
  motor.call('POST', `policies/${id}/amendments`, { kind, effectiveDate, reason: 'Κατάθεση πινακίδων', ...more });
const read = async (id: number, on = ''): Promise<MotorEntity> =>
  expectStatus(200, await motor.call('GET', `policies/${id}${on && `?on=${on}`}`)).json<MotorEntity>();
const toCents = (amount: number): number => Math.round(amount * 100);

async function suspend(id: number): Promise<Amendment> {
  await at(OFF_ROAD);
  return expectStatus(201, await send(id, 'SUSPENSION', OFF_ROAD)).json<Amendment>();
}

it('a suspension gives the premium of the days off the road back, without forest fire and flood', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4201' });
  const amendment = await suspend(id);
  expect(amendment).toMatchObject({ status: '50', changes: [{ group: 'Όχημα', label: 'Ακινησία οχήματος', after: 'Ναι' }] });
  const [{ periodFrom, covers }] = amendment.receipts as unknown as [Amendment['receipts'][number]];
  expect(periodFrom).toBe(OFF_ROAD);
  expect(covers.length).toBeGreaterThan(1);
  const [days, term] = [countDaysBetween(START, OFF_ROAD), countDaysBetween(START, END)];
  for (const { code, due, booked, delta } of covers) {
    expect(RUNNING_COVERS).not.toContain(code);
    expect([toCents(due), toCents(delta)]).toEqual([
      Math.round((toCents(booked) * days) / term),
      Math.round((toCents(booked) * days) / term) - toCents(booked),
    ]);
  }
  expect(amendment.due.gross).toBeLessThan(0);
  expect([(await read(id)).isSuspended, (await read(id, addDays(OFF_ROAD, -1))).isSuspended]).toEqual([true, false]);
  const act = await readDocumentText(motor.agent, id, (await listDocuments(motor.agent, id, 33))[0]!);
  expect(act).toContain('Αναστολή λόγω ακινησίας');
});

it('a reactivation is paid for the rest of the term, and the whole comes to the days on the road', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4202' });
  const { due } = await suspend(id);
  const back = addDays(OFF_ROAD, 90);
  await at(back);
  const created = expectStatus(201, await send(id, 'REACTIVATION', back)).json<Amendment>();
  expect(created.status).toBe('01');
  expect([created.due.net > 0, created.due.net < -due.net]).toEqual([true, true]);
  expectStatus(200, await motor.call('PUT', `policies/${id}/amendments/2/charge`));
  expect([(await read(id, addDays(back, -1))).isSuspended, (await read(id)).isSuspended]).toEqual([true, false]);
  for (const { code, due: own, booked } of created.receipts[0]!.covers) expect([code, own > booked]).toEqual([code, true]);
});

it('a green card is void and refused while the vehicle is off the road', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4203' });
  const requestCard = () => motor.call('PUT', `policies/${id}/greenCard`);
  expectStatus(201, await requestCard());
  await suspend(id);
  await expectRefused(app, requestCard, { code: '-400' });
  const listMarks = async () =>
    (await listDocuments(motor.agent, id, 31)).map((card) => (card as unknown as { cancelled: string }).cancelled);
  expect(await listMarks()).toEqual(['1']);
  const back = addDays(OFF_ROAD, 30);
  await at(back);
  expectStatus(201, await send(id, 'REACTIVATION', back));
  expectStatus(200, await motor.call('PUT', `policies/${id}/amendments/2/charge`));
  expect(await listMarks()).toEqual(['0']);
});

it('a change of a suspended policy keeps the suspension, and a reversal ends it', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4204' });
  const { due } = await suspend(id);
  const changed = expectStatus(201, await send(id, 'CHANGE', OFF_ROAD, { changes: { comments: 'Σε γκαράζ' } })).json<Amendment>();
  expect([changed.status, changed.due.gross, (await read(id)).isSuspended]).toEqual(['50', 0, true]);
  const reversed = expectStatus(200, await issuing.staff.post(`applications/${id}/amendments/1/reversal`, { reason: 'Λάθος' }));
  expect(reversed.json<Amendment>().status).toBe('70');
  const { isSuspended, comments } = await read(id);
  expect([isSuspended, comments]).toEqual([false, 'Σε γκαράζ']);
  expect(due.gross).toBeLessThan(0);
});

it('a renewal of a suspended policy is not suspended', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4205' });
  await suspend(id);
  await at('2027-11-05');
  const renewal = expectStatus(205, await motor.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>();
  expect(renewal.isSuspended).toBe(false);
});

it('a suspension is refused twice a term, too late, with changes, too short, and for a property', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'YYX4206' });
  const property = await createPolicy(fire);
  await at(OFF_ROAD);
  const late = { code: '-104', violations: [['effectiveDate', '-104']] } as const;
  await expectRefused(app, () => send(id, 'SUSPENSION', addDays(END, -29)), late);
  await expectRefused(app, () => send(id, 'SUSPENSION', OFF_ROAD, { changes: { comments: 'x' } }), {
    code: '-102',
    violations: [['changes', '-102']],
  });
  await expectRefused(app, () => send(id, 'REACTIVATION', OFF_ROAD), { code: '-102', violations: [['changes', '-102']] });
  const offRoad = { kind: 'SUSPENSION', effective_date: OFF_ROAD, reason: 'Αίτημα' };
  await expectRefused(app, () => fire.client.post(`/fire-api/rsc/applications/${property.id}/amendments`, offRoad), {
    code: '-102',
    violations: [['kind', '-102']],
  });
  await suspend(id);
  await expectRefused(app, () => send(id, 'REACTIVATION', addDays(OFF_ROAD, 29)), late);
  expectError(await send(id, 'SUSPENSION', addDays(OFF_ROAD, 60)), { code: '-102', violations: [['kind', '-102']] });
});
