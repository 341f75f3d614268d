import { unzipSync } from 'fflate';
import { createPolicy } from '../support/collection.js';
import { listDocuments, startDocumentFixture } from '../support/documents.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import { createAfm } from '../support/party-client.js';
import { StaffClient } from '../support/staff-client.js';
import { uploadDocument } from '../support/agent-data.js';

/** backoffice.261. */
const HOLDER = { 'client.afm': createAfm(), 'client.last_name': 'Εξαγωγίδου', 'client.email': 'export@example.gr' };
const INSURED = { 'insured.afm': createAfm(), 'insured.last_name': 'Ξενίδης', 'insured.email': 'insured@example.gr' };

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  ({ app, fire: agent } = await startDocumentFixture());
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());

const countExports = async (): Promise<number> => {
  const [row] = await app.query<{ count: string }>(
    'production',
    `SELECT count(*) AS count FROM gateway.audit_entry WHERE action = 'export' AND subject_type = 'party'`,
  );
  return Number(row!.count);
};

async function exportPerson(afm: string): Promise<ReadonlyMap<string, Buffer>> {
  const response = expectStatus(200, await admin.get(`parties/${await app.getParty('production', afm)}/export`));
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  return new Map(Object.entries(unzipSync(response.bytes)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

describe('the export of a person', () => {
  it('has the register, each application with receipts and history, and the documents byte by byte', async () => {
    const policy = await createPolicy(agent, { ...HOLDER, ...INSURED });
    expectStatus(201, await uploadDocument(agent, policy.id, Buffer.from('Αίτημα πρόσβασης', 'utf8')));
    const printed = await listDocuments(agent, policy.id);
    const before = await countExports();
    const files = await exportPerson(HOLDER['client.afm']);

    expect(await countExports()).toBe(before + 1);
    const person = JSON.parse(files.get('person.json')!.toString()) as { person: object };
    expect(person).toMatchObject({
      environment: 'production',
      person: { afm: HOLDER['client.afm'], lastName: HOLDER['client.last_name'] },
    });
    const folder = `applications/${policy.application_no}`;
    const application = JSON.parse(files.get(`${folder}/application.json`)!.toString()) as {
      readonly receipts: readonly object[];
      readonly history: readonly { readonly action: string }[];
      readonly answers: readonly object[];
      readonly documents: readonly { readonly id: number; readonly fileName: string }[];
    };
    expect(application).toMatchObject({ policyNo: policy.policy_no, questionnaire: { client: { email: HOLDER['client.email'] } } });
    expect(application.receipts.length).toBeGreaterThan(0);
    expect(application.answers.length).toBeGreaterThan(0);
    expect(application.history.map(({ action }) => action)).toEqual(expect.arrayContaining(['insert', 'issue']));
    expect(JSON.stringify(application)).not.toContain('actorName');
    const names = application.documents.map(({ id, fileName }) => `${folder}/documents/${id}-${fileName}`);
    expect(names).toHaveLength(printed.length);
    expect([...files.keys()].sort()).toEqual(['person.json', `${folder}/application.json`, ...names].sort());
    for (const { id } of printed) {
      const path = `${agent.root}/docs-api/policy/applications/${policy.id}/documents/${id}`;
      const { bytes } = expectStatus(200, await agent.client.get(path));
      expect(files.get(names.find((name) => name.startsWith(`${folder}/documents/${id}-`))!)?.equals(bytes)).toBe(true);
    }
  });

  it("has of another policyholder's application only the data of the person", async () => {
    const files = await exportPerson(INSURED['insured.afm']);
    const names = [...files.keys()].filter((name) => name.startsWith('applications/'));
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/\/person\.json$/);
    const text = [...files.values()].join('\n');
    expect(text).toContain(INSURED['insured.email']);
    for (const foreign of Object.values(HOLDER)) expect(text).not.toContain(foreign);
  });

  it('is refused to other roles, and for a person that is not in the environment, and then not recorded', async () => {
    const before = await countExports();
    const id = await app.getParty('production', HOLDER['client.afm']);
    for (const role of ['issuing', 'underwriter'] as const) {
      const staff = await StaffClient.open(app.running, role);
      expect((await staff.get(`parties/${id}/export`)).status).toBe(403);
    }
    expectError(await admin.get('parties/999999999/export'), { code: '-304' });
    expect(await countExports()).toBe(before);
  });
});
