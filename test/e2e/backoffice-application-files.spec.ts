import { CHARGE_TIME, createPolicy, getReceipt, listReceipts } from '../support/collection.js';
import type { HttpResponse } from '../support/client.js';
import { PNG } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  await issuing.moveTo(CHARGE_TIME, agent);
  await underwriter.renewSession();
});
afterAll(() => app.stop());

async function uploadDocument(id: number): Promise<number> {
  const path = `/docs-api/policy/applications/${id}/documents?file_name=a.png&mime_type=image/png&category_id=2`;
  const response = await agent.client.call('POST', path, { body: PNG, headers: { 'Content-Type': 'application/octet-stream' } });
  return expectStatus(201, response).json<{ id: number }>().id;
}

const ofAgent = (id: number, documentId: number): Promise<HttpResponse> =>
  agent.client.get(`/docs-api/policy/applications/${id}/documents/${documentId}`);

describe('the file of a document in the back office', () => {
  it('is the agent’s upload, for every role that reads applications', async () => {
    const { id } = await agent.insert();
    const documentId = await uploadDocument(id);
    for (const staff of [underwriter, issuing.staff]) {
      const { bytes, headers } = expectStatus(200, await staff.get(`applications/${id}/documents/${documentId}`));
      expect(bytes.equals(PNG)).toBe(true);
      expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(PNG.length) });
    }
  });

  it('is the policy as the agent gets it', async () => {
    const { id } = await createPolicy(agent);
    const { documents } = expectStatus(200, await underwriter.get(`applications/${id}`)).json<{
      documents: { id: number; system: boolean }[];
    }>();
    const printed = documents.filter(({ system }) => system);
    expect(printed.length).toBeGreaterThan(0);
    for (const document of printed) {
      const { bytes } = expectStatus(200, await underwriter.get(`applications/${id}/documents/${document.id}`));
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.equals((await ofAgent(id, document.id)).bytes)).toBe(true);
    }
  });

  it('is not found under another application, or before it is known to be clean', async () => {
    const { id } = await agent.insert();
    const { id: other } = await agent.insert();
    const documentId = await uploadDocument(id);
    const pending = await uploadDocument(id);
    await app.query('production', `UPDATE document SET scan = 'pending', scan_at = now() + interval '1 day' WHERE id = $1`, [pending]);
    await expectAllRefused(app, [
      [() => underwriter.get(`applications/${other}/documents/${documentId}`), { code: '-303' }],
      [() => underwriter.get(`applications/${id}/documents/999999`), { code: '-303' }],
      [() => underwriter.get(`applications/${id}/documents/abc`), { code: '-303' }],
      [() => underwriter.get(`applications/9999999999/documents/${documentId}`), { code: '-300' }],
      [() => underwriter.get(`applications/${id}/documents/${pending}`), { code: '-400' }],
    ]);
  });
});

describe('the receipts of a policy in the back office', () => {
  interface Receipt {
    readonly receiptNo: number;
    readonly instalmentNo: number;
    readonly kind: string;
    readonly status: string;
    readonly gross: number;
    readonly documentId: number | null;
  }

  it('are those that the agent reads, with the instalment of each', async () => {
    const { id } = await createPolicy(agent, { pay_frequency_in_months: 3 });
    const ofTheAgent = await listReceipts(agent, id);
    const receipts = expectStatus(200, await issuing.staff.get(`applications/${id}/receipts`)).json<Receipt[]>();
    expect(receipts.map(({ receiptNo, kind, status, gross }) => [receiptNo, kind, status, gross])).toEqual(
      ofTheAgent.map(({ receipt_no, kind, status, gross }) => [receipt_no, kind, status, gross]),
    );
    expect(receipts.map(({ instalmentNo }) => instalmentNo)).toEqual([1, 2, 3, 4]);
    const [first, second] = receipts;
    expect(second?.documentId).toBeNull();
    const { bytes } = expectStatus(200, await issuing.staff.get(`applications/${id}/documents/${first?.documentId}`));
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const whole = expectStatus(200, await issuing.staff.get(`applications/${id}/receipts/${first?.receiptNo}`)).json();
    const { covers } = await getReceipt(agent, id, first?.receiptNo ?? 0);
    expect(whole).toMatchObject({ ...first, covers: covers.map(({ code, net, object_id: objectId }) => ({ code, net, objectId })) });
  });

  it('are empty before issue, and limited to the named application', async () => {
    const { id } = await agent.insert();
    expect(expectStatus(200, await underwriter.get(`applications/${id}/receipts`)).json()).toEqual([]);
    const policy = await createPolicy(agent);
    const [receipt] = await listReceipts(agent, policy.id);
    await expectAllRefused(app, [
      [() => underwriter.get(`applications/${id}/receipts/${receipt?.receipt_no}`), { code: '-305' }],
      [() => underwriter.get(`applications/${policy.id}/receipts/x`), { code: '-305' }],
      [() => underwriter.get('applications/9999999999/receipts'), { code: '-300' }],
      [() => underwriter.get('applications/9999999999/receipts/1'), { code: '-300' }],
    ]);
  });
});
