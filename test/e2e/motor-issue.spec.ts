import { jest } from '@jest/globals';
import type { Environment } from '../../src/common/environment.js';
import { parseTariff, findTariff, type Branch, type Tariff } from '../../src/pricing/tariff.js';
import type { MotorDetailsResponse } from '../../src/services/mtr/motor-response.dto.js';
import { parseLinks, getBalance, listReceipts } from '../support/collection.js';
import { expectStatus, FireApp, MORNING } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';
import { LocalCollectionClient, type SuspenseItem } from '../support/collection-client.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { readJson } from '../support/pricing-fixtures.js';
import { expectError, expectRefused } from '../support/expect-error.js';
import { acceptOnPaper } from '../support/signed-paper.js';

let app: FireApp;
let agent: MotorAgent;
let sandbox: MotorAgent;
let other: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox } = await MotorAgent.create(app));
  ({ production: other } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
});
afterAll(() => app.stop());

async function renewTokens(): Promise<void> {
  for (const one of [agent, sandbox, other]) await one.agent.renewToken();
}

/** Adds a second tariff version with another minimum fee. */
function addDearerTariff(): void {
  const tariffs = app.running.parts.tariffs;
  const original = tariffs.all.bind(tariffs);
  const sample = readJson<object>('tariffs/motor-sample-1.json');
  const dearer = parseTariff({ ...sample, version: 2, policyFee: { rate: '0.08', min: '39.00', max: '40.00' }, validFrom: '2026-06-01' });
  const all = (environment: Environment, branch: Branch): readonly Tariff[] =>
    branch === 'MOTOR' ? [...original(environment, branch), dearer] : original(environment, branch);
  jest.spyOn(tariffs, 'all').mockImplementation(all);
  jest.spyOn(tariffs, 'pick').mockImplementation((environment, branch, date) => findTariff(all(environment, branch), branch, date));
}

