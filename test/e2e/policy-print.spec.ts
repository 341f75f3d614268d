import { charge, createPrepaid, parseLinks, QUARTERLY, requestPaymentCode } from '../support/collection.js';
import { buildDocumentPath, listDocuments, readPrintedText, startDocumentFixture, SystemCategory } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { buildLegalTexts } from '../support/legal-texts.js';

const { POLICY } = SystemCategory;

let app: FireApp;
let fire: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => fire.renewToken());

async function count(table: 'document' | 'policy_to_print', id: number): Promise<number> {
  const condition = table === 'document' ? `AND category_id = ${POLICY}` : '';
  const rows = await app.query('production', `SELECT FROM ${table} WHERE application_id = $1 ${condition}`, [id]);
  return rows.length;
}

/** Pays an application by the bank, so that its policy waits to be printed. */
async function payByBank(changes = {}): Promise<number> {
  const { id } = await createPrepaid(fire, changes);
  expect((await issuing.pay(fire, id)).outcome).toBe('ISSUED');
  expect([await count('document', id), await count('policy_to_print', id)]).toEqual([0, 1]);
  return id;
}

async function readPolicy(path: string, language: 'el' | 'en'): Promise<string> {
  const response = expectStatus(200, await fire.client.get(path, { headers: { 'Accept-Language': language } }));
  expect(response.headers['content-language']).toBe(language);
  return readPrintedText(response, `policy-${language}.pdf`);
}

describe('the policy of an application that the bank paid', () => {
  it('says the same as the policy of a charge', async () => {
    const paid = await payByBank(QUARTERLY);
    const { id: charged } = await createPrepaid(fire, QUARTERLY);
    expectStatus(205, await charge(fire, charged));
    for (const language of ['el', 'en'] as const) {
      const [one, other] = await Promise.all(
        [paid, charged].map(async (id) => {
          const [document] = await listDocuments(fire, id, POLICY);
          const { policy_no: policyNo, application_no: applicationNo } = await fire.get(id);
          expect(document).toMatchObject({ file_name: `${policyNo}.pdf` });
          const text = await readPolicy(buildDocumentPath(fire, id, document!.id), language);
          return text.replaceAll(policyNo!, 'POLICY').replaceAll(applicationNo, 'APPLICATION');
        }),
      );
      expect(one).toContain('POLICY');
      expect(one).toBe(other);
    }
  });

  it('is linked at once, and printed once as of its issue when it is read', async () => {
    const id = await payByBank();
    // Refused, because nothing is due.
    const { policy } = parseLinks(await requestPaymentCode(fire, id));
    expect(policy).toBeDefined();
    const { version } = expectStatus(200, await issuing.staff.get('settings/legal-texts')).json<{ version: number }>();
    expectStatus(200, await issuing.staff.put('settings/legal-texts', buildLegalTexts()));

    const texts = await Promise.all([1, 2, 3].map(() => readPolicy(policy!, 'el')));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(`έκδοση ${version}.`);
    expect(texts[0]).not.toContain('Όροι πυρός');
    expect(await readPolicy(policy!, 'en')).not.toContain('Terms fire');
    const [document, ...more] = await listDocuments(fire, id, POLICY);
    expect([policy, more]).toEqual([buildDocumentPath(fire, id, document!.id), []]);
    expect([await count('document', id), await count('policy_to_print', id)]).toEqual([1, 0]);
  });

  it('is printed by the job, also when a node of the previous version has ended the task', async () => {
    const id = await payByBank();
    await app.query('production', 'DELETE FROM print_task WHERE application_id = $1', [id]);
    await app.query('production', 'UPDATE policy_to_print SET leased_until = statement_timestamp()');
    await app.running.parts.startPrinting();
    await eventually('the policy is printed', async () => (await count('document', id)) === 1);
    await app.running.parts.stopPrinting();
    expect(await count('policy_to_print', id)).toBe(0);
  });
});
