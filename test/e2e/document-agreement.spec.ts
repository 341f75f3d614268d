import type { Language } from '../../src/common/language.js';
import { getReceipt, listReceipts, type ReceiptEntity } from '../support/collection.js';
import type { HttpResponse } from '../support/client.js';
import { buildDocumentPath, listDocuments, startDocumentFixture } from '../support/documents.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from '../support/fire-app.js';
import type { MotorAgent, MotorEntity } from '../support/motor.js';
import { createAfm } from '../support/party-client.js';
import { pdfText } from '../support/pdf-text.js';
import { readFigures } from '../support/printed-figures.js';

/** Values of a response, with amounts in cents and days in the printed format. */
interface Expected {
  readonly covers: readonly string[];
  readonly net: number;
  readonly fee: number;
  readonly gross: number;
  readonly instalments: readonly string[];
  readonly start: string;
  readonly end: string;
}
type Documents = Readonly<Record<'offer' | 'application' | 'policy' | 'receipt', string>>;

const [APPLICATION, POLICY, RECEIPT, GREEN_CARD] = [1, 28, 30, 31];
/** Covers with a deductible in the sample tariffs. */
const [EARTHQUAKE, OWN_DAMAGE] = ['005', 'M09'];
const LANGUAGES = ['el', 'en'] as const;
const WORDS = {
  el: { net: 'Καθαρά ασφάλιστρα', fee: 'Δικαίωμα συμβολαίου', gross: 'Σύνολο' },
  en: { net: 'Net premium', fee: 'Policy fee', gross: 'Total' },
} as const;
const LONG_ADDRESS = 'Λεωφόρος Εθνάρχου Ελευθερίου Βενιζέλου και Παλαιών Πατρών Γερμανού 1248, Βιομηχανική Περιοχή Σίνδου';
const COMPANY = 'Αφοί Παπακωνσταντινόπουλοι και Συνεργάτες Εμπορική Βιομηχανική Ξενοδοχειακή Ανώνυμη Εταιρεία';

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;

beforeAll(async () => {
  ({ app, fire, motor } = await startDocumentFixture());
  await fire.renewToken();
  await motor.agent.renewToken();
});
afterAll(() => app.stop());

const cents = (amount: number): number => Math.round(amount * 100);
const printedDay = (day: string): string => day.split('-').reverse().join('/');
const joined = (text: string): string => text.replaceAll(/\s/g, '');

async function readPdf(by: FireAgent, path: string, language: Language): Promise<string> {
  return pdfText(expectStatus(200, await by.client.get(path, { headers: { 'Accept-Language': language } })).bytes);
}

async function getPaidReceipt(by: FireAgent, id: number): Promise<ReceiptEntity> {
  const [paid] = (await listReceipts(by, id)).filter(({ status }) => status === 'PAID');
  return getReceipt(by, id, paid!.receipt_no);
}

/** Makes an offer, issues the policy by charge, and returns a reader of all documents in a language. */
async function issue(by: FireAgent, id: number, prepay: () => Promise<HttpResponse>): Promise<(language: Language) => Promise<Documents>> {
  const offer = expectStatus(201, await by.client.post(`/docs-api/policy/applications/${id}/offers`, {})).json<{
    links: { href: string }[];
  }>();
  expectStatus(205, await prepay());
  expectStatus(205, await by.client.put(`/collection-api/applications/${id}/charge`));
  return async (language) => {
    const readLast = async (category: number): Promise<string> =>
      readPdf(by, buildDocumentPath(by, id, (await listDocuments(by, id, category)).at(-1)!.id), language);
    const [application, policy, receipt] = [await readLast(APPLICATION), await readLast(POLICY), await readLast(RECEIPT)];
    return { offer: await readPdf(by, new URL(offer.links[0]!.href).pathname, language), application, policy, receipt };
  };
}