describe('prepay and charge of a vehicle', () => {
  it('move to prepay with links and the entity, print the notification, and issue by charge', async () => {
    const { id } = await agent.insert({ plateNo: 'AAA1001', payFrequencyInMonths: 3 });
    expectError(await agent.call('GET', `applications/${id}/notification`), { code: '-703' });
    const prepaid = expectStatus(205, await agent.act(id, 'issuePrepay'));
    expect(Object.keys(parseLinks(prepaid)).sort()).toEqual(['issue', 'notification']);
    expect(prepaid.json<MotorEntity>()).toMatchObject({ id, statusCode: '45', policyNo: expect.stringMatching(/^P26\d{7}$/) as string });

    const notification = expectStatus(200, await agent.call('GET', `applications/${id}/notification`));
    expect(notification.headers['content-type']).toBe('application/pdf');
    expect(notification.headers['x-payment-code']).toMatch(/^RF\d{23}$/);
    expect(await pdfText(notification.bytes)).toContain('Ασφάλιση αυτοκινήτου');

    const before = await getBalance(app, 'A100');
    const charged = expectStatus(205, await agent.act(id, 'issueCharge'));
    const policy = charged.json<MotorEntity>();
    expect(policy).toMatchObject({ statusCode: '50', policyIssueDate: '2026-11-20', actionOutcome: { no: '0' } });
    expect(Object.keys(parseLinks(charged)).sort()).toEqual(['policy', 'receipt']);
    const [first] = policy.premium?.instalments ?? [];
    expect(await getBalance(app, 'A100')).toBeCloseTo(before + (first?.gross ?? 0), 2);
    expect(policy.lastReceipt).toMatchObject({ instalmentNo: 1, gross: first?.gross });
    const receipts = await listReceipts(agent.agent, id);
    expect(receipts.map(({ status, kind }) => `${kind} ${status}`)).toEqual(['NEW PAID', ...Array<string>(3).fill('INSTALMENT PENDING')]);
    await expectRefused(app, () => agent.act(id, 'issueCharge'), { code: '-702' });
    await expectRefused(app, () => agent.call('DELETE', `applications/${id}`), { code: '-400' });
  });

  it('issue a calculated application by charge without prepay, also through the collection service', async () => {
    expect(await agent.createPolicy({ plateNo: 'AAA1002' })).toMatchObject({ statusCode: '50' });
    const { id } = await agent.insert({ plateNo: 'AAA1003' });
    const response = await agent.agent.client.put(`/collection-api/applications/${id}/charge`);
    expect(expectStatus(205, response).json<MotorEntity>()).toMatchObject({
      id,
      statusCode: '50',
      branchCode: 'MOTOR',
      plateNo: 'AAA1003',
    });
  });

  it('refuse an application that is not calculated, and a charge over the credit limit', async () => {
    const { id: incomplete } = await agent.insert({ insuredValue: null });
    const { id: referred } = await agent.insert({ insuredValue: 72_000 });
    for (const id of [incomplete, referred])
      for (const action of ['issuePrepay', 'issueCharge', 'freeze', 'requestCustomerApproval'])
        await expectRefused(app, () => agent.act(id, action), { code: '-400' });
    await expectRefused(app, () => agent.act(incomplete, 'requestApproval'), { code: '-400' });
    const { production: poor } = await MotorAgent.create(app, { code: 'P1', name: 'Χωρίς όριο', creditLimit: '100.00' });
    const { id } = await poor.insert({ plateNo: 'AAA1004' });
    await expectRefused(app, () => poor.act(id, 'issueCharge'), { code: '-706' });
  });

  it('print the policy in Greek', async () => {
    const { id } = await agent.createPolicy({ plateNo: 'AAA1005' });
    const list = expectStatus(200, await agent.call('GET', `policies/${id}/documents`)).json<{ documents: { fileId: number }[] }>();
    const pdf = expectStatus(200, await agent.call('GET', `policies/${id}/documents/${list.documents[0]?.fileId}/image`));
    const text = await pdfText(pdf.bytes);
    for (const part of ['AAA1005', 'Ασφάλιση αυτοκινήτου', 'Αστική ευθύνη έναντι τρίτων', '309,25', 'Παπαδοπούλου Μαρία'])
      expect(text).toContain(part);
  });

  it('return the whole application in one response', async () => {
    const policy = await agent.createPolicy({ plateNo: 'AAA1006', payFrequencyInMonths: 6 });
    const details = expectStatus(200, await agent.call('GET', `applications/${policy.id}/details`)).json<MotorDetailsResponse>();
    expect(details).toMatchObject({ application: policy, covers: policy.covers, messages: [], trace: policy.premium?.lines });
    expect(details.receipts.map(({ status, gross }) => [status, gross])).toEqual(
      policy.premium?.instalments.map(({ gross }, index) => [index === 0 ? 'PAID' : 'PENDING', gross]),
    );
  });
});

