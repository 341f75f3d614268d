import type { Status } from '../../src/record/core/applications/status.js';
import {
  charge,
  CHARGE_TIME,
  createPolicy,
  parseLinks,
  requestPaymentCode,
  createPrepaid,
  QUARTERLY,
  calculateRfRemainder,
  START,
} from '../support/collection.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { expectRefused } from '../support/expect-error.js';

const INSURER = 'Αίολος Ασφαλιστική Α.Ε. (δοκιμή)';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  await app.query('production', `UPDATE setting SET value = jsonb_set(value, '{name,el}', to_jsonb($1::text)) WHERE key = 'insurer'`, [
    INSURER,
  ]);
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

beforeEach(() => moveTo(CHARGE_TIME));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
}

async function printedLines(id: number): Promise<string[]> {
  return (await pdfText((await requestPaymentCode(agent, id, 'application/pdf')).bytes)).split('\n');
}

describe('the payment code of an application in prepay', () => {
  it('is returned as the figures of the notification when JSON is requested', async () => {
    const { id } = await createPrepaid(agent);
    const response = await requestPaymentCode(agent, id);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { payment_code, ...rest } = response.json<{ payment_code: string }>();
    expect(rest).toEqual({ amount: 332.64, currency: 'EUR', due_date: START, application_id: id });
    expect(response.headers['x-payment-code']).toBe(payment_code);
  });

  it('is an RF code with valid check digits for creditor, amount, application and sequence', async () => {
    const { id } = await createPrepaid(agent);
    const code = String((await requestPaymentCode(agent, id)).headers['x-payment-code']);
    expect(calculateRfRemainder(code)).toBe(1n);
    // 332.64: 4×1 + 6×7 + 2×3 + 3×1 + 3×7 = 76, mod 8.
    expect(code.slice(4)).toBe(`91234${4}${String(id).padStart(10, '0')}00001`);
  });

  it('is returned as a PDF in Greek with payer, amount, due date and code', async () => {
    const { id, application_no, policy_no } = await createPrepaid(agent);
    const response = await requestPaymentCode(agent, id, 'application/pdf');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-length']).toBe(String(response.bytes.length));
    expect(response.headers['cache-control']).toBe('no-store');
    const code = String(response.headers['x-payment-code']);
    expect(response.headers['content-disposition']).toBe(`inline; filename="${code}.pdf"`);
    const lines = (await pdfText(response.bytes)).split('\n');
    for (const line of [INSURER, `Ειδοποιητήριο πληρωμής ${policy_no}`, '332,64 €', '05/12/2026', 'Παπαδοπούλου Μαρία', 'ΑΦΜ 123456783'])
      expect(lines).toContain(line);
    for (const line of [application_no, '05/12/2026 – 05/12/2027', '25/11/2026', 'A100 – Πράκτορας', 'Λεωφόρος Κηφισίας 100, 11526 Αθήνα'])
      expect(lines).toContain(line);
    for (const line of [code, code.replace(/.{4}(?=.)/g, '$& ')]) expect(lines).toContain(line);
    expect(lines.join()).not.toContain('ΔΟΚΙΜΑΣΤΙΚΟ');
  });

  it.each([
    ['*/*', 'application/pdf'],
    ['text/html', 'application/pdf'],
    ['application/json;q=0.5, application/pdf', 'application/pdf'],
    ['application/pdf;q=0.5, application/json', 'application/json; charset=utf-8'],
    ['APPLICATION/JSON', 'application/json; charset=utf-8'],
  ])('for Accept %s is returned as %s', async (accept, type) => {
    const { id } = await createPrepaid(agent);
    const response = await requestPaymentCode(agent, id, accept);
    expect([response.status, response.headers['content-type']]).toEqual([200, type]);
  });

  it('is a PDF for a caller without Accept, and the same each time', async () => {
    const { id } = await createPrepaid(agent);
    const before = await app.readFingerprint();
    const ask = () => agent.client.get(`/collection-api/applications/${id}/payment_code`);
    const responses = await Promise.all([ask(), ask(), ask()]);
    expect(responses.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('application/pdf'));
    expect(new Set(responses.map(({ headers }) => headers['x-payment-code'])).size).toBe(1);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('is printed from the latest data', async () => {
    const { id } = await createPrepaid(agent);
    expect(await printedLines(id)).toContain('A100 – Πράκτορας');
    await app.query('production', `UPDATE agent SET name = 'Νέο Όνομα' WHERE code = 'A100'`);
    expect(await printedLines(id)).toContain('A100 – Νέο Όνομα');
    await app.query('production', `UPDATE agent SET name = 'Πράκτορας' WHERE code = 'A100'`);
  });

  it('is due 15 days after prepay when the start date is later', async () => {
    const { id } = await createPrepaid(agent, { start_date: '2027-01-15' });
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ due_date: '2026-12-10' });
    expect(await printedLines(id)).toContain('10/12/2026');
  });

  it('expires at midnight in Athens, and then gets -704, as does the charge', async () => {
    const { id } = await createPrepaid(agent);
    await moveTo('2026-12-05T21:59:59Z');
    expect((await requestPaymentCode(agent, id)).status).toBe(200);
    await moveTo('2026-12-05T22:00:00Z');
    await expectRefused(app, () => requestPaymentCode(agent, id), { code: '-704' });
    await expectRefused(app, () => requestPaymentCode(agent, id, 'application/pdf'), { code: '-704' });
    await expectRefused(app, () => charge(agent, id), { code: '-704' });
  });
});

