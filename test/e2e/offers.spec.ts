import { createHash } from 'node:crypto';
import type { HttpResponse } from '../support/client.js';
import { expectRefused, expectViolations } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent, MOTOR_CAR, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

interface Offer {
  readonly offer_no: string;
  readonly version: number;
  readonly current: string;
  readonly gross: number;
  readonly valid_until: string;
  readonly sha256: string;
  readonly links: readonly { readonly href: string }[];
}
interface Delivery {
  readonly kind: string;
  readonly version: string;
  readonly language: string;
  readonly sha256: string;
  readonly channel: string;
}

const RISK = {
  bundle_code: '103',
  prefecture_code: '02',
  building_year: 2004,
  subkind_of_risk: '0401',
  construction_of_skeleton: '01',
  roof_construction: '01',
  insured_values: [
    { group_cover: '01', insured_value: 150_000 },
    { group_cover: '02', insured_value: 20_000 },
  ],
  discounts: ['01', '05'],
};
const NOT_A_POLICY = { el: 'Η προσφορά δεν είναι ασφαλιστήριο', en: 'This offer is not a policy' };

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  motor = (await MotorAgent.create(app, { code: 'M100' })).production;
  issuing = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());

const offersPath = (id: number): string => `/docs-api/policy/applications/${id}/offers`;
const make = (id: number, by = agent): Promise<HttpResponse> => by.client.post(offersPath(id), {});
const offerFor = async (id: number, by = agent): Promise<Offer> => expectStatus(201, await make(id, by)).json<Offer>();
const pathOf = ({ links }: Offer): string => new URL(links[0]?.href ?? '', 'http://x').pathname;
const formatEuro = (amount: number, language = 'el'): string => {
  const text = new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    amount,
  );
  return text;
};
const listDeliveries = async (id: number): Promise<Delivery[]> =>
  expectStatus(200, await issuing.get(`applications/${id}/deliveries`)).json<{ items: Delivery[] }>().items;

async function readOffer(offer: Offer, language: 'el' | 'en', by = agent): Promise<string> {
  const response = expectStatus(200, await by.client.with({ 'Accept-Language': language }).get(pathOf(offer)));
  return pdfText(response.bytes);
}

describe('an offer for an application', () => {
  it('has the amounts of the price, its last day and what is missing, in both languages (customer.3)', async () => {
    const fire: FireEntity = await agent.insert(agent.body({ pay_frequency_in_months: 6, 'objects_insured[0].discounts': ['01', '05'] }));
    const offer = await offerFor(fire.id);
    expect(offer).toMatchObject({ version: 1, current: '1', gross: fire.pricing?.gross });
    for (const language of ['el', 'en'] as const) {
      const text = await readOffer(offer, language);
      for (const part of [offer.offer_no, NOT_A_POLICY[language], fire.application_no ?? '', 'Παπαδοπούλου Μαρία'])
        expect(text).toContain(part);
      const { pricing } = fire;
      const amounts = [pricing?.net, pricing?.fee, pricing?.gross, ...(pricing?.instalments ?? []).map(({ gross }) => gross)];
      const lines = (pricing?.lines ?? []).map(({ net }) => net);
      for (const amount of [...amounts, ...lines]) expect(text).toContain(formatEuro(amount ?? 0, language));
      expect(text).toContain(offer.valid_until.split('-').reverse().join('/'));
      expect(text).toContain(language === 'el' ? 'Η πληρωμή της πρώτης δόσης' : 'Payment of the first instalment');
      expect(text).toContain(language === 'el' ? 'Δεύτερο συμβόλαιο πελάτη' : "Customer's second policy");
    }

    const car: MotorEntity = await motor.insert({ bundleCode: 'B3', discountCodes: '10 11' });
    const text = await readOffer(await offerFor(car.id, motor.agent), 'el', motor.agent);
    for (const amount of [
      car.premium?.gross,
      ...(car.premium?.lines ?? []).map(({ net }) => net),
      ...car.discounts.map((one) => one.amount),
    ])
      expect(text).toContain(formatEuro(amount ?? 0));
    expect(text).toContain('Εξαιρέσεις και περιορισμοί – Μικτή');
  });

  it('is one for each version, and its event and list name it (customer.3)', async () => {
    const { id } = await agent.insert();
    const first = await offerFor(id);
    expect(await offerFor(id)).toEqual(first);
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const second = await offerFor(id);
    expect(second.offer_no).not.toBe(first.offer_no);
    expect(second.valid_until <= first.valid_until).toBe(true);
    const list = expectStatus(200, await agent.client.get(offersPath(id))).json<Offer[]>();
    expect(list.map(({ offer_no, current }) => [offer_no, current])).toEqual([
      [first.offer_no, '0'],
      [second.offer_no, '1'],
    ]);
    const events = await app.query(
      'production',
      `SELECT data ->> 'offer_no' AS no FROM event WHERE type = 'offer.made' AND data ->> 'application_id' = $1::text ORDER BY id`,
      [id],
    );
    expect(events).toEqual([{ no: first.offer_no }, { no: second.offer_no }]);
  });

  it('is refused without a price that counts, and for the applications of others (customer.3)', async () => {
    const { id } = await agent.insertIn('00');
    await expectRefused(app, () => make(id), { code: '-400' });
    const { id: paid } = await agent.insertIn('45');
    await expectRefused(app, () => make(paid), { code: '-400' });
    const { id: foreign } = await agent.insert();
    await expectRefused(app, () => make(foreign, motor.agent), { code: '-300' });
  });
});