function expectContract(documents: Documents, expected: Expected, language: Language): void {
  for (const name of ['offer', 'application', 'policy'] as const) {
    const text = documents[name];
    const { covers, sums, instalments } = readFigures(text, language);
    const { net, fee, gross } = WORDS[language];
    expect({ name, covers, instalments, sums: [net, fee, gross].map((label) => sums.get(label)) }).toEqual({
      name,
      covers: expected.covers,
      instalments: expected.instalments,
      sums: [expected.net, expected.fee, expected.gross],
    });
    for (const day of [expected.start, expected.end]) expect(text).toContain(day);
    expect(text).not.toMatch(/undefined|null|NaN|…/);
  }
}

function expectReceipt(text: string, receipt: ReceiptEntity, numbers: ReadonlyMap<number, number>, language: Language): void {
  const { covers, sums } = readFigures(text, language);
  const { net, fee, gross } = WORDS[language];
  expect(covers).toEqual(
    receipt.covers.map(({ object_id: object, code, sum_insured: sum, net: part }) =>
      [(object !== null && numbers.get(object)) || 0, code, ...(sum === null ? [] : [cents(sum)]), cents(part)].join(' '),
    ),
  );
  expect([net, fee, gross].map((label) => sums.get(label))).toEqual([receipt.net, receipt.fee, receipt.gross].map(cents));
  expect(text).toContain(`${printedDay(receipt.period_from)} – ${printedDay(receipt.period_to)}`);
  expect(text).toContain(receipt.number!);
}

function toFireExpected({ pricing, start_date: start, end_date: end, objects_insured: objects }: FireEntity): Expected {
  const price = pricing!;
  return {
    covers: price.lines.map(({ object, cover, sum_insured: sum, net }) =>
      [
        objects.length === 1 ? 0 : object,
        cover,
        ...(cover === EARTHQUAKE ? ['2%'] : []),
        ...(sum === null ? [] : [cents(sum)]),
        cents(net),
      ].join(' '),
    ),
    ...toSums(price),
    start: printedDay(start),
    end: printedDay(end),
  };
}

function toMotorExpected({ premium, deductible, policyStartDate: start, policyEndDate: end }: MotorEntity): Expected {
  const price = premium!;
  return {
    covers: price.lines.map(({ cover, sumInsured: sum, net }) =>
      [0, cover, ...(sum === null ? [] : [cents(sum)]), ...(cover === OWN_DAMAGE ? [cents(deductible!)] : []), cents(net)].join(' '),
    ),
    ...toSums(price),
    start: printedDay(start),
    end: printedDay(end),
  };
}

function toSums({ net, fee, gross, instalments }: Pick<NonNullable<MotorEntity['premium']>, 'net' | 'fee' | 'gross' | 'instalments'>) {
  return {
    net: cents(net),
    fee: cents(fee),
    gross: cents(gross),
    instalments: instalments.map(({ no, from, to, gross: due }) => [no, printedDay(from), printedDay(to), cents(due)].join(' ')),
  };
}

/** Changes the example to ten homes with every cover, a company as policyholder, and long texts. */
function buildTenObjects(): Record<string, unknown> {
  const [object] = fire.body().fire_application.objects_insured;
  return {
    'client.person_type_code': '2',
    'client.last_name': COMPANY,
    'client.afm': createAfm(),
    ...Object.fromEntries(
      ['first_name', 'father_name', 'birth_date', 'gender_code', 'job_code'].map((name) => [`client.${name}`, undefined]),
    ),
    'client.address': LONG_ADDRESS,
    pay_frequency_in_months: 3,
    objects_insured: Array.from({ length: 10 }, (_, index) => ({
      ...object,
      address_number: String(100 + index),
      bundle_code: '103',
      insured_values: [
        { group_cover: '01', insured_value: 150_000 + 1111 * index },
        { group_cover: '02', insured_value: 20_000.5 + index },
      ],
      extra_covers: [{ group_cover: '01', cover: '012' }],
      discounts: ['01', '02'],
      mortgages_loans: [{ bank_id: '099', amount_loan: 80_000 }],
    })),
  };
}