describe('a plate with a policy', () => {
  it('blocks prepay and charge for any agent and spelling, but drafts never block', async () => {
    const draft = await agent.insert({ plateNo: 'BBB2001' });
    const prepaid = await other.insert({ plateNo: 'ΒΒΒ-2001' });
    expectStatus(205, await other.act(prepaid.id, 'issuePrepay'));
    await agent.createPolicy({ plateNo: 'bbb 2001' });

    for (const action of ['issuePrepay', 'issueCharge']) await expectRefused(app, () => agent.act(draft.id, action), { code: '-501' });
    await expectRefused(app, () => other.act(prepaid.id, 'issueCharge'), { code: '-501' });
    const late = await other.insert({ plateNo: 'BBB2001' });
    expect(late).toMatchObject({ statusCode: '01', applicationMessages: [] });
    const response = await other.act(late.id, 'issueCharge');
    expectError(response, { code: '-501' });
    expect(response.text).not.toMatch(/A100|P26/);
    expect(response.json<{ message: string }>().message).toContain('BBB2001');
    expect(await sandbox.createPolicy({ plateNo: 'BBB2001' })).toMatchObject({ statusCode: '50' });
  });

  it('puts the money of a customer who paid for an insured vehicle in suspense', async () => {
    const issuing = await LocalCollectionClient.open(app);
    const { id } = await other.insert({ plateNo: 'BBB2009' });
    expectStatus(205, await other.act(id, 'issuePrepay'));
    await agent.createPolicy({ plateNo: 'ΒΒΒ-2009' });
    const paid = await issuing.pay(other.agent, id);
    expect(paid).toMatchObject({ outcome: 'SUSPENDED', applicationId: id, receiptNo: null, reason: { code: '-501' } });
    const { items } = await issuing.list<SuspenseItem>('suspense');
    expect(items.map((item) => item.id)).toContain(paid.suspenseId);
    expect(await other.get(id)).toMatchObject({ statusCode: '45', policyIssueDate: null });
    expect(await listReceipts(other.agent, id)).toEqual([]);
    await issuing.expectBalancedLedger();
  });

  it('does not block another period', async () => {
    const { id } = await agent.createPolicy({ plateNo: 'BBB2002' });
    await app.query('production', `UPDATE application SET end_date = '2026-12-15', version = version + 1 WHERE id = $1`, [id]);
    expect(await agent.createPolicy({ plateNo: 'BBB2002', policyStartDate: '2026-12-15' })).toMatchObject({ statusCode: '50' });
  });

  it('lets one of many simultaneous charges win', async () => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => agent.insert({ plateNo: 'BBB2003' })));
    const responses = await Promise.all(drafts.map(({ id }) => agent.act(id, 'issueCharge')));
    expect(responses.map(({ status }) => status).sort()).toEqual([205, 400, 400, 400, 400, 400]);
    for (const response of responses.filter(({ status }) => status === 400)) expectError(response, { code: '-501' });
  });
});

