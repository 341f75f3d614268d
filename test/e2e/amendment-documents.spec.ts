import type { Language } from '../../src/common/language.js';
import { createPolicy, listReceipts, QUARTERLY } from '../support/collection.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { listDocuments, readDocumentText, readPrintedText, startDocumentFixture, type ListedDocument } from '../support/documents.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from '../support/fire-app.js';
import { MOTOR_CLIENT, registerClass, type MotorAgent } from '../support/motor.js';

interface Marked extends ListedDocument {
  readonly cancelled: '0' | '1';
}
interface Amendment {
  readonly status: string;
  readonly due: { readonly gross: number };
  readonly receipts: readonly { readonly covers: readonly { readonly title: string }[] }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

const [RECEIPT, GREEN_CARD, CANCELLATION, ACT] = [30, 31, 32, 33];
const CHANGE_DAY = '2027-02-01';
const INTEGRAL = 'Αποτελεί αναπόσπαστο μέρος του συμβολαίου· κατά τα λοιπά οι όροι του παραμένουν ως έχουν.';

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

const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const euro = (amount: number): string => `${amount.toFixed(2).replace('.', ',')} €`;
const listFigures = (text: string): string[] => [...text.matchAll(/\d+[.,]\d\d(?!\d)/g)].map(([figure]) => figure.replace(',', '.'));

/** Multiplies the sum of the first object of a policy from the day of the change. */
async function issueIncrease({ id, objects_insured: [object] }: FireEntity): Promise<Amendment> {
  await at(CHANGE_DAY);
  const values = object!.insured_values.map((value, index) => (index === 0 ? { ...value, insured_value: value.insured_value * 2 } : value));
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  const body = { kind: 'CHANGE', effective_date: CHANGE_DAY, reason: 'Ανακαίνιση του διαμερίσματος', changes };
  expectStatus(201, await fire.client.post(pathOf(id), body));
  return expectStatus(200, await fire.client.put(pathOf(id, '/1/charge'))).json<Amendment>();
}

async function readLast(id: number, category: number, language?: Language): Promise<string> {
  const last = (await listDocuments(fire, id, category)).at(-1);
  return readDocumentText(fire, id, last!, language);
}

describe('the act of an amendment', () => {
  it('states what changes, the difference of each receipt and cover, and the new instalments, with an English copy', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    const { due, receipts: planned } = await issueIncrease(policy);
    const acts = await listDocuments(fire, policy.id, ACT);
    expect(acts).toMatchObject([{ file_name: `${policy.policy_no}-amendment-1.pdf`, category_title: 'Πρόσθετη πράξη' }]);
    const text = await readLast(policy.id, ACT);
    const receipts = await listReceipts(fire, policy.id);
    const endorsement = receipts.find(({ kind }) => kind === 'ENDORSEMENT')!;
    const pending = receipts.filter(({ status }) => status === 'PENDING');
    for (const part of [
      `Πρόσθετη πράξη 1 του συμβολαίου ${policy.policy_no}`,
      '01/02/2027, ώρα 00:00 (ώρα Ελλάδας)',
      'Αιτία: Ανακαίνιση του διαμερίσματος',
      'Ασφαλιζόμενο αντικείμενο 1 · Κεφάλαιο 1: Κτίριο Ασφαλιζόμενο κεφάλαιο (€) 150.000,00 300.000,00',
      endorsement.number!,
      `Πρόσθετα ασφάλιστρα`,
      euro(due.gross),
      'Χρέωση λογαριασμού συνεργάτη',
      `${policy.policy_no}/A1`,
      INTEGRAL,
      'Υπογραφή του λήπτη της ασφάλισης',
      ...planned.flatMap(({ covers }) => covers.map(({ title }) => title)),
      ...pending.map(({ gross }) => euro(gross)),
    ])
      expect(text).toContain(part);
    expect(pending).toHaveLength(3);
    const english = await readLast(policy.id, ACT, 'en');
    expect(english).toContain(`Amendment 1 of policy ${policy.policy_no}`);
    expect(english).toContain('This document forms an integral part of the policy, whose other terms remain unchanged.');
    expect(english).not.toMatch(/undefined|null/);
    expect(listFigures(english)).toEqual(listFigures(text));
    const { links } = expectStatus(200, await fire.client.get(pathOf(policy.id, '/1'))).json<Amendment>();
    const act = links.find(({ rel }) => rel === 'act');
    expect(await readPrintedText(expectStatus(200, await fire.client.get(act!.href)), 'link.pdf')).toBe(text);
  });

  it('changes instalments, of which the act of a cancellation lists the new amounts only', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    const before = (await listReceipts(fire, policy.id)).find(({ status }) => status === 'PENDING')!;
    await issueIncrease(policy);
    const pending = (await listReceipts(fire, policy.id)).filter(({ status }) => status === 'PENDING');
    expectStatus(200, await issuing.cancel(policy.id, CHANGE_DAY));
    const text = await readLast(policy.id, CANCELLATION);
    expect(text).not.toContain(euro(before.gross));
    expect(text.split(euro(pending[0]!.gross))).toHaveLength(pending.length + 1);
  });