describe('offer, application, policy and receipt', () => {
  it.each([
    ['one object', { pay_frequency_in_months: 6 }],
    ['ten objects', buildTenObjects],
  ])('of a fire policy with %s have the sums, deductibles, days and premiums of the response', async (_, changes) => {
    const { id } = await fire.insert(fire.body(typeof changes === 'function' ? changes() : changes));
    const before = await fire.get(id);
    expect(before.status_code).toBe('01');
    const read = await issue(fire, id, () => fire.act(id, 'prepay'));
    const policy = await fire.get(id);
    expect(policy.pricing).toEqual(before.pricing);
    const receipt = await getPaidReceipt(fire, id);
    const objects = policy.objects_insured;
    const numbers = new Map(objects.length === 1 ? [] : objects.map((one, index) => [one.object_id!, index + 1]));
    for (const language of LANGUAGES) {
      const documents = await read(language);
      expectContract(documents, toFireExpected(policy), language);
      expectReceipt(documents.receipt, receipt, numbers, language);
      const { client } = policy;
      for (const text of Object.values(documents)) {
        for (const part of [client.last_name, client.address, client.afm]) expect(joined(text)).toContain(joined(part));
        expect(text).toContain(text === documents.offer ? policy.application_no : policy.policy_no!);
      }
    }
  });

  it('of a vehicle have the sums, deductibles, days and premiums of the response, and the green card its days', async () => {
    const { id } = await motor.insert({
      ...{ makeCode: '140', modelCode: '1400077', engineCc: 1991, powerInKw: 350, manufactureYear: 2023, insuredValue: 55_000 },
      ...{ bundleCode: 'B3', extraCovers: 'M14', deductible: 300, discountCodes: '10 11', payFrequencyInMonths: 3, plateNo: 'YYX-4801' },
      policyStartDate: app.clock.today(),
      pawnerTitle: 'Συνεταιριστική Τράπεζα Κεντρικής Μακεδονίας Συν. Π.Ε. (πρώην Ν. Σερρών)',
      'client.addressStreet': LONG_ADDRESS,
    });
    const { agent } = motor;
    const read = await issue(agent, id, () => motor.act(id, 'issuePrepay'));
    const policy = await motor.get(id);
    const receipt = await getPaidReceipt(agent, id);
    expectStatus(201, await motor.call('PUT', `policies/${id}/greenCard`));
    const [card] = await listDocuments(agent, id, GREEN_CARD);
    for (const language of LANGUAGES) {
      const documents = await read(language);
      expectContract(documents, toMotorExpected(policy), language);
      expectReceipt(documents.receipt, receipt, new Map(), language);
      for (const text of [documents.offer, documents.application, documents.policy])
        for (const part of [policy.makeTitle!, policy.modelTitle!, policy.pawnerTitle!, LONG_ADDRESS, 'YYX4801'])
          expect(joined(text)).toContain(joined(part));
      const text = joined(await readPdf(agent, buildDocumentPath(agent, id, card!.id), language));
      const [from, to] = [receipt.period_from, receipt.period_to].map((day) => new Date(`${day}T00:00:00Z`));
      // The last day of a card is covered.
      to!.setUTCDate(to!.getUTCDate() - 1);
      for (const [label, day] of [
        ['From', from!],
        ['To', to!],
      ] as const) {
        const [year, month, date] = day.toISOString().slice(0, 10).split('-');
        expect(text).toContain(`${label}${date}Ημέρα·Day${month}Μήνας·Month${year}Έτος·Year`);
      }
      for (const part of [policy.makeTitle!, policy.modelTitle!, policy.policyNo!, 'YYX4801', LONG_ADDRESS])
        expect(text).toContain(joined(part));
    }
  });
});
