import { createHash } from 'node:crypto';
import { expectRefused } from '../support/expect-error.js';
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
    expect(await listOf(id)).toMatchObject([{ document: 'ipid-104', kind: 'IPID', version: 'FIRE-SAMPLE 1 104', language: 'el', sha256 }]);
    const staff = await StaffClient.open(app.running, 'underwriter');
    const byStaff = expectStatus(200, await staff.get(`applications/${id}/information/ipid-104`));
    expect(createHash('sha256').update(byStaff.bytes).digest('hex')).toBe(sha256);
    const { id: car } = await motor.insert();
    expect(await listOf(car, motor.agent)).toMatchObject([{ document: 'ipid-B1', version: 'MOTOR-SAMPLE 1 B1' }]);

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
