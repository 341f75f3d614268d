import { createHash } from 'node:crypto';
import { addDays } from '../../src/common/athens.js';
import { charge, CHARGE_TIME, createPolicy, getBalance, listReceipts, QUARTERLY, sumCents, toCents } from '../support/collection.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { CustomerClient, getToken, makeLink } from '../support/customer.js';
import { listDocuments, readDocumentText } from '../support/documents.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MailServer } from '../support/mail-server.js';
import { MotorAgent } from '../support/motor.js';

const ACKNOWLEDGEMENT = 35;
const ISSUED = '2026-11-25';

interface Withdrawn {
  readonly state: string;
  readonly refund: number | null;
  readonly channel: string;
  readonly received_at: string;
}

const server = new MailServer();
let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start({ smtpUrl: await server.listen() });
  agent = (await app.createAgent()).production;
  motor = (await MotorAgent.create(app, { code: 'M300' })).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(async () => {
  await app.stop();
  server.close();
});
beforeEach(() => at(CHARGE_TIME));
afterEach(() => issuing.expectBalancedLedger());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await motor.agent.renewToken();
}

const pathOf = (id: number): string => `/docs-api/policy/applications/${id}/withdrawals`;
const withdraw = async (id: number, body: object = {}, by = agent): Promise<Withdrawn> =>
  expectStatus(201, await by.client.post(pathOf(id), body)).json<Withdrawn>();
const refuseWithdrawal = (id: number, by = agent): Promise<unknown> =>
  expectRefused(app, () => by.client.post(pathOf(id), {}), { code: '-102' });

async function readAcknowledgement(id: number, language: 'el' | 'en' = 'el', by = agent): Promise<string> {
  const documents = await listDocuments(by, id, ACKNOWLEDGEMENT);
  expect(documents).toHaveLength(1);
  return readDocumentText(by, id, documents[0]!, language);
}

/** Asserts that all that was paid is given back: the receipts of the policy add up to nothing. */
async function expectNothingStored(id: number): Promise<void> {
  const paid = (await listReceipts(agent, id)).filter(({ status }) => status === 'PAID');
  expect(sumCents(paid.map(({ gross }) => gross))).toBe(0);
}

