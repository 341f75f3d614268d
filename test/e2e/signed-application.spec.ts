import { writeFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { addDays } from '../../src/common/athens.js';
import type { Language } from '../../src/common/language.js';
import { CustomerClient, getToken, makeLink } from '../support/customer.js';
import { buildDocumentPath, listDocuments } from '../support/documents.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { MotorAgent } from '../support/motor.js';
import { readPdf } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

interface Questionnaire {
  readonly groups: readonly {
    readonly title: string;
    readonly answers: readonly {
      readonly path: string;
      readonly label: string;
      readonly values: readonly { readonly value: string | number | boolean; readonly title: string | null }[];
    }[];
  }[];
}

const APPLICATION = 1;
/** Values of the system, which nobody answers. */
const ASSIGNED = /(^|\.)(object_id|claim_id|co_owner_id|registryBonusMalus)$|^(client|insured)\.id$|^(frozen|agentTitles)\./;
const LONG_NAME = 'Παπαδημητρακοπούλου-Κωνσταντινοπούλου του Αναγνωστοπούλου και της Παπαχαραλαμποπούλου';
const LANGUAGES: readonly Language[] = ['el', 'en'];

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let underwriter: StaffClient;
let reader: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).sandbox;
  motor = (await MotorAgent.create(app, { code: 'M100' })).production;
  underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
  reader = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());

const strip = (text: string): string => text.replaceAll(/\s/g, '');

/** Formats an answer as the document does: amounts have cents. */
function formatValue(value: string | number | boolean, language: Language, isAmount: boolean): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? value.split('-').reverse().join('/') : value;
  const useGrouping = isAmount || Number(value) >= 10_000;
  const cents = isAmount ? { minimumFractionDigits: 2 } : {};
  return new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-GB', { useGrouping, ...cents }).format(Number(value));
}

/** Reads the printed application and expects each answer of the questionnaire, with label and group. */
async function readWhole(by: FireAgent, staff: StaffClient, id: number, language: Language): Promise<string> {
  const [document, ...others] = await listDocuments(by, id, APPLICATION);
  expect(others).toEqual([]);
  const headers = { 'Accept-Language': language };
  const { bytes } = expectStatus(200, await by.client.get(buildDocumentPath(by, id, document!.id), { headers }));
  if (process.env['LOOK']) writeFileSync(`${process.env['LOOK']}/${language}-${document!.file_name}`, bytes);
  const { text } = await readPdf(bytes);
  const printed = strip(text);
  const { groups } = expectStatus(200, await staff.get(`applications/${id}/questionnaire`, { headers })).json<Questionnaire>();
  let count = 0;
  for (const { title, answers } of groups) {
    const given = answers.filter(({ path, values }) => values.length > 0 && !ASSIGNED.test(path));
    if (given.length > 0) expect(printed).toContain(strip(title));
    for (const { label, values } of given) {
      const shown = values.map((one) => one.title ?? formatValue(one.value, language, label.endsWith('(€)'))).join(', ');
      expect(printed).toContain(strip(`${label}${shown}`));
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
  return text.replaceAll('\n', ' ');
}

describe('the application that is signed', () => {
  it('has every answer of ten objects, the approval with its terms, and the customer’s own acceptance (customer.7)', async () => {
    const { fire_application: full } = buildFullFireBody(app.clock.today());
    const [object] = full.objects_insured;
    const [client, insured] = [full.client, full.insured].map((person) => ({ ...person, last_name: LONG_NAME }));
    const objects = Array.from({ length: 10 }, (_, index) => ({ ...object, address_number: `${index + 1}`, atak: `0123456789${index}` }));
    const { id, status_code: status } = await agent.insert({ fire_application: { ...full, client, insured, objects_insured: objects } });
    expect(status).toBe('25');
    expectStatus(205, await agent.act(id, 'request_approval'));
    const terms = { loadingPercent: 12.5, note: 'Πιστοποιητικό εντός τριμήνου.' };
    const messages = [{ severity: 'warning', text: 'Μόνο για τον συνεργάτη.' }];
    expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms, messages }));
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const customer = await CustomerClient.of(app, agent, getToken((await makeLink(agent, id, 'accept')).url)).confirm(
      app,
      String(full.client['afm']).slice(-4),
    );
    expectStatus(200, await customer.accept());
    const [act] = await app.query<{ hash: string }>(
      'sandbox',
      `SELECT encode(shown_sha256, 'hex') AS hash FROM customer_act WHERE application_id = $1`,
      [id],
    );
    const day = app.clock.today().split('-').reverse().join('/');
    const texts = {
      el: [`Η αίτηση εγκρίθηκε από την ασφαλιστική εταιρεία στις ${day}`, '12,5%', 'Υπογράφηκε ηλεκτρονικά', 'Ναι – Έλαβα και διάβασα'],
      en: [`The insurer approved the application on ${day}`, '12.5%', 'Signed electronically', 'Yes – I have received and read'],
    };
    const [referral] = (await agent.get(id)).messages.filter(({ severity }) => severity === 'referral');
    for (const language of LANGUAGES) {
      const text = await readWhole(agent, underwriter, id, language);
      for (const part of [...texts[language], terms.note]) expect(text).toContain(part);
      expect(strip(text)).toContain(act!.hash);
      expect(text).toContain('m…@example.gr');
      expect(text.replaceAll('m…@', '')).not.toContain('…');
      expect(text).not.toContain(messages[0]!.text);
      expect(text).not.toContain(language === 'el' ? 'Τόπος και ημερομηνία' : 'Place and date');
      if (language === 'el') expect(text).toContain(`10. Μόνιμη κατοικία - διαμέρισμα (Κατοικία): ${referral!.text}`);
    }
  });

  it('exists for a vehicle that is issued at once, as it was then, with a place to sign (customer.7)', async () => {
    const comments = Array.from({ length: 120 }, (_, index) => `παρατήρηση${index}`).join(' ');
    const drivers = Array.from({ length: 3 }, (_, index) => ({ name: `${LONG_NAME} ${index}`, birthYear: 1990 }));
    const changes = { plateNo: 'YYX5101', comments, drivers, 'client.lastName': LONG_NAME, pawnerTitle: LONG_NAME };
    const { id } = await motor.createPolicy(changes);
    const today = app.clock.today().split('-').reverse().join('/');
    for (const language of LANGUAGES) {
      const text = await readWhole(motor.agent, reader, id, language);
      for (let index = 0; index < 120; index += 1) expect(text).toMatch(new RegExp(`παρατήρηση${index}\\s`));
      for (const part of [today, language === 'el' ? 'Υπογραφή του λήπτη της ασφάλισης' : 'Policyholder’s signature'])
        expect(text).toContain(part);
      expect(text).not.toContain('…');
    }
    app.clock.set(`${addDays(app.clock.today(), 60)}T08:00:00Z`);
    await motor.agent.renewToken();
    const body = { kind: 'CHANGE', effectiveDate: app.clock.today(), reason: 'Νέα έδρα', changes: { regionPostcode: '11528' } };
    expectStatus(201, await motor.call('POST', `policies/${id}/amendments`, body));
    await app.query('production', `DELETE FROM document WHERE application_id = $1 AND category_id = 1 RETURNING id`, [id]);
    const [again] = await listDocuments(motor.agent, id, APPLICATION);
    const { text } = await readPdf(expectStatus(200, await motor.agent.client.get(buildDocumentPath(motor.agent, id, again!.id))).bytes);
    expect(text).toContain('11527');
    expect(text).not.toContain('11528');
  });
});