describe('an offer for a quote', () => {
  it('has the amounts of the quote, and leaves only its number and hash (customer.4)', async () => {
    const [quote] = expectStatus(200, await agent.client.post('/fire-api/pricing/calcbundles', { bundles: [RISK] })).json<
      { pricing: { gross: number; net: number; lines: { net: number }[] }; discounts: { amount: number }[] }[]
    >();
    for (const language of ['el', 'en'] as const) {
      const client = agent.client.with({ 'Accept-Language': language });
      const response = expectStatus(200, await client.post('/fire-api/pricing/calcbundles/offer', { bundles: [RISK] }));
      const text = await pdfText(response.bytes);
      const amounts = [quote?.pricing.gross, quote?.pricing.net, ...(quote?.pricing.lines ?? []).map(({ net }) => net)];
      for (const amount of [...amounts, ...(quote?.discounts ?? []).map((one) => one.amount)])
        expect(text).toContain(formatEuro(amount ?? 0, language));
      expect(text).toContain(NOT_A_POLICY[language]);
      expect(text).not.toMatch(/undefined|null|NaN/);
      const sha256 = createHash('sha256').update(response.bytes).digest('hex');
      const stored = await app.query(
        'production',
        `SELECT offer_no, application_id, document_id, gross::float, encode(sha256, 'hex') AS sha256 FROM offer WHERE offer_no = $1`,
        [response.headers['x-offer-no']],
      );
      expect(stored).toEqual([
        { offer_no: response.headers['x-offer-no'], application_id: null, document_id: null, gross: quote?.pricing.gross, sha256 },
      ]);
    }
    const car = { ...MOTOR_CAR, bundleCode: 'B2', discountCodes: '10' };
    const priced = expectStatus(200, await motor.call('POST', 'quotes/prices', car)).json<{ bundles: { premium: { gross: number } }[] }>();
    const printed = expectStatus(200, await motor.call('POST', 'quotes/prices/offer', { ...car, plateNo: undefined }));
    const text = await pdfText(printed.bytes);
    expect(text).toContain(formatEuro(priced.bundles[0]?.premium.gross ?? 0));
    expect(text).toContain('Στοιχεία που λείπουν: Αριθμός κυκλοφορίας');
  });

  it('is refused for several risks, without a bundle, and without a price (customer.4)', async () => {
    const post = (...bundles: object[]): Promise<HttpResponse> => agent.client.post('/fire-api/pricing/calcbundles/offer', { bundles });
    await expectViolations(app, () => post(RISK, RISK), ['bundles', '-102']);
    await expectViolations(app, () => post({ ...RISK, bundle_code: undefined }), ['bundles[0].bundle_code', '-101']);
    await expectRefused(app, () => post({ ...RISK, discounts: ['02'] }), { code: '-400' });
  });
});

