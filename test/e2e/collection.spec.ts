import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import type { Status } from '../../src/record/core/applications/status.js';
import type { HttpResponse } from '../support/client.js';
import {
  getBalance,
  toCents,
  charge,
  CHARGE_TIME,
  listLedgerEntries,
  parseLinks,
  requestPaymentCode,
  createPrepaid,
  getReceipt,
  listReceipts,
  START,
} from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;
let sandboxAgent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox: sandboxAgent } = await app.createAgent({ name: 'Πρακτορείο Αττικής' }));
});
afterAll(() => app.stop());

beforeEach(() => moveTo(CHARGE_TIME));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
}

describe('an application in prepay', () => {
  it('gets 205 without a body, with links to the payment notification and to issue', async () => {
    const { id } = await agent.insert();
    const response = await agent.act(id, 'prepay');
    expect([response.status, response.bytes.length, response.headers['content-length']]).toEqual([205, 0, '0']);
    expect(parseLinks(response)).toEqual({
      notification: `/collection-api/applications/${id}/payment_code`,
      issue: `/collection-api/applications/${id}/charge`,
    });
    const { application_no, ...application } = await agent.get(id);
    const policy_no = `P26${application_no.slice(-7)}`;
    expect(application).toMatchObject({ policy_no, status_code: '45', type: 'APPLICATION', issue_date: null, last_receipt: null });
    expect(await listReceipts(agent, id)).toEqual([]);
  });

  it('links to notification, policy and receipt', async () => {
    const { id } = await agent.insert();
    const links = parseLinks(await agent.act(id, 'prepay'));
    expect((await agent.client.get(links.notification ?? '')).headers['content-type']).toBe('application/pdf');
    const charged = await agent.client.put(links.issue ?? '');
    expect(charged.status).toBe(205);
    const { policy = '', receipt = '' } = parseLinks(charged);
    expect((await agent.client.get(policy)).headers['content-type']).toBe('application/pdf');
    expect((await agent.client.get(receipt)).json()).toMatchObject({ application_id: id, gross: 332.64, status: 'PAID' });
  });

  it('refuses a second prepay and changes nothing', async () => {
    const { id } = await createPrepaid(agent);
    await expectRefused(app, () => agent.act(id, 'prepay'), { code: '-400' });
  });

  it('can be cancelled, and then no longer be paid', async () => {
    const { id } = await createPrepaid(agent);
    const cancelled = await agent.act(id, 'DELETE');
    expect([cancelled.status, cancelled.bytes.length]).toEqual([204, 0]);
    expect(await agent.get(id)).toMatchObject({ status_code: '02', active: '0' });
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    await expectRefused(app, () => requestPaymentCode(agent, id), { code: '-703' });
    await expectRefused(app, () => agent.act(id, 'DELETE'), { code: '-401' });
    expect(await listReceipts(agent, id)).toEqual([]);
  });
});

