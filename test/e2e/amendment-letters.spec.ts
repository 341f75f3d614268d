import { addDays } from '../../src/common/athens.js';
import { advanceClock } from '../support/agent-clock.js';
import { createPolicy } from '../support/collection.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

interface LetterEntity {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  readonly mails: readonly { readonly recipient: string; readonly state: string }[];
}
interface Amendment {
  readonly status: string;
  readonly payment_code: string | null;
  readonly due: { readonly gross: number };
}

const MORTGAGED = { 'objects_insured[0].mortgages_loans': [{ bank_id: '011', amount_loan: 50_000 }] };
const BANK = 'Εθνική Τράπεζα της Ελλάδος Α.Ε.';

let app: FireApp;
let issuing: StaffClient;
let agents = 0;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
});
afterAll(() => app.stop());

const newAgent = async (): Promise<FireAgent> => (await app.createAgent({ code: `N${(agents += 1)}` })).sandbox;
const pathOf = (id: number, rest = ''): string => `/dev/fire-api/rsc/applications/${id}/amendments${rest}`;

/** Lists the letters about amendments. */
async function listLetters(id: number): Promise<LetterEntity[]> {
  const { items } = expectStatus(200, await issuing.get(`applications/${id}/letters`)).json<{ items: LetterEntity[] }>();
  return items.filter(({ kind }) => kind.startsWith('AMENDMENT') || kind === 'CREDITOR_NOTICE');
}

const listKinds = async (id: number): Promise<string[]> => (await listLetters(id)).map(({ kind }) => kind);

async function create(agent: FireAgent, policy: FireEntity, effective_date: string, factor: number): Promise<Amendment> {
  const [object] = policy.objects_insured;
  const values = object!.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * factor }));
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  const body = { kind: 'CHANGE', effective_date, reason: 'Αίτημα του πελάτη', changes };
  return expectStatus(201, await agent.client.post(pathOf(policy.id), body)).json<Amendment>();
}

describe('letters about an amendment', () => {
  it('ask for its payment, tell that it expired, was issued and was reversed, with a copy for the bank (letters.11)', async () => {
    const agent = await newAgent();
    const policy = await createPolicy(agent, MORTGAGED);
    const { id, start_date: start } = policy;
    const due = addDays(start, 5);
    await create(agent, policy, due, 2);
    const asked = expectStatus(200, await agent.client.put(pathOf(id, '/1/prepay'))).json<Amendment>();
    await advanceClock(agent, { to: `${start}T10:00:00` });
    const [request] = await listLetters(id);
    expect(request).toMatchObject({ kind: 'AMENDMENT_PAYMENT', mails: [{ recipient: 'CLIENT', state: 'shown' }] });
    for (const part of [asked.payment_code!, asked.due.gross.toFixed(2).replace('.', ','), 'Πρόσθετη πράξη 1 (Μεταβολή στοιχείων)'])
      expect(request!.text).toContain(part);
    await advanceClock(agent, { to: `${addDays(due, 9)}T10:00:00` });
    expect(await listKinds(id)).toEqual(['AMENDMENT_PAYMENT', 'AMENDMENT_EXPIRED']);
    expectStatus(200, await agent.client.put(pathOf(id, '/1/calc')));
    expectStatus(200, await agent.client.put(pathOf(id, '/1/charge')));
    await advanceClock(agent, { days: 1 });
    expectStatus(200, await issuing.post(`applications/${id}/amendments/1/reversal`, { reason: 'Λάθος' }));
    await advanceClock(agent, { days: 1 });
    await advanceClock(agent, { days: 15 });
    const letters = await listLetters(id);
    expect(letters.slice(2).map(({ kind }) => kind)).toEqual([
      'AMENDMENT_ISSUED',
      'CREDITOR_NOTICE',
      'AMENDMENT_REVERSED',
      'CREDITOR_NOTICE',
    ]);
    const [, , issued, copy, , reversed] = letters;
    expect(issued!.text).toContain('με ισχύ από');
    expect(copy!.mails).toMatchObject([{ recipient: 'CREDITOR', state: 'no_address' }]);
    expect(reversed!.text).toContain('Αντιλογισμός: Πρόσθετη πράξη 1');
    const printed = await pdfText(expectStatus(200, await issuing.get(`applications/${id}/letters/${copy!.id}`)).bytes);
    for (const part of [BANK, 'Παπαδοπούλου Μαρία']) expect(printed.replaceAll('\n', ' ')).toContain(part);
    const tasks = expectStatus(200, await issuing.get(`messages?kind=LETTER&state=open&applicationId=${id}`));
    expect(tasks.text).toContain('στείλτε την στον δανειστή');
    const mails = `applications/${id}/letters/${copy!.id}/mails`;
    expectError(await issuing.post(mails, { recipient: 'CLIENT' }), { code: '-102', violations: [['recipient', '-102']] });
    expectError(await issuing.post(mails, { recipient: 'CREDITOR' }), { code: '-102', violations: [['address', '-102']] });
    expectStatus(201, await issuing.post(mails, { recipient: 'CREDITOR', address: 'loans@bank.example' }));
  });

  it('go to the creditor that the amendment removes and to the one that it adds', async () => {
    const agent = await newAgent();
    const motor = new MotorAgent(agent);
    const { id, policyStartDate } = await motor.createPolicy({ pawnerTitle: 'Παλαιά Τράπεζα', plateNo: 'YYX4301' });
    const changes = { pawnerTitle: 'Νέα Τράπεζα' };
    const body = { kind: 'CLAUSE', effectiveDate: policyStartDate, reason: 'Μεταφορά δανείου', changes };
    expect(expectStatus(201, await motor.call('POST', `policies/${id}/amendments`, body)).json<Amendment>().status).toBe('50');
    await advanceClock(agent, { days: 1 });
    const letters = await listLetters(id);
    expect(letters.map(({ kind }) => kind)).toEqual(['AMENDMENT_ISSUED', 'CREDITOR_NOTICE', 'CREDITOR_NOTICE']);
    expect(letters.slice(1).map(({ text }) => text.split('\n')[0])).toEqual(['Προς: Παλαιά Τράπεζα', 'Προς: Νέα Τράπεζα']);
  });

  it('without a creditor go to the customer alone, and none asks for a payment that was made', async () => {
    const agent = await newAgent();
    const policy = await createPolicy(agent);
    await create(agent, policy, addDays(policy.start_date, 5), 2);
    expectStatus(200, await agent.client.put(pathOf(policy.id, '/1/prepay')));
    expectStatus(200, await agent.client.put(pathOf(policy.id, '/1/charge')));
    await advanceClock(agent, { days: 1 });
    expect(await listKinds(policy.id)).toEqual(['AMENDMENT_ISSUED']);
  });
});