describe('demands and needs', () => {
  interface Need {
    readonly code: string;
    readonly title: string;
    readonly question: string;
    readonly state: string;
  }
  const listNeeds = async (path: string, by = agent): Promise<Record<string, Need[]>> => {
    const bundles = expectStatus(200, await by.client.get(path)).json<{ code: string; needs: Need[] }[]>();
    return Object.fromEntries(bundles.map(({ code, needs }) => [code, needs]));
  };
  const answer = (needs: readonly Need[], ...wanted: readonly string[]) =>
    needs.map(({ code }) => ({ code, answer: wanted.includes(code) ? '1' : '0' }));

  it('are questions of the tariff, with the state of each bundle (customer.8)', async () => {
    const fire = await listNeeds('/fire-api/parameters/listBundles');
    expect(fire['104']?.find(({ code }) => code === 'NATCAT')?.state).toBe('MET');
    expect(fire['104']?.find(({ code }) => code === 'THEFT')?.state).toBe('ADDABLE');
    expect(fire['101']?.find(({ code }) => code === 'THEFT')?.state).toBe('UNMET');
    expect(fire['101']?.[0]?.question).toContain(';');
    const english = agent.client.with({ 'Accept-Language': 'en' });
    const [first] = expectStatus(200, await english.get('/mtr-api/resources/parameters/bundleCode')).json<{ needs: Need[] }[]>();
    expect(first?.needs[0]).toMatchObject({ code: 'THEFT', title: 'Fire and theft of the vehicle', state: 'UNMET' });
  });

  it('are stated on the offer for an application: which bundle fits, which does not and why (customer.8)', async () => {
    const needs = (await listNeeds('/fire-api/parameters/listBundles'))['104']!;
    const { id } = await agent.insert();
    const post = (...wanted: readonly string[]): Promise<HttpResponse> =>
      agent.client.post(offersPath(id), { needs: answer(needs, ...wanted) });
    const plain = await offerFor(id);
    expect(await readOffer(plain, 'el')).not.toContain('Απαιτήσεις και ανάγκες');
    const offer = expectStatus(201, await post('NATCAT', 'THEFT')).json<Offer>();
    expect(offer).toMatchObject({
      current: '1',
      needs: expect.arrayContaining([
        { code: 'NATCAT', answer: '1' },
        { code: 'RENT', answer: '0' },
      ]) as object,
    });
    expect(offer.offer_no).not.toBe(plain.offer_no);
    expect(expectStatus(201, await post('THEFT', 'NATCAT')).json()).toEqual(offer);
    expect(await offerFor(id)).toEqual(offer);
    const text = (await readOffer(offer, 'el')).replaceAll('\n', ' ');
    for (const part of [
      'Ζητούνται: Σεισμός, πλημμύρα και πυρκαγιά από δάσος, Κλοπή.',
      'Δεν ζητούνται: Καιρικά φαινόμενα',
      'Πακέτο της προσφοράς «Κατοικία φυσικές καταστροφές (ΕΝΦΙΑ)»: δεν καλύπτει όσα ζητούνται. Λείπουν: Κλοπή.',
      'Πακέτο «Πλήρες»: καλύπτει όσα ζητούνται.',
    ])
      expect(text).toContain(part);
    const english = (await readOffer(offer, 'en')).replaceAll('\n', ' ');
    expect(english).toContain('Wanted: Earthquake, flood and forest fire, Theft.');
    const fits = expectStatus(201, await post('NATCAT')).json<Offer>();
    expect((await readOffer(fits, 'el')).replaceAll('\n', ' ')).toContain('(ΕΝΦΙΑ)»: καλύπτει όσα ζητούνται.');
  });

  it('are stated on the offer for a quote, and answered once each (customer.8)', async () => {
    const needs = (await listNeeds('/mtr-api/resources/parameters/bundleCode', motor.agent))['B2']!;
    const car = { ...MOTOR_CAR, bundleCode: 'B2' };
    const printed = expectStatus(200, await motor.call('POST', 'quotes/prices/offer', { ...car, needs: answer(needs, 'OWN', 'GLASS') }));
    const text = (await pdfText(printed.bytes)).replaceAll('\n', ' ');
    expect(text).toContain('Πακέτο της προσφοράς «Πυρός και κλοπής»: δεν καλύπτει όσα ζητούνται. Λείπουν: Ζημιές του οχήματος');
    expect(text).toContain('Πακέτο «Μικτή»: καλύπτει όσα ζητούνται.');
    const fire = (await listNeeds('/fire-api/parameters/listBundles'))['103']!;
    const quoted = expectStatus(
      200,
      await agent.client.post('/fire-api/pricing/calcbundles/offer', { bundles: [RISK], needs: answer(fire, 'THEFT') }),
    );
    expect((await pdfText(quoted.bytes)).replaceAll('\n', ' ')).toContain('«Πλήρες»: καλύπτει όσα ζητούνται.');
    const { id } = await agent.insert();
    const post = (answers: readonly object[]): Promise<HttpResponse> => agent.client.post(offersPath(id), { needs: answers });
    const all = answer(fire, 'THEFT');
    await expectViolations(app, () => post(all.slice(1)), ['needs', '-101']);
    await expectViolations(app, () => post([...all, all[0]!]), ['needs', '-102']);
    await expectViolations(app, () => post([...all, { code: 'MOON', answer: '1' }]), ['needs', '-102']);
    await expectViolations(app, () => post([{ code: 'THEFT', answer: '2' }]), ['needs[0].answer', '-102']);
  });
});