describe('the approval of a vehicle application', () => {
  it('is requested once, and a repetition writes no transition', async () => {
    const { id } = await agent.insert({ insuredValue: 72_000, plateNo: 'KKK3001' });
    const response = expectStatus(205, await agent.act(id, 'requestApproval'));
    expect(response.text).toBe('');
    const before = await app.readFingerprint();
    expectStatus(205, await agent.act(id, 'requestApproval'));
    expect(await app.readFingerprint()).toEqual(before);
    expect(await agent.get(id)).toMatchObject({ statusCode: '30', premium: { gross: expect.any(Number) as number } });
    for (const call of [() => agent.put(id, {}), () => agent.call('DELETE', `applications/${id}`), () => agent.act(id, 'issueCharge')])
      await expectRefused(app, call, { code: '-400' });
  });

  it('returns its terms', async () => {
    const underwriter = await StaffClient.open(app.running, 'underwriter');
    const { id } = await agent.insert({ plateNo: 'KKK3001', insuredValue: 72_000 });
    expectStatus(205, await agent.act(id, 'requestApproval'));
    const terms = { deductible: 1000, excludedCovers: ['M13'], note: 'Φύλαξη σε γκαράζ' };
    expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms }));
    const { statusCode, applicationMessages } = await agent.get(id);
    expect([statusCode, applicationMessages.map(({ text }) => text)]).toEqual([
      '01',
      expect.arrayContaining([
        'Όρος έγκρισης: εξαιρείται η κάλυψη M13 Υλικές ζημιές από ανασφάλιστο όχημα.',
        'Όρος έγκρισης: απαλλαγή 1.000,00 € ανά ζημιά.',
        'Όρος έγκρισης: Φύλαξη σε γκαράζ',
      ]),
    ]);
  });

  it('rates and prints the deductible of its terms, and refuses one without a factor', async () => {
    const underwriter = await StaffClient.open(app.running, 'underwriter');
    const body = { insuredValue: 72_000, bundleCode: 'B3' };
    const sent = await agent.insert({ ...body, plateNo: 'KKK3011', deductible: 1000 });
    const { id, premium } = await agent.insert({ ...body, plateNo: 'KKK3010' });
    expect(premium?.gross).not.toBe(sent.premium?.gross);
    expectStatus(205, await agent.act(id, 'requestApproval'));
    const decide = (deductible: number) => underwriter.decide(id, 'approve_with_terms', { terms: { deductible } });
    await expectRefused(app, () => decide(750), { code: '-102', violations: [['terms.deductible', '-102']] });
    expectStatus(200, await decide(1000));
    const approved = await agent.get(id);
    expect(approved).toMatchObject({ statusCode: '01', premium: { gross: sent.premium?.gross } });
    expect(approved.premium?.lines.find(({ cover }) => cover === 'M09')?.trace).toContainEqual(
      expect.objectContaining({ table: 'T_DEDUCTIBLE', key: '1000' }),
    );
    expectStatus(205, await agent.act(id, 'issueCharge'));
    const { documents } = expectStatus(200, await agent.call('GET', `applications/${id}/documents`)).json<{
      documents: { fileId: number; docCategoryId: number }[];
    }>();
    const policy = documents.find(({ docCategoryId }) => docCategoryId === 28);
    const pdf = expectStatus(200, await agent.call('GET', `policies/${id}/documents/${policy?.fileId}/image`));
    expect(await pdfText(pdf.bytes)).toContain('1.000,00 €');
  });

  it('can need the customer’s acceptance', async () => {
    const { id } = await agent.insert({ plateNo: 'KKK3002' });
    const asked = expectStatus(200, await agent.act(id, 'requestCustomerApproval')).json<MotorEntity>();
    expect(asked).toMatchObject({ statusCode: '12', acceptedAt: null });
    await expectRefused(app, () => agent.act(id, 'issueCharge'), { code: '-400' });
    expectStatus(204, await agent.call('DELETE', `applications/${id}`));
  });

  it('continues by the customer’s answer at the back office, or after seven days without one', async () => {
    const { staff } = await LocalCollectionClient.open(app);
    const asked = async (plateNo: string): Promise<MotorEntity> => {
      const { id } = await agent.insert({ plateNo });
      return expectStatus(200, await agent.act(id, 'requestCustomerApproval')).json<MotorEntity>();
    };
    const [accepted, rejected, silent] = [await asked('KKK3003'), await asked('KKK3004'), await asked('KKK3005')];
    expect(expectStatus(200, await acceptOnPaper(agent.agent, staff, accepted.id)).json()).toMatchObject({ status: '01' });
    expect(await agent.get(accepted.id)).toMatchObject({ statusCode: '01', acceptedAt: '2026-11-20T10:00:00', premium: accepted.premium });
    expect(expectStatus(205, await agent.act(accepted.id, 'issueCharge')).json()).toMatchObject({ statusCode: '50' });
    expect(expectStatus(200, await staff.recordAcceptance(rejected.id, false, { reason: 'Ακριβό' })).json()).toMatchObject({
      status: '00',
    });
    expect(await agent.get(rejected.id)).toMatchObject({
      statusCode: '00',
      acceptedAt: null,
      premium: null,
      pendingMessages: [],
      applicationMessages: [{ code: 'REJECTED_BY_CUSTOMER', text: 'Ο πελάτης δεν αποδέχθηκε την πρόταση: Ακριβό' }],
    });
    await expectRefused(app, () => staff.recordAcceptance(rejected.id, true), { code: '-400' });

    app.clock.set('2026-11-27T21:59:59Z');
    await app.runDueWork('production');
    await renewTokens();
    expect((await agent.get(silent.id)).statusCode).toBe('12');
    app.clock.set('2026-11-27T22:00:00Z');
    await app.runDueWork('production');
    expect(await agent.get(silent.id)).toMatchObject({ statusCode: '01', acceptedAt: null });
    app.clock.set(MORNING);
    await renewTokens();
  });
});