  it('that is reversed is marked, and the act of the reversal has the opposite figures', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    const { due } = await issueIncrease(policy);
    expect(await readLast(policy.id, RECEIPT)).toContain('Απόδειξη ασφαλίστρων – πρόσθετη πράξη 1');
    expectStatus(200, await issuing.staff.post(`applications/${policy.id}/amendments/1/reversal`, { reason: 'Λάθος συμβόλαιο' }));
    const acts = (await listDocuments(fire, policy.id, ACT)) as Marked[];
    expect(acts.map(({ file_name, cancelled }) => [file_name, cancelled])).toEqual([
      [`${policy.policy_no}-amendment-1.pdf`, '1'],
      [`${policy.policy_no}-amendment-1-reversal.pdf`, '0'],
    ]);
    const text = await readLast(policy.id, ACT);
    for (const part of [
      'Αντιλογισμός πρόσθετης πράξης 1',
      'Αιτία: Λάθος συμβόλαιο',
      `Επιστρεφόμενα ασφάλιστρα`,
      euro(-due.gross),
      INTEGRAL,
    ])
      expect(text).toContain(part);
    const refund = await readLast(policy.id, RECEIPT);
    expect(refund).toContain('Επιστροφή ασφαλίστρων – πρόσθετη πράξη 1');
    expect(refund).toContain('Πιστώθηκε στον λογαριασμό του συνεργάτη');
    expect(await readLast(policy.id, RECEIPT, 'en')).toContain('Premium refund – amendment 1');
  });
});

describe('the green card of a vehicle', () => {
  const requestCard = (id: number) => motor.call('PUT', `policies/${id}/greenCard`);
  const listCards = async (id: number): Promise<Marked[]> => (await listDocuments(motor.agent, id, GREEN_CARD)) as Marked[];

  it('with a new plate is a new one, valid from the change, and the old one is marked', async () => {
    const { id } = await motor.createPolicy({ plateNo: 'YYX4101' });
    expectStatus(201, await requestCard(id));
    await at(CHANGE_DAY);
    await registerClass(app, 'production', { plateNo: 'AIX8986', afm: MOTOR_CLIENT.afm, bonusMalus: 10 });
    const body = { kind: 'CHANGE', effectiveDate: CHANGE_DAY, reason: 'Νέες πινακίδες', changes: { plateNo: 'AIX8986' } };
    expect(expectStatus(201, await motor.call('POST', `policies/${id}/amendments`, body)).json<Amendment>().status).toBe('50');
    for (const status of [201, 200]) expectStatus(status, await requestCard(id));
    const cards = await listCards(id);
    expect(cards.map(({ cancelled }) => cancelled)).toEqual(['1', '0']);
    const headers = { 'Accept-Language': 'el' };
    const path = `${motor.agent.root}/docs-api/policy/applications/${id}/documents/${cards[1]!.id}`;
    const text = await readPrintedText(expectStatus(200, await motor.agent.client.get(path, { headers })), 'green-card.pdf');
    expect(text).toContain('AIX8986');
    expect(text).not.toContain('YYX4101');
    const [act] = await listDocuments(motor.agent, id, ACT);
    const greek = await readDocumentText(motor.agent, id, act!);
    for (const part of ['YYX4101', 'AIX8986', 'δεν μεταβάλλει τα ασφάλιστρα', 'Νέες πινακίδες']) expect(greek).toContain(part);
  });

  it('stays for an amendment that keeps the vehicle', async () => {
    const { id } = await motor.createPolicy({ plateNo: 'YYX4102' });
    expectStatus(201, await requestCard(id));
    await at(CHANGE_DAY);
    const body = { kind: 'CHANGE', effectiveDate: CHANGE_DAY, reason: 'Νέα έδρα', changes: { regionPostcode: '11528' } };
    expectStatus(201, await motor.call('POST', `policies/${id}/amendments`, body));
    expectStatus(200, await requestCard(id));
    expect((await listCards(id)).map(({ cancelled }) => cancelled)).toEqual(['0']);
  });
});