describe('a charge', () => {
  let policy: FireEntity;
  let response: HttpResponse;

  beforeAll(async () => {
    await moveTo(CHARGE_TIME);
    const { id } = await createPrepaid(agent);
    response = expectStatus(205, await charge(agent, id));
    policy = response.json<FireEntity>();
  });

  it('returns 205, links and the entity as JSON, equal to a retrieve', async () => {
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['content-length']).toBe(String(response.bytes.length));
    expect(Object.keys(parseLinks(response))).toEqual(['policy', 'receipt']);
    expect(parseLinks(response).receipt).toBe(`/common-api/policy/applications/${policy.id}/receipts/${policy.last_receipt?.receipt_no}`);
    expect(await agent.get(policy.id)).toEqual(policy);
  });

  it('issues the policy with status, number, dates and last receipt', () => {
    expect(policy).toMatchObject({
      policy_no: `P26${policy.application_no.slice(-7)}`,
      type: 'POLICY',
      status_code: '50',
      active: '1',
      version: 3,
      issue_date: '2026-11-25',
      start_date: START,
      end_date: '2027-12-05',
      pricing: { gross: 332.64 },
      last_receipt: { instalment_no: 1, issue_date: '2026-11-25', period_from: START, period_to: '2027-12-05', gross: 332.64 },
    });
  });

  it('prints the policy in Greek with parties, risk, covers, amounts, dates and number', async () => {
    const file = await agent.client.get(parseLinks(response).policy ?? '');
    const lines = (await pdfText(file.bytes)).split('\n');
    const { policy_no, application_no } = policy;
    for (const line of [
      'Υπόδειγμα Ασφαλιστική Α.Ε.',
      `Ασφαλιστήριο ${policy_no}`,
      application_no,
      '05/12/2026, ώρα 00:00',
      '05/12/2027, ώρα 00:00',
      '25/11/2026',
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line === 'Παπαδοπούλου Μαρία')).toHaveLength(2);
    for (const line of ['A100 – Πρακτορείο Αττικής', 'Ετήσια', 'Οπλισμένο σκυρόδεμα', '150.000,00 €']) expect(lines).toContain(line);
    expect(lines).toContain('Μόνιμη κατοικία - διαμέρισμα (Κατοικία) – Λεωφόρος Κηφισίας 100, 11527 Αθήνα');
    expect(lines.flatMap((line) => /^(0\d\d) /.exec(line)?.[1] ?? [])).toEqual(['001', '002', '004', '005', '014']);
    for (const text of ['002 Πυρκαγιά από δάσος – Κτίριο 150.000,00 € – 12,00 €', '67,50 €', '27,00 €', '142,50 €', '3,00 €'])
      expect(lines.join(' ')).toContain(text);
    expect(lines.join(' ')).toContain('005 Σεισμός – Κτίριο 150.000,00 € 2% του ασφαλιζόμενου κεφαλαίου 142,50 €');
    for (const line of ['Καθαρά ασφάλιστρα 252,00 €', 'Δικαίωμα συμβολαίου 25,20 €', 'Σύνολο 332,64 €']) expect(lines).toContain(line);
    expect(lines.filter((line) => line.includes('20%') && line.endsWith('55,44 €'))).toHaveLength(1);
    expect(lines).toContain('1 05/12/2026 05/12/2027 25/11/2026 Εξοφλήθηκε 332,64 €');
    expect(lines.join()).not.toContain('ΔΟΚΙΜΑΣΤΙΚΟ');
  });

  it('prints several objects with numbers, and their covers under the number', async () => {
    const [object] = agent.body().fire_application.objects_insured;
    const { id } = await createPrepaid(agent, { objects_insured: [object, { ...object, address: 'Ερμού', address_number: '1' }] });
    const file = await agent.client.get(parseLinks(await charge(agent, id)).policy ?? '');
    const lines = (await pdfText(file.bytes)).split('\n');
    const title = 'Μόνιμη κατοικία - διαμέρισμα (Κατοικία)';
    // The next page repeats the name.
    const named = lines.filter((line) => line.includes(title) && !line.endsWith('(συνέχεια)'));
    expect(named).toEqual([
      `1. ${title} – Λεωφόρος Κηφισίας 100, 11527 Αθήνα`,
      `2. ${title} – Ερμού 1, 11527 Αθήνα`,
      `1. ${title}`,
      `2. ${title}`,
    ]);
    expect(lines.filter((line) => line.startsWith('005 Σεισμός'))).toHaveLength(2);
  });

  it('creates one paid receipt whose covers add up to its net', async () => {
    const [receipt, ...more] = await listReceipts(agent, policy.id);
    expect(more).toEqual([]);
    expect(receipt).toEqual({
      links: [{ rel: 'document', href: expect.stringContaining('/docs-api/') as string }],

      receipt_no: policy.last_receipt?.receipt_no,
      application_id: policy.id,
      policy_no: policy.policy_no,
      kind: 'NEW',
      status: 'PAID',
      period_from: START,
      period_to: '2027-12-05',
      issue_date: '2026-11-25',
      number: expect.stringMatching(/^26F \d+$/) as string,
      gap_from: null,
      due_date: '2026-11-25',
      currency: 'EUR',
      net: 252,
      fee: 25.2,
      gross: 332.64,
      levies: [],
      taxes: [{ tax_class: 'FIRE', net: 252, fee: 25.2, rate: 0.2, tax: 55.44 }],
      payment: { method: 'CHARGE', reference: `${policy.policy_no}/1`, paid_at: '2026-11-25T10:00:00' },
    });
    const { covers, ...one } = await getReceipt(agent, policy.id, receipt?.receipt_no);
    expect(one).toEqual(receipt);
    expect(covers.map(({ code, net }) => [code, net])).toEqual([
      ['001', 67.5],
      ['002', 12],
      ['004', 27],
      ['005', 142.5],
      ['014', 3],
    ]);
    const { object_id } = policy.objects_insured[0] ?? {};
    for (const cover of covers) expect(cover).toMatchObject({ object_id, sum_insured: 150000, tax_class: 'FIRE' });
  });

  it('books the premium in double entry and on the account of the agent', async () => {
    expect(await listLedgerEntries(app, policy.id)).toEqual([
      'PREMIUM receivable:fire 332.64',
      'PREMIUM fee-income:fire -25.20',
      'PREMIUM tax-payable:FIRE -55.44',
      'PREMIUM premium-income:fire:FIRE -252.00',
      'CHARGE agent:A100 332.64',
      'CHARGE receivable:fire -332.64',
    ]);
    const before = await getBalance(app, 'A100');
    const other = await createPrepaid(agent);
    expect(await getBalance(app, 'A100')).toBe(before);
    expectStatus(205, await charge(agent, other.id));
    expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(before) + 33264);
    expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
  });

  it('writes a transition for every step', async () => {
    const columns = 'from_status, to_status, action, actor, agent_code';
    const rows = await app.query('production', `SELECT ${columns} FROM status_transition WHERE application_id = $1 ORDER BY id`, [
      policy.id,
    ]);
    const byAgent = { actor: 'agent', agent_code: 'A100' };
    expect(rows).toEqual([
      { from_status: null, to_status: '01', action: 'insert', ...byAgent },
      { from_status: '01', to_status: '45', action: 'prepay', ...byAgent },
      { from_status: '45', to_status: '50', action: 'issue', ...byAgent },
    ]);
  });

  it('ignores any body', async () => {
    const { id } = await createPrepaid(agent);
    const headers = { 'Content-Type': 'application/json' };
    const charged = await agent.client.put(`/collection-api/applications/${id}/charge`, undefined, { body: '{"amount": 1', headers });
    expect(charged.status).toBe(205);
  });

  it('dates the issue in Athens', async () => {
    const { id } = await createPrepaid(agent);
    await moveTo('2026-11-25T22:30:00Z');
    expect((await charge(agent, id)).json()).toMatchObject({ issue_date: '2026-11-26' });
  });

  it('is accepted until the last second to pay', async () => {
    const { id } = await createPrepaid(agent);
    await moveTo('2026-12-05T21:59:59Z');
    expect((await charge(agent, id)).json()).toMatchObject({ status_code: '50', issue_date: START });
  });

  it('is refused a second time as paid, and DELETE does not undo it', async () => {
    await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
    await expectRefused(app, () => agent.act(policy.id, 'DELETE'), { code: '-400' });
  });

  it.each<[Status, string]>([
    ...(['00', '25', '01', '11', '12', '30', '31', '39'] as const).map((status): [Status, string] => [status, '-400']),
    ...(['02', '50', '60', '65', '70'] as const).map((status): [Status, string] => [status, '-702']),
  ])('in status %s is refused with %s', async (status, code) => {
    const { id } = await agent.insertIn(status);
    await expectRefused(app, () => charge(agent, id), { code });
  });

  it('is refused alike for a missing application and a malformed id', async () => {
    for (const id of ['9999999999', 'abc', '0', '01', '12345678901']) await expectRefused(app, () => charge(agent, id), { code: '-300' });
  });

  it('does not reach another agent’s application, nor does its payment code', async () => {
    const stranger = (await app.createAgent({ code: 'A200' })).production;
    const { id } = await createPrepaid(agent);
    for (const call of [charge, requestPaymentCode]) await expectRefused(app, () => call(stranger, id), { code: '-300' });
    expectStatus(205, await charge(agent, id));
    for (const call of [charge, requestPaymentCode]) await expectRefused(app, () => call(stranger, id), { code: '-300' });
  });

  it('is refused to a supervisor, who only reads, until it acts for the agent', async () => {
    const supervisor = (await app.createAgent({ code: 'A300' }, ['A100'])).production;
    const { id } = await createPrepaid(agent);
    expect((await requestPaymentCode(supervisor, id)).status).toBe(200);
    await expectRefused(app, () => charge(supervisor, id), { status: 403, code: '-202' });
    await supervisor.renewToken('A100');
    const before = await getBalance(app, 'A100');
    expect((await charge(supervisor, id)).status).toBe(205);
    expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(before) + 33264);
    expect(await getBalance(app, 'A300')).toBe(0);
  });
});