describe('the validity of a price', () => {
  const STARTS_LATER = { policyStartDate: '2027-02-01' };

  it('ends when the calculation is too old, and an update renews it', async () => {
    const { id } = await agent.insert({ plateNo: 'EEE4001', ...STARTS_LATER });
    app.clock.set('2026-12-21T08:00:00Z');
    await renewTokens();
    for (const action of ['issuePrepay', 'issueCharge', 'freeze']) await expectRefused(app, () => agent.act(id, action), { code: '-605' });
    expectStatus(200, await agent.put(id, {}));
    expectStatus(205, await agent.act(id, 'issueCharge'));
    app.clock.set(MORNING);
    await renewTokens();
  });

  it('survives a new tariff when the price was frozen', async () => {
    const frozen = await agent.insert({ plateNo: 'EEE4002', ...STARTS_LATER });
    const other = await agent.insert({ plateNo: 'EEE4003', ...STARTS_LATER });
    const response = expectStatus(200, await agent.act(frozen.id, 'freeze')).json<MotorEntity>();
    expect(response).toMatchObject({ statusCode: '01', frozenUntil: '2026-12-20', premium: frozen.premium });

    addDearerTariff();
    await expectRefused(app, () => agent.act(other.id, 'issueCharge'), { code: '-605' });
    const policy = expectStatus(205, await agent.act(frozen.id, 'issueCharge')).json<MotorEntity>();
    expect(policy.premium).toEqual(frozen.premium);
    const updated = expectStatus(200, await agent.put(other.id, {})).json<MotorEntity>();
    expect(updated.premium).toMatchObject({ tariffVersion: 2 });
    expect(updated.premium?.gross).toBeGreaterThan(other.premium?.gross ?? 0);
    jest.restoreAllMocks();
  });
});

describe('the vehicle policies', () => {
  it('are found and read by all their filters', async () => {
    const { production: own } = await MotorAgent.create(app, { code: 'D400', name: 'Συμβόλαια' });
    const policy = await own.createPolicy({ plateNo: 'HHH5001' });
    await own.insert({ plateNo: 'HHH5002' });
    const find = async (query: string) => {
      const response = await own.call('GET', `policies?${query}`);
      return expectStatus(200, response)
        .json<{ policies: MotorEntity[]; total: number }>()
        .policies.map(({ id }) => id);
    };
    for (const query of [
      '',
      'plateno=hhh-5001',
      'lastname=PAPADOPOYLOY',
      'status=50',
      `policyno=${policy.policyNo}`,
      'clientafm=123456783',
    ]) {
      if (query.startsWith('lastname')) expect(await find(`lastname=${encodeURIComponent('παπαδόπουλου')}`)).toEqual([policy.id]);
      else expect(await find(query)).toEqual([policy.id]);
    }
    for (const query of ['status=01', 'status=60', 'plateno=HHH5002', 'policyno=P99']) expect(await find(query)).toEqual([]);
    expect(expectStatus(200, await own.call('GET', `policies/${policy.id}`)).json()).toEqual(policy);
    const refusal = await own.call('GET', `policies/${policy.id}/notification`);
    expectError(refusal, { code: '-703' });
    expect(Object.keys(parseLinks(refusal))).toContain('policy');
    for (const id of ['abc', '999999']) expectError(await own.call('GET', `policies/${id}`), { code: '-301' });
  });

  it('accept the next instalment from 30 days before its period, never earlier', async () => {
    const { id, premium } = await agent.createPolicy({ plateNo: 'HHH5003', payFrequencyInMonths: 6 });
    await expectRefused(app, () => agent.call('PUT', `policies/${id}/issueCharge`), { code: '-702' });
    app.clock.set('2027-05-02T08:00:00Z');
    await renewTokens();
    const notification = expectStatus(200, await agent.call('GET', `policies/${id}/notification`));
    expect(notification.headers['x-payment-code']).toMatch(/^RF\d{23}$/);
    const paid = expectStatus(205, await agent.call('PUT', `policies/${id}/issueCharge`));
    expect(Object.keys(parseLinks(paid)).sort()).toEqual(['policy', 'receipt']);
    expect(paid.json<MotorEntity>().lastReceipt).toMatchObject({ instalmentNo: 2, gross: premium?.instalments[1]?.gross });
    await expectRefused(app, () => agent.call('PUT', `policies/${id}/issueCharge`), { code: '-702' });
    await expectRefused(app, () => other.call('PUT', `policies/${id}/issueCharge`), { code: '-301' });
    const { id: draft } = await agent.insert({ policyStartDate: '2027-06-01' });
    await expectRefused(app, () => agent.call('PUT', `policies/${draft}/issueCharge`), { code: '-301' });
  });
});