describe('deliveries', () => {
  it('record once who got offer, product information and policy, with the hash of what was sent (customer.5)', async () => {
    const { id } = await agent.insert();
    const offer = await offerFor(id);
    await readOffer(offer, 'el');
    await readOffer(offer, 'el');
    await readOffer(offer, 'en');
    expectStatus(200, await agent.client.get(`/docs-api/policy/applications/${id}/information/ipid-104`));
    expectStatus(200, await issuing.get(`applications/${id}/information/ipid-104`));
    const deliveries = await listDeliveries(id);
    expect(deliveries.map(({ kind, language, channel }) => [kind, language, channel])).toEqual([
      ['OFFER', 'el', 'API'],
      ['OFFER', 'en', 'API'],
      ['IPID', 'el', 'API'],
      ['IPID', 'el', 'STAFF'],
    ]);
    expect([deliveries[0]?.sha256, deliveries[2]?.version]).toEqual([offer.sha256, 'FIRE-SAMPLE 1 104']);

    const car = await motor.insert({ policyStartDate: app.clock.today() });
    expectStatus(205, await motor.act(car.id, 'issueCharge'));
    const documents = expectStatus(200, await motor.agent.client.get(`/docs-api/policy/applications/${car.id}/documents`)).json<
      { id: number; category_id: number; sha256: string }[]
    >();
    const policy = documents.find(({ category_id: category }) => category === 28);
    expectStatus(200, await motor.call('GET', `policies/${car.id}/documents/${policy?.id}/image`));
    expect(await listDeliveries(car.id)).toMatchObject([{ kind: 'POLICY', channel: 'API', language: 'el', sha256: policy?.sha256 }]);
  });
});

describe('a policy and an offer', () => {
  it('state the insurer, the intermediary’s registration, exclusions, discounts by name and the paid period (customer.6)', async () => {
    await app.query('production', `UPDATE agent SET licence_no = 'ΕΕΑ-12345' WHERE code = 'M100'`);
    const car = await motor.insert({ policyStartDate: app.clock.today(), bundleCode: 'B2', discountCodes: '10 11', plateNo: 'ΙΖΧ-4823' });
    const offered = await readOffer(await offerFor(car.id, motor.agent), 'en', motor.agent);
    expectStatus(205, await motor.act(car.id, 'issueCharge'));
    const fire = await agent.insert(agent.body({ pay_frequency_in_months: 6 }));
    expectStatus(205, await agent.act(fire.id, 'prepay'));
    expectStatus(205, await agent.act(fire.id, 'charge'));
    const readPolicy = async (id: number, by: FireAgent, language: string): Promise<string> => {
      const path = `/docs-api/policy/applications/${id}/documents`;
      const documents = expectStatus(200, await by.client.get(path)).json<{ id: number; category_id: number }[]>();
      const policy = documents.find(({ category_id: category }) => category === 28);
      const response = expectStatus(200, await by.client.with({ 'Accept-Language': language }).get(`${path}/${policy?.id}`));
      return pdfText(response.bytes);
    };
    const policy = await readPolicy(car.id, motor.agent, 'en');
    for (const text of [offered, policy]) {
      for (const part of [
        'Register no. ΕΕΑ-12345',
        '000000000000',
        'Athens, Greece',
        'governed by Greek law',
        'Races, shows and speed trials',
      ])
        expect(text).toContain(part);
      for (const { amount } of car.discounts) expect(text).toContain(formatEuro(amount ?? 0, 'en'));
    }
    const home = await readPolicy(fire.id, agent, 'el');
    expect(home).toMatch(/Πληρωμένο έως\n\d\d\/\d\d\/2027/);
    expect(home).toContain('Εξαιρέσεις και περιορισμοί – Κατοικία φυσικές καταστροφές (ΕΝΦΙΑ)');
  });
});