describe('the credit limit', () => {
  it('refuses a charge above it with -706 without a change, and accepts it after a settlement', async () => {
    const limited = (await app.createAgent({ code: 'A400', creditLimit: '400.00' })).production;
    expectStatus(205, await charge(limited, (await createPrepaid(limited)).id));
    const { id } = await createPrepaid(limited);
    for (let attempt = 0; attempt < 2; attempt++) await expectRefused(app, () => charge(limited, id), { code: '-706' });
    expect((await requestPaymentCode(limited, id)).status).toBe(200);
    const settlement = { at: app.clock.now(), agentCode: 'A400', amount: '265.28', reference: 'BANK-1', valueDate: app.clock.today() };
    await app.running.parts.store.transaction('production', (tx) => app.running.parts.ledger.settle(tx, settlement));
    expect((await charge(limited, id)).status).toBe(205);
    expect(await getBalance(app, 'A400')).toBe(400);
  });

  it('can be reached to the cent', async () => {
    for (const [code, creditLimit, status, balance] of [
      ['A500', '332.64', 205, 332.64],
      ['A600', '332.63', 400, 0],
    ] as const) {
      const limited = (await app.createAgent({ code, creditLimit })).production;
      expect((await charge(limited, (await createPrepaid(limited)).id)).status).toBe(status);
      expect(await getBalance(app, code)).toBe(balance);
    }
  });
});

describe('the sandbox', () => {
  it('turns an application into a policy with its own creditor and marked documents, and no trace in production', async () => {
    await sandboxAgent.renewToken();
    const before = await app.readFingerprint();
    const { id } = await sandboxAgent.insert();
    const links = parseLinks(await sandboxAgent.act(id, 'prepay'));
    expect(links.issue).toBe(`/dev/collection-api/applications/${id}/charge`);
    const notification = await sandboxAgent.client.get(links.notification ?? '');
    expect(String(notification.headers['x-payment-code']).slice(4, 9)).toBe('90000');
    expect(await pdfText(notification.bytes)).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ');
    const charged = await sandboxAgent.client.put(links.issue ?? '');
    expect(charged.json()).toMatchObject({ id, status_code: '50' });
    const { policy = '' } = parseLinks(charged);
    expect(policy).toMatch(/^\/dev\/docs-api\//);
    expect(await pdfText((await sandboxAgent.client.get(policy)).bytes)).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ');
    const after = await app.readFingerprint();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toContain('sandbox.ledger_entry');
    expect(changed.filter((table) => table.startsWith('production.'))).toEqual([]);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });
});