describe('the acknowledgement of a withdrawal', () => {
  it('is one document of the policy with statement, time and way, which the customer downloads and gets by mail (customer.43)', async () => {
    const policy = await createPolicy(agent);
    const { url } = await makeLink(agent, policy.id, 'withdraw');
    const digits = String(agent.body().fire_application.client['afm']).slice(-4);
    const customer = await CustomerClient.of(app, agent, getToken(url)).confirm(app, digits);
    expect((await customer.getCase()).documents).toEqual([]);
    await at('2026-12-09T20:15:30Z');
    const again = await CustomerClient.of(app, agent, getToken((await makeLink(agent, policy.id, 'withdraw')).url)).confirm(app, digits);
    await Promise.all(Array.from({ length: 3 }, () => again.post('withdrawal', { confirmed: true, reason: 'Άλλαξα γνώμη.' })));
    const text = await readAcknowledgement(policy.id);
    for (const part of [
      `Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση ${policy.policy_no}. Άλλαξα γνώμη.`,
      '09/12/2026 22:15:30',
      'από τη σελίδα του πελάτη',
      'Επιστρέφονται 332,64 €',
      'Παπαδοπούλου Μαρία',
    ])
      expect(text).toContain(part);
    expect(await readAcknowledgement(policy.id, 'en')).toMatch(/I hereby give notice that I withdraw.*on the customer’s page/);
    const { documents } = await again.getCase();
    expect(documents.map(({ title }) => title)).toEqual(['Βεβαίωση υπαναχώρησης']);
    const file = expectStatus(200, await again.get(`documents/${documents[0]!.id}`));
    const [stored] = await app.query(
      'production',
      `SELECT encode(sha256, 'hex') AS sha256 FROM document WHERE application_id = $1 AND category_id = ${ACKNOWLEDGEMENT}`,
      [policy.id],
    );
    expect(stored).toEqual({ sha256: createHash('sha256').update(file.bytes).digest('hex') });

    server.mails.length = 0;
    await app.running.parts.letterSender.sendDue('production');
    const mail = server.mails.find((one) => one.includes('application/pdf')) ?? '';
    const files = [...mail.matchAll(/filename="?([^"\n]+)"?\n(?:[^\n]+\n)*\n((?:[A-Za-z0-9+/=]+\n)+)/g)].map(
      ([, name, content]) => [name, createHash('sha256').update(Buffer.from(content!, 'base64')).digest('hex')] as const,
    );
    expect(files).toEqual([
      [`${policy.policy_no}-withdrawal.pdf`, stored!['sha256']],
      [`${policy.policy_no}-withdrawal-en.pdf`, expect.any(String)],
    ]);
  });

  it('says that a program of the agent sent it, and that a recorded claim is examined (customer.43)', async () => {
    const { id } = await createPolicy(agent);
    await at('2026-12-06T08:00:00Z');
    expectStatus(
      200,
      await issuing.staff.put(`applications/${id}/claims/Z-${id}`, { date: '2026-12-05', atFault: false, reserved: 100, paid: 0 }),
    );
    expect(await withdraw(id)).toMatchObject({ state: 'OPEN', refund: null });
    expect(await withdraw(id)).toMatchObject({ state: 'OPEN' });
    const text = await readAcknowledgement(id);
    expect(text).toMatch(/μέσω του ασφαλιστικού διαμεσολαβητή/);
    expect(text).toMatch(/η υπαναχώρηση εξετάζεται/);
    expect((await agent.get(id)).status_code).toBe('50');
    // Staff cannot enter it as a withdrawal either, but with another reason.
    await expectRefused(app, () => issuing.cancel(id, '2026-12-06', WITHDRAWAL), { code: '-102', violations: [['claims', '-102']] });
  });

  it('is written for a withdrawal that staff enter, with the day of its receipt, and previewed (customer.43)', async () => {
    const { id, policy_no: policyNo } = await createPolicy(agent);
    await at('2026-12-09T08:00:00Z');
    const body = issuing.buildCancellation('2026-12-09', { ...WITHDRAWAL, text: 'Επιστολή', receivedOn: '2026-12-01' });
    const before = await app.readFingerprint();
    const preview = expectStatus(200, await issuing.staff.post(`applications/${id}/cancellation/preview`, body));
    expect(preview.text).toContain(`${policyNo}-withdrawal.pdf`);
    expect(await app.readFingerprint()).toEqual(before);
    expectStatus(200, await issuing.staff.post(`applications/${id}/cancellation`, body));
    const text = await readAcknowledgement(id);
    expect(text).toMatch(/01\/12\/2026.*με καταχώριση από υπάλληλό της/);
    expect(text).toContain('Επιστολή');
    const { items } = await issuing.list('withdrawals?channel=STAFF');
    expect(items).toMatchObject([{ policyNo, state: 'CANCELLED', refund: 332.64, channel: 'STAFF', receivedAt: '2026-12-01T00:00:00' }]);
    const acts = expectStatus(200, await issuing.staff.get(`applications/${id}/customer-acts`)).json<{ items: object[] }>().items;
    expect(acts).toMatchObject([{ kind: 'WITHDRAWN', channel: 'STAFF', actorName: 'Staff issuing', isVerified: true }]);
    // Another reason is no withdrawal.
    const { id: sold } = await createPolicy(agent);
    expectStatus(200, await issuing.cancel(sold, '2026-12-09'));
    expect(await listDocuments(agent, sold, ACKNOWLEDGEMENT)).toEqual([]);
  });

  it('is written in the sandbox too, where the agent cancels as staff and nothing is mailed (customer.43)', async () => {
    const { sandbox } = await app.createAgent({ code: '20009' });
    const { id } = await sandbox.insertIn('50');
    const path = `${sandbox.root}/test-api/resources/applications/${id}/cancellation`;
    const date = app.clock.today();
    expectStatus(200, await sandbox.client.post(path, { reason_code: 'WITHDRAWAL', received_on: date, date, claims: false }));
    expect(await readAcknowledgement(id, 'el', sandbox)).toContain('με καταχώριση από υπάλληλό της');
    expect((await sandbox.client.get(`${sandbox.root}${pathOf(id)}`)).json()).toMatchObject([{ channel: 'STAFF', state: 'CANCELLED' }]);
  });
});

