import { createHash } from 'node:crypto';
import { expectRefused } from '../support/expect-error.js';
import { buildLegalTexts } from '../support/legal-texts.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { readPdf } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

interface Information {
  readonly document: string;
  readonly kind: string;
  readonly version: string;
  readonly language: string;
  readonly sha256: string;
}

const HEADINGS = {
  el: [
    'Έγγραφο πληροφοριών για το',
    'Τι είδους ασφάλιση είναι αυτή;',
    'Τι ασφαλίζεται;',
    'Τι δεν ασφαλίζεται;',
    'Υπάρχουν περιορισμοί στην',
    'Πού είμαι καλυμμένος;',
    'Τι υποχρεώσεις έχω;',
    'Πότε και πώς πληρώνω;',
    'Πότε αρχίζει και πότε λήγει η κάλυψη;',
    'Πώς μπορώ να λύσω τη σύμβαση;',
  ],
  en: [
    'Insurance Product Information',
    'What is this type of insurance?',
    'What is insured?',
    'What is not insured?',
    'Are there any restrictions on cover?',
    'Where am I covered?',
    'What are my obligations?',
    'When and how do I pay?',
    'When does the cover start and end?',
    'How do I cancel the contract?',
  ],
} as const;

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  motor = (await MotorAgent.create(app, { code: 'M100' })).production;
});
afterAll(() => app.stop());

const fireIpid = (bundle: string): string => `/fire-api/parameters/bundles/${bundle}/ipid`;
const motorIpid = (bundle: string): string => `/mtr-api/resources/parameters/bundleCode/${bundle}/ipid`;
const listOf = async (id: number, of = agent): Promise<Information[]> =>
  expectStatus(200, await of.client.get(`/docs-api/policy/applications/${id}/information`)).json<Information[]>();

describe('the product information document', () => {
  it.each(['el', 'en'] as const)(
    'has the headings of the Regulation in order, on two pages, for each bundle (%s, customer.1)',
    async (language) => {
      const headers = { 'Accept-Language': language };
      for (const path of [...['101', '102', '103', '104'].map(fireIpid), ...['B1', 'B2', 'B3'].map(motorIpid)]) {
        const response = expectStatus(200, await agent.client.with(headers).get(path));
        expect(response.headers['content-language']).toBe(language);
        const { text, pages } = await readPdf(response.bytes);
        const places = HEADINGS[language].map((heading) => text.indexOf(heading));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        expect([Math.min(...places) >= 0, pages.length]).toEqual([true, 2]);
        expect(text).toContain(language === 'el' ? 'εποπτεία της Τράπεζας' : 'Bank of Greece');
      }
    },
  );

  it('is the same document with the same hash for agent, staff and application, and is refused for unknown names (customer.2)', async () => {
    const response = expectStatus(200, await agent.client.get(`${fireIpid('104')}?tariff_code=FIRE-SAMPLE&tariff_version=1`));
    const sha256 = createHash('sha256').update(response.bytes).digest('hex');
    expect(response.headers['etag']).toBe(`"${sha256}"`);
    const { id } = await agent.insert();
    expect(await listOf(id)).toMatchObject([
      { document: 'ipid-104', kind: 'IPID', version: 'FIRE-SAMPLE 1 104', language: 'el', sha256 },
      { document: 'terms', kind: 'TERMS', version: 'fire 1', language: 'el' },
      { document: 'privacy', kind: 'PRIVACY', version: '1', language: 'el' },
    ]);
    const staff = await StaffClient.open(app.running, 'underwriter');
    const byStaff = expectStatus(200, await staff.get(`applications/${id}/information/ipid-104`));
    expect(createHash('sha256').update(byStaff.bytes).digest('hex')).toBe(sha256);
    const { id: car } = await motor.insert();
    expect(await listOf(car, motor.agent)).toMatchObject([
      { document: 'ipid-B1', version: 'MOTOR-SAMPLE 1 B1' },
      { version: 'motor 1' },
      { version: '1' },
    ]);

    await expectRefused(app, () => agent.client.get(`${fireIpid('104')}?tariff_version=9`), { code: '-600' });
    await expectRefused(app, () => agent.client.get(motorIpid('104')), { code: '-602' });
    await expectRefused(app, () => agent.client.get(`/docs-api/policy/applications/${id}/information/ipid-101`), { code: '-303' });
    await expectRefused(app, () => staff.get(`applications/${id}/information/terms-of-nothing`), { code: '-303' });
  });

  it('follows a change of the settings, while what was read before stays stored (customer.2)', async () => {
    const issuing = await StaffClient.open(app.running, 'issuing');
    const { id } = await agent.insert();
    const [before] = await listOf(id);
    expectStatus(200, await issuing.put('settings', { insurer: { name: { el: 'Άλλη Ασφαλιστική Α.Ε.' } } }));
    const [after] = await listOf(id);
    expect(after?.sha256).not.toBe(before?.sha256);
    const stored = await app.query(
      'production',
      `SELECT encode(sha256(content), 'hex') AS hash FROM information_document WHERE sha256 = decode($1, 'hex')`,
      [before?.sha256],
    );
    expect(stored).toEqual([{ hash: before?.sha256 }]);
  });
});

