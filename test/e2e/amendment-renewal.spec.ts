import { charge, createPolicy, listReceipts } from '../support/collection.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { startDocumentFixture } from '../support/documents.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';
import type { MotorAgent, MotorEntity } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

interface Amendment {
  readonly amendment_no: number;
  readonly status: string;
  readonly effective_date: string;
  readonly payment_code: string | null;
  readonly due: { readonly gross: number };
  readonly renewal: { readonly application_id: number; readonly effective_date: string; readonly due: { readonly gross: number } } | null;
  readonly messages: readonly { readonly code: string; readonly severity: string }[];
}

/** In the sixty days before the end, when a renewal can be issued. */
const CHANGE_DAY = '2027-10-20';

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let admin: StaffClient;
let underwriter: StaffClient;

beforeAll(async () => {
  ({ app, fire: agent, motor, issuing } = await startDocumentFixture());
  admin = await StaffClient.open(app.running, 'admin');
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await motor.agent.renewToken();
  await admin.renewSession();
  await underwriter.renewSession();
}

const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const post = (id: number, body: object, rest = ''): Promise<HttpResponse> => agent.client.post(pathOf(id, rest), body);
const act = (id: number, no: number, step: string): Promise<HttpResponse> => agent.client.put(pathOf(id, `/${no}/${step}`));
const list = async (id: number): Promise<Amendment[]> => expectStatus(200, await agent.client.get(pathOf(id))).json<Amendment[]>();
const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;

/** Issues a policy and, in its last sixty days, its renewal. */
async function createRenewed(): Promise<{ policy: FireEntity; renewal: FireEntity }> {
  const policy = await createPolicy(agent);
  await at(CHANGE_DAY);
  const renewal = expectStatus(205, await charge(agent, policy.id)).json<FireEntity>();
  expect(renewal.renewal_of).toBe(policy.id);
  return { policy, renewal };
}

function changeSum({ objects_insured: [object] }: FireEntity, factor: number): object {
  const values = object!.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * factor }));
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  return { kind: 'CHANGE', effective_date: CHANGE_DAY, reason: 'Αλλαγή κεφαλαίου', changes };
}

const grossOf = async (id: number): Promise<number> =>
  (await listReceipts(agent, id)).reduce((total, { kind, gross }) => total + (kind === 'ENDORSEMENT' ? Math.round(gross * 100) : 0), 0) /
  100;

it('an increase is charged with the same increase of the issued renewal, from its start (amendments.34)', async () => {
  const { policy, renewal } = await createRenewed();
  const priced = expectStatus(200, await post(policy.id, changeSum(policy, 2), '/price')).json<Amendment>();
  const yearly = await agent.get(renewal.id);
  expect(priced.renewal).toMatchObject({ application_id: renewal.id, effective_date: policy.end_date });
  // The renewal has not begun, so that the whole year costs the difference. The fee of the policy stays.
  expect(priced.renewal!.due.gross).toBeGreaterThan(priced.due.gross);
  expect(priced.messages).toMatchObject([{ code: 'RENEWAL_ISSUED', severity: 'warning' }]);

  const created = expectStatus(201, await post(policy.id, changeSum(policy, 2))).json<Amendment>();
  expect([created.status, created.due, created.renewal]).toEqual(['01', priced.due, priced.renewal]);
  expect(await list(renewal.id)).toEqual([]);
  const issued = expectStatus(200, await act(policy.id, 1, 'charge')).json<Amendment>();
  const [carried] = await list(renewal.id);
  expect([issued.status, carried!.status, carried!.effective_date]).toEqual(['50', '50', policy.end_date]);
  expect(sumOf(await agent.get(renewal.id))).toBe(sumOf(yearly) * 2);
  expect([await grossOf(policy.id), await grossOf(renewal.id)]).toEqual([priced.due.gross, priced.renewal!.due.gross]);
  const [change] = (await agent.get(renewal.id)).objects_insured;
  expect(change!.object_id).toBe(renewal.objects_insured[0]!.object_id);
});

it('an increase that is paid by its code gives the renewal a payment code of its own', async () => {
  const { policy, renewal } = await createRenewed();
  expectStatus(201, await post(policy.id, changeSum(policy, 2)));
  const { payment_code: code, due } = expectStatus(200, await act(policy.id, 1, 'prepay')).json<Amendment>();
  expect(await list(renewal.id)).toEqual([]);
  expect(await issuing.bookPayment(code!, due.gross)).toMatchObject({ outcome: 'INSTALMENT_PAID' });
  const [waiting] = await list(renewal.id);
  expect([waiting!.status, sumOf(await agent.get(renewal.id))]).toEqual(['45', sumOf(renewal)]);
  expect(await issuing.bookPayment(waiting!.payment_code!, waiting!.due.gross)).toMatchObject({ outcome: 'INSTALMENT_PAID' });
  expect([(await list(renewal.id))[0]!.status, sumOf(await agent.get(renewal.id))]).toEqual(['50', sumOf(renewal) * 2]);
});

