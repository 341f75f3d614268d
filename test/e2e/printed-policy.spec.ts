import type { Language } from '../../src/common/language.js';
import type { LegalTextsRequest } from '../../src/backoffice/administration/settings/legal-texts.dto.js';
import type { HttpResponse } from '../support/client.js';
import { charge, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { buildDocumentPath, listDocuments, startDocumentFixture, readPrintedText, SystemCategory } from '../support/documents.js';
import { expectStatus, type FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { buildLegalTexts } from '../support/legal-texts.js';
import type { MotorAgent } from '../support/motor.js';
import { expectAllRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

const { POLICY, RECEIPT } = SystemCategory;

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => fire.renewToken());

async function getDocument(agent: FireAgent, id: number, category: number): Promise<string> {
  const [first] = await listDocuments(agent, id, category);
  return buildDocumentPath(agent, id, first!.id);
}

async function inLanguage(agent: FireAgent, path: string, language: Language, headers = {}): Promise<HttpResponse> {
  return agent.client.get(path, { headers: { 'Accept-Language': language, ...headers } });
}

async function getText(agent: FireAgent, path: string, language: Language, name = 'document'): Promise<string> {
  const response = expectStatus(200, await inLanguage(agent, path, language));
  expect(response.headers['content-language']).toBe(language);
  return readPrintedText(response, `${name}-${language}.pdf`);
}

async function firePolicy(objects: number): Promise<{ id: number; path: string }> {
  const { id: draft } = await fire.insert();
  const {
    objects_insured: [one],
  } = await fire.get(draft);
  const object: Record<string, unknown> = { ...one };
  delete object['object_id'];
  const body = fire.body({ ...QUARTERLY, objects_insured: Array.from({ length: objects }, () => object) });
  const { id } = await fire.insert(body);
  expectStatus(205, await fire.act(id, 'prepay'));
  expectStatus(205, await charge(fire, id));
  return { id, path: await getDocument(fire, id, POLICY) };
}

describe('a printed policy with its legal texts', () => {
  it.each([1, 10])('of fire with %i objects shows dates, covers, limits and the customer’s rights', async (objects) => {
    const { path } = await firePolicy(objects);
    const greek = await getText(fire, path, 'el', `fire-${objects}`);
    for (const part of [
      'Έναρξη ασφάλισης 05/12/2026, ώρα 00:00',
      'Λήξη ασφάλισης 05/12/2027, ώρα 00:00',
      '005 Σεισμός – ',
      '2% του ασφαλιζόμενου κεφαλαίου',
      'ΓΟ-ΠΥΡ',
      'εντός ενός (1) μηνός από την παραλαβή του ασφαλιστηρίου',
      'εντός 14 ημερών από την παράδοση',
      'εντός 14 ημερολογιακών ημερών από τη σύναψη',
      'εντός 50 ημερολογιακών ημερών',
      'Δήλωση εναντίωσης Προς την Υπόδειγμα Ασφαλιστική Α.Ε., Λεωφ. Συγγρού 100',
      'Δήλωση υπαναχώρησης',
    ])
      expect(greek).toContain(part);
    for (const absent of ['{', 'undefined', 'null', 'φιλικού']) expect(greek).not.toContain(absent);
    const english = await getText(fire, path, 'en', `fire-${objects}`);
    for (const part of [
      'COPY IN ENGLISH – THE GREEK TEXT PREVAILS',
      'Cover starts 05/12/2026, 00:00',
      '005 Earthquake – ',
      '2% of the sum insured',
      'Quarterly',
      'within one (1) month of receiving the policy',
      'within 50 calendar days',
      'Declaration of withdrawal To Sample Insurance S.A.',
    ])
      expect(english).toContain(part);
    expect(english).not.toMatch(/[{]|undefined|null|Κατοικία|Σκυρόδεμα/);
  });

  it('of a vehicle issued on its first day begins with its issue, and names the friendly settlement', async () => {
    const agent = motor.agent;
    const { id } = await motor.insert({ policyStartDate: '2026-11-25', bundleCode: 'B3', insuredValue: 12_000 });
    expectStatus(205, await motor.act(id, 'issuePrepay'));
    expectStatus(205, await charge(agent, id));
    const path = await getDocument(agent, id, POLICY);
    const greek = await getText(agent, path, 'el', 'motor-1');
    for (const part of [
      'Έναρξη ασφάλισης 25/11/2026, ώρα 10:00',
      'Λήξη ασφάλισης 25/11/2027, ώρα 00:00',
      'Όριο σωματικών βλαβών ανά θύμα 1.300.000,00 €',
      'φιλικού διακανονισμού',
    ])
      expect(greek).toContain(part);
    const english = await getText(agent, path, 'en', 'motor-1');
    for (const part of [
      'Cover starts 25/11/2026, 10:00',
      'Bodily injury limit per victim €1,300,000.00',
      'Third-party liability',
      'Private passenger car',
      'Levy: Auxiliary Fund (the insured’s share)',
    ])
      expect(english).toContain(part);
    const image = `${motor.path(`policies/${id}/documents`)}/${path.split('/').at(-1)}/image`;
    expect(expectStatus(200, await inLanguage(agent, image, 'en')).bytes.equals((await inLanguage(agent, path, 'en')).bytes)).toBe(true);
  });
});

describe('the English copy of a document', () => {
  it('has its own tag, name and ranges, and the Greek document does not change', async () => {
    const { id } = await createPolicy(fire);
    const path = await getDocument(fire, id, POLICY);
    const [plain, greek, english] = [await fire.client.get(path), await inLanguage(fire, path, 'el'), await inLanguage(fire, path, 'en')];
    expect(plain.bytes.equals(greek.bytes)).toBe(true);
    expect([plain.headers['content-language'], english.headers['content-language']]).toEqual(['el', 'en']);
    for (const { headers } of [plain, greek, english]) expect(headers.vary).toContain('Accept-Language');
    expect(english.headers.etag).not.toBe(greek.headers.etag);
    expect(english.headers['content-disposition']).toMatch(/filename="P26\d+-en\.pdf"/);
    const again = await inLanguage(fire, path, 'en', { 'If-None-Match': english.headers.etag });
    expect([again.status, again.headers['content-language']]).toEqual([304, 'en']);
    expect((await inLanguage(fire, path, 'en', { 'If-None-Match': greek.headers.etag })).status).toBe(200);
    const part = expectStatus(206, await inLanguage(fire, path, 'en', { Range: 'bytes=10-19' }));
    expect(part.bytes.equals(english.bytes.subarray(10, 20))).toBe(true);
    const staffPath = `applications/${id}/documents/${path.split('/').at(-1)}`;
    const staff = await issuing.staff.get(staffPath, { headers: { 'Accept-Language': 'en' } });
    expect(expectStatus(200, staff).bytes.equals(english.bytes)).toBe(true);
  });

  it('exists for receipt and application, and not for documents printed before copies existed', async () => {
    const { id } = await createPolicy(fire);
    const receipt = await getDocument(fire, id, RECEIPT);
    expect(await getText(fire, receipt, 'en', 'receipt')).toContain('Premium receipt');
    await getText(fire, receipt, 'el', 'receipt');
    const application = await getDocument(fire, (await createPrepaid(fire)).id, 1);
    expect(await getText(fire, application, 'en', 'application')).toContain('Application for insurance');
    const withoutEnglish = `
      WITH old AS (DELETE FROM document_content WHERE document_id = $1 RETURNING document_id, content)
      INSERT INTO document_content (document_id, content) SELECT document_id, content FROM old`;
    await app.query('production', withoutEnglish, [receipt.split('/').at(-1)]);
    const greek = expectStatus(200, await inLanguage(fire, receipt, 'en'));
    expect([greek.headers['content-language'], greek.bytes.equals((await inLanguage(fire, receipt, 'el')).bytes)]).toEqual(['el', true]);
  });
});

describe('the legal texts', () => {
  it('change without a restart: the next policy has the new ones, the previous keeps its own', async () => {
    const previous = await getDocument(fire, (await createPolicy(fire)).id, POLICY);
    const before = await Promise.all((['el', 'en'] as const).map((language) => inLanguage(fire, previous, language)));
    const first = expectStatus(200, await issuing.staff.get('settings/legal-texts')).json<LegalTextsRequest & { version: number }>();
    const changed = expectStatus(200, await issuing.staff.put('settings/legal-texts', buildLegalTexts()));
    expect(changed.json()).toEqual({ version: first.version + 1, ...buildLegalTexts() });
    expect((await issuing.staff.get('settings/legal-texts')).json()).toEqual(changed.json());

    const next = await getDocument(fire, (await createPolicy(fire)).id, POLICY);
    const greek = await getText(fire, next, 'el');
    for (const part of [
      'Όροι πυρός',
      '2026-9',
      'Υπαναχώρηση εντός 15 ημερών.',
      'Εναντίωση εντός 16 ημερών.',
      'εντός 45 ημερών',
      `έκδοση ${first.version + 1}.`,
    ])
      expect(greek).toContain(part);
    expect(await getText(fire, next, 'en')).toMatch(/Terms fire.*Withdraw within 15 days\..*I object to P26\d+\./);
    for (const [index, language] of (['el', 'en'] as const).entries())
      expect((await inLanguage(fire, previous, language)).bytes.equals(before[index]!.bytes)).toBe(true);

    // Repeating the same texts is not a change.
    const fingerprint = await app.readFingerprint();
    expectStatus(200, await issuing.staff.put('settings/legal-texts', buildLegalTexts()));
    expect(await app.readFingerprint()).toEqual(fingerprint);
    const [entry] = await app.query(
      'production',
      `SELECT details FROM gateway.audit_entry WHERE subject_type = 'settings' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ details: { changes: { version: [first.version, first.version + 1] } } });
    const sandbox = await LocalCollectionClient.open(app, 'sandbox');
    expect((await sandbox.staff.get('settings/legal-texts')).json()).toMatchObject({ version: 1 });
  });

  it('are previewed as printed in either language, and nothing of the preview is stored', async () => {
    const texts = { ...buildLegalTexts(), outOfCourt: { el: 'Ο διαμεσολαβητής.', en: 'The mediator.' } };
    const { version } = expectStatus(200, await issuing.staff.get('settings/legal-texts')).json<{ version: number }>();
    const before = await app.readFingerprint();
    const show = async (line: string, language: Language): Promise<string> => {
      const options = { json: texts, headers: { 'Accept-Language': language } };
      const response = expectStatus(200, await issuing.staff.send('POST', `settings/legal-texts/preview?line=${line}`, options));
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-language': language,
        'cache-control': 'no-store',
      });
      return readPrintedText(response, `legal-texts-${line}-${language}.pdf`);
    };
    const greek = await show('fire', 'el');
    for (const part of [
      'Νομικά κείμενα Προεπισκόπηση',
      'Όροι πυρός',
      'Εναντίωση εντός 16 ημερών.',
      'Εναντιώνομαι στο P000000000.',
      'Ο διαμεσολαβητής.',
      `έκδοση ${version + 1}.`,
      'Υπογραφή του λήπτη της ασφάλισης',
    ])
      expect(greek).toContain(part);
    expect(greek).not.toMatch(/Όροι αυτοκινήτου|φιλικού|Εκδόθηκε/);
    expect(await show('motor', 'en')).toMatch(/Terms motor.*Friendly.*\+30 210 2222222.*The mediator\..*I object to P000000000\./);
    expect(await app.readFingerprint()).toEqual(before);
    const preview = (line: string, body: object) => () => issuing.staff.post(`settings/legal-texts/preview?line=${line}`, body);
    await expectAllRefused(app, [
      [preview('fire', { ...texts, motor: undefined }), { code: '-101', violations: [['motor', '-101']] }],
      [preview('ship', texts), { code: '-105', violations: [['line', '-105']] }],
    ]);
  });

  it('are refused as a whole when a part is wrong or missing', async () => {
    const admin = await StaffClient.open(app.running, 'admin');
    const put = (change: (texts: LegalTextsRequest) => void) => () => {
      const texts = buildLegalTexts();
      change(texts);
      return admin.put('settings/legal-texts', texts);
    };
    const violation = (path: string, code: string) => ({ code, violations: [[path, code]] as const });
    await expectAllRefused(app, [
      [
        put((texts) => Object.assign(texts.fire.generalConditions.title, { en: ' ' })),
        violation('fire.generalConditions.title.en', '-101'),
      ],
      [put((texts) => Object.assign(texts.outOfCourt, { en: null })), violation('outOfCourt.en', '-101')],
      [put((texts) => Object.assign(texts, { motor: undefined })), violation('motor', '-101')],
      [put((texts) => (texts.withdrawal.days = 0)), violation('withdrawal.days', '-102')],
      [put((texts) => (texts.complaints.days = 366)), violation('complaints.days', '-102')],
      [put((texts) => (texts.withdrawal.text.en = 'Within 14 days.')), violation('withdrawal.text.en', '-102')],
      [put((texts) => (texts.objection.form.el = 'Προς {nobody}')), violation('objection.form.el', '-102')],
      [put((texts) => (texts.outOfCourt.el = 'Α'.repeat(3_001))), violation('outOfCourt.el', '-102')],
      [put((texts) => (texts.outOfCourt.el = 'Α\0')), violation('outOfCourt.el', '-102')],
      [put((texts) => (texts.fire.claims.email = 'nobody')), violation('fire.claims.email', '-102')],
      [put((texts) => (texts.fire.generalConditions.url = 'http://insurer.gr')), violation('fire.generalConditions.url', '-102')],
    ]);
  });
});