describe('the terms and the privacy notice', () => {
  const read = async (id: number, document: string, language: string, of = agent) => {
    const response = await of.client
      .with({ 'Accept-Language': language })
      .get(`${of.root}/docs-api/policy/applications/${id}/information/${document}`);
    const { text } = await readPdf(expectStatus(200, response).bytes);
    return { text, sha256: createHash('sha256').update(response.bytes).digest('hex') };
  };

  it('state what the law asks for before the contract, in both languages and for each line (customer.9)', async () => {
    const { id } = await agent.insert();
    const { id: car } = await motor.insert();
    const terms = await read(id, 'terms', 'el');
    for (const part of [
      'ΓΟ-ΠΥΡ',
      'https://insurer.example/terms/fire',
      'υπαναχωρήσει',
      'εναντιωθεί',
      'Αιτιάσεων',
      'Συνήγορο',
      'Εφαρμοστέο δίκαιο',
      'Ασφάλιση πυρός',
    ])
      expect(terms.text).toContain(part);
    expect(terms.text).not.toMatch(/\{|P260/);
    expect((await read(id, 'terms', 'en')).text).toMatch(/Terms and pre-contractual\s+information.*withdraw.*Complaints Department/s);
    expect((await read(car, 'terms', 'el', motor.agent)).text).toContain('ΓΟ-ΑΥΤ');
    const notice = await read(id, 'privacy', 'el');
    expect(notice.text).toMatch(/Υπεύθυνος επεξεργασίας.*2016\/679.*www\.dpa\.gr/s);
    expect((await read(id, 'privacy', 'en')).text).toMatch(/The controller of your personal data is .*data portability/s);
    // Equal data gives the same document, for each application and each reader.
    const { id: other } = await agent.insert();
    expect([await read(other, 'terms', 'el'), await read(other, 'privacy', 'el')]).toEqual([terms, notice]);
  });

  it('are recorded when they are read, and are new documents after a change of the texts (customer.9, customer.5)', async () => {
    const staff = await StaffClient.open(app.running, 'issuing');
    const { id } = await agent.insert();
    const before = await read(id, 'privacy', 'el');
    await read(id, 'privacy', 'el');
    const deliveries = expectStatus(200, await staff.get(`applications/${id}/deliveries`)).json<{ items: object[] }>().items;
    expect(deliveries).toMatchObject([{ kind: 'PRIVACY', version: '1', language: 'el', sha256: before.sha256, channel: 'API' }]);
    expectStatus(200, await staff.put('settings/legal-texts', buildLegalTexts()));
    const after = await read(id, 'privacy', 'el');
    expect(after.text).toMatch(/Υπεύθυνος είναι η .*\sΓράψτε στο/s);
    expect(await listOf(id)).toMatchObject([{ kind: 'IPID' }, { version: 'fire 2' }, { version: '2', sha256: after.sha256 }]);
    const stored = await app.query('production', `SELECT version FROM information_document WHERE sha256 = decode($1, 'hex')`, [
      before.sha256,
    ]);
    expect(stored).toEqual([{ version: '1' }]);
    const sandbox = (await app.createAgent({ code: '20003' })).sandbox;
    const { id: own } = await sandbox.insert();
    expect((await read(own, 'privacy', 'el', sandbox)).text).toContain('Υπεύθυνος επεξεργασίας');
  });
});