it('an increase that underwriting must approve is approved once for both', async () => {
  const { policy, renewal } = await createRenewed();
  const created = expectStatus(201, await post(policy.id, changeSum(policy, 25))).json<Amendment>();
  expect(created.status).toBe('25');
  expectStatus(200, await act(policy.id, 1, 'request_approval'));
  const decisions = `applications/${policy.id}/amendments/1/decisions`;
  expectStatus(200, await underwriter.post(decisions, { decision: 'approve' }));
  expectStatus(200, await act(policy.id, 1, 'charge'));
  expect([(await list(policy.id))[0]!.status, (await list(renewal.id))[0]!.status]).toEqual(['50', '50']);
  expect(sumOf(await agent.get(renewal.id))).toBe(sumOf(renewal) * 25);
});

it('a decrease is given back for both at once', async () => {
  const { policy, renewal } = await createRenewed();
  const created = expectStatus(201, await post(policy.id, changeSum(policy, 0.5))).json<Amendment>();
  expect([created.status, sumOf(await agent.get(renewal.id))]).toEqual(['50', sumOf(renewal) / 2]);
  expect(await grossOf(renewal.id)).toBe(created.renewal!.due.gross);
  expect(created.renewal!.due.gross).toBeLessThan(0);
});

it('a charge that the credit limit refuses for the renewal changes neither policy', async () => {
  const limited = (await app.createAgent({ code: 'A745', creditLimit: '5000.00' })).production;
  const policy = await createPolicy(limited);
  await at(CHANGE_DAY);
  await limited.renewToken();
  const renewal = expectStatus(205, await charge(limited, policy.id)).json<FireEntity>();
  const { due } = expectStatus(201, await limited.client.post(pathOf(policy.id), changeSum(policy, 2))).json<Amendment>();
  const receipts = [...(await listReceipts(limited, policy.id)), ...(await listReceipts(limited, renewal.id))];
  const owed = receipts.reduce((total, { gross }) => total + gross, due.gross);
  expectStatus(200, await admin.patch('agents/A745', { creditLimit: Math.ceil(owed) }));
  await expectRefused(app, () => limited.client.put(pathOf(policy.id, '/1/charge')), { code: '-706' });
});

it('a renewal that has been changed otherwise stays, and the amendment says so', async () => {
  const { policy, renewal } = await createRenewed();
  const [object] = renewal.objects_insured;
  const second = { ...object, object_id: undefined, address: 'Άλλη οδός' };
  const changes = { objects_insured: [object, second] };
  const body = { kind: 'CHANGE', effective_date: renewal.start_date, reason: 'Νέο αντικείμενο', changes };
  expectStatus(201, await post(renewal.id, body));
  expectStatus(200, await act(renewal.id, 1, 'charge'));
  const created = expectStatus(201, await post(policy.id, changeSum(policy, 2))).json<Amendment>();
  expect(created.renewal).toBeNull();
  expect(created.messages.map(({ code }) => code)).toContain('RENEWAL_ISSUED');
  expectStatus(200, await act(policy.id, 1, 'charge'));
  expect([sumOf(await agent.get(policy.id)), sumOf(await agent.get(renewal.id))]).toEqual([sumOf(policy) * 2, sumOf(renewal)]);
});

it('a vehicle keeps in its renewal the class of the new year, and gets the new plate in both policies', async () => {
  const policy = await motor.createPolicy({ plateNo: 'YYX4411' });
  await at(CHANGE_DAY);
  const renewal = expectStatus(205, await motor.act(policy.id, 'issueCharge')).json<MotorEntity>();
  const body = { kind: 'CHANGE', effectiveDate: CHANGE_DAY, reason: 'Νέες πινακίδες', changes: { plateNo: 'YYX4412' } };
  expectStatus(201, await motor.call('POST', `policies/${policy.id}/amendments`, body));
  const [now, next] = await Promise.all([motor.get(policy.id), motor.get(renewal.id)]);
  expect([now.plateNo, next.plateNo, next.bonusMalus]).toEqual(['YYX4412', 'YYX4412', renewal.bonusMalus]);
});