describe('a payment code that is not available', () => {
  it.each<Status>(['00', '25', '01', '11', '12', '30', '31', '39', '02'])('is refused in status %s', async (status) => {
    const { id } = await agent.insertIn(status);
    const response = await expectRefused(app, () => requestPaymentCode(agent, id), { code: '-703' });
    expect([response.headers.link, response.headers['x-payment-code'], response.headers['content-disposition']]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it.each<Status>(['50', '55', '60', '65', '70'])(
    'is refused for a policy in status %s with nothing due, with a link to the policy',
    async (status) => {
      const { id } = await agent.insertIn(status);
      const response = await expectRefused(app, () => requestPaymentCode(agent, id, 'application/pdf'), { code: '-703' });
      const { policy = '', ...others } = parseLinks(response);
      expect(others).toEqual({});
      expect((await agent.client.get(policy)).headers['content-type']).toBe('application/pdf');
    },
  );

  it.each<Status>(['60', '65', '70'])('is refused for a policy in status %s whose instalments were never paid', async (status) => {
    const { id } = await agent.insertIn(status, QUARTERLY);
    await moveTo('2027-06-01T08:00:00Z');
    await expectRefused(app, () => requestPaymentCode(agent, id), { code: '-703' });
  });

  it('is refused alike for a missing application and a malformed id', async () => {
    for (const id of ['9999999999', 'abc', '0', '01', '12345678901', '1%20', '1e3'])
      await expectRefused(app, () => requestPaymentCode(agent, id), { code: '-300' });
  });
});

describe('the payment code of an instalment', () => {
  it('has its amount, date and sequence, from 30 days before its period until it is paid', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-02-02T21:59:59Z');
    expect(parseLinks(await expectRefused(app, () => requestPaymentCode(agent, policy.id), { code: '-703' })).policy).toBeDefined();
    await moveTo('2027-02-02T22:00:00Z');
    const response = await requestPaymentCode(agent, policy.id);
    const code = String(response.headers['x-payment-code']);
    const figures = { payment_code: code, amount: 87.31, currency: 'EUR', due_date: '2027-03-05', application_id: policy.id };
    expect(response.json()).toEqual(figures);
    // 87.31: 1×1 + 3×7 + 7×3 + 8×1 = 51, mod 8.
    expect(code.slice(4)).toBe(`91234${3}${String(policy.id).padStart(10, '0')}00002`);
    expect(calculateRfRemainder(code)).toBe(1n);
    const lines = await printedLines(policy.id);
    for (const line of [INSURER, `Ειδοποιητήριο πληρωμής ${policy.policy_no}`, '87,31 €', '05/03/2027', code, '05/03/2027 – 05/06/2027'])
      expect(lines).toContain(line);
    const kept = await app.query(
      'production',
      'SELECT sequence, instalment_no, amount, due_date::text FROM payment_code WHERE application_id = $1',
      [policy.id],
    );
    expect(kept).toEqual([
      { sequence: 1, instalment_no: 1, amount: '87.35', due_date: START },
      { sequence: 2, instalment_no: 2, amount: '87.31', due_date: '2027-03-05' },
    ]);
    expect((await charge(agent, policy.id)).status).toBe(205);
    await expectRefused(app, () => requestPaymentCode(agent, policy.id), { code: '-703' });
  });

  it('is available for an overdue instalment', async () => {
    const { id } = await agent.insertIn('55', QUARTERLY);
    await app.query('production', 'UPDATE receipt SET notice_on = period_from WHERE application_id = $1 AND instalment_no = 2', [id]);
    await moveTo('2027-04-04T08:00:00Z');
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ amount: 87.31, due_date: '2027-03-05' });
    await moveTo('2027-04-05T08:00:00Z');
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ error: '-703', reason: 'ENDED' });
  });
});