describe('a withdrawal by rule', () => {
  it('refunds every cent until the last second of the 14th day in Athens, and is refused in the first of the 15th', async () => {
    const balance = await getBalance(app, 'A100');
    const [first, second, quarterly] = [await createPolicy(agent), await createPolicy(agent), await createPolicy(agent, QUARTERLY)];
    const car = await motor.createPolicy();
    await at(`${addDays(ISSUED, 14)}T21:59:59Z`);
    expect(await withdraw(first.id)).toMatchObject({ state: 'CANCELLED', refund: 332.64, received_at: '2026-12-09T23:59:59' });
    // Only the first of four instalments is paid.
    expect(await withdraw(quarterly.id)).toMatchObject({ refund: 87.35 });
    expect((await listReceipts(agent, quarterly.id)).map(({ status }) => status)).not.toContain('PENDING');
    expect(await withdraw(car.id, {}, motor.agent)).toMatchObject({ refund: 309.25 });
    await expectNothingStored(first.id);
    await at(`${addDays(ISSUED, 14)}T22:00:00Z`);
    await refuseWithdrawal(second.id);
    await expectRefused(app, () => issuing.cancel(second.id, '2026-12-10', WITHDRAWAL), {
      code: '-102',
      violations: [['reasonCode', '-102']],
    });
    expect(toCents(balance) - toCents(await getBalance(app, 'A100'))).toBe(toCents(-332.64));
  });

  it.each([
    ['an increase', 2],
    ['a reduction', 0.5],
  ])('after %s refunds what is still paid, with fee, tax and levies', async (_kind, factor) => {
    const policy = await createPolicy(agent);
    await at('2026-12-07T08:00:00Z');
    const amendments = `/fire-api/rsc/applications/${policy.id}/amendments`;
    const amend = async (by: number): Promise<{ amendment_no: number; status: string }> =>
      expectStatus(201, await agent.client.post(amendments, changeSum(await agent.get(policy.id), by, '2026-12-07'))).json();
    const issued = await amend(factor);
    // A reduction is issued at once.
    if (issued.status === '01') expectStatus(200, await agent.client.put(`${amendments}/${issued.amendment_no}/charge`));
    const { amendment_no: waiting } = await amend(3);
    const paid = sumCents((await listReceipts(agent, policy.id)).filter(({ status }) => status === 'PAID').map(({ gross }) => gross));
    expect(paid).not.toBe(toCents(332.64));
    await at('2026-12-09T08:00:00Z');
    const { state, refund } = await withdraw(policy.id);
    expect([state, toCents(refund ?? 0)]).toEqual(['CANCELLED', paid]);
    await expectNothingStored(policy.id);
    expect((await agent.get(policy.id)).status_code).toBe('70');
    // An amendment that waits ends with its policy.
    await expectAllRefused(app, [[() => agent.client.put(`${amendments}/${waiting}/charge`), { code: '-401' }]]);
  });

  it('of a renewal counts from the issue of the renewal, and gives the previous policy back', async () => {
    const previous = await createPolicy(agent);
    const other = await createPolicy(agent);
    await at('2027-11-01T08:00:00Z');
    const balance = await getBalance(app, 'A100');
    const renewal = expectStatus(205, await charge(agent, previous.id)).json<FireEntity>();
    const otherRenewal = expectStatus(205, await charge(agent, other.id)).json<FireEntity>();
    const between = await getBalance(app, 'A100');
    await at('2027-11-15T21:59:59Z');
    // A claim of the previous year does not concern the renewal.
    const claim = { date: '2027-10-30', atFault: false, reserved: 100, paid: 0 };
    expectStatus(200, await issuing.staff.put(`applications/${previous.id}/claims/Z-${previous.id}`, claim));
    const { refund, state } = await withdraw(renewal.id);
    expect(state).toBe('CANCELLED');
    await expectNothingStored(renewal.id);
    expect(toCents(refund ?? 0)).toBe((toCents(balance) - toCents(between)) / -2);
    expect((await agent.get(previous.id)).status_code).toBe('50');
    expect((await getHistory(agent, renewal.id)).transitions.at(-1)).toBe('50 cancel_mid_term 70');
    expect(await readAcknowledgement(renewal.id)).toContain('15/11/2027 23:59:59');
    await at('2027-11-15T22:00:00Z');
    await refuseWithdrawal(otherRenewal.id);
    await refuseWithdrawal(previous.id);
  });
});

/** A request that changes the sum insured of the first object. */
function changeSum({ objects_insured: [object] }: FireEntity, factor: number, effectiveDate: string): object {
  const values = object!.insured_values.map((value, index) =>
    index === 0 ? { ...value, insured_value: value.insured_value * factor } : value,
  );
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  return { kind: 'CHANGE', effective_date: effectiveDate, reason: 'Αλλαγή κεφαλαίου', changes };
}
