import { ClamdServer, EICAR, hasClamd } from '../support/clamd-server.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { PDF } from '../support/files.js';
import { expectRefused } from '../support/expect-error.js';
import { eventually } from '../support/eventually.js';

const WITHIN_MS = 20_000;

interface Scanned {
  readonly id: number;
  readonly scan: string;
}

(hasClamd() ? describe : describe.skip)('with a virus scanner', () => {
  let clamd: ClamdServer;
  let app: FireApp;
  let agent: FireAgent;
  let applicationId: number;

  beforeAll(async () => {
    clamd = await ClamdServer.create();
    app = await FireApp.start({ clamd: { host: '127.0.0.1', port: clamd.port } });
    ({ production: agent } = await app.createAgent());
    ({ id: applicationId } = await agent.insert());
  });
  afterAll(async () => {
    await app.stop();
    await clamd.stop();
  });

  const path = (rest = ''): string => `/docs-api/policy/applications/${applicationId}/documents${rest}`;

  async function upload(mimeType: string, body: Buffer): Promise<Scanned> {
    const query = new URLSearchParams({ file_name: 'a', mime_type: mimeType, category_id: '2' });
    return expectStatus(201, await agent.client.call('POST', path(`?${query.toString()}`), { body })).json<Scanned>();
  }

  async function scanOf(id: number): Promise<string | undefined> {
    const list = expectStatus(200, await agent.client.get(path())).json<Scanned[]>();
    return list.find((one) => one.id === id)?.scan;
  }

  async function untilScanned(id: number): Promise<string | undefined> {
    await eventually(`document ${id} is scanned`, async () => (await scanOf(id)) !== 'pending', WITHIN_MS);
    return scanOf(id);
  }

  it('uploads stay pending while the scanner is away, and are scanned afterwards', async () => {
    const clean = await upload('application/pdf', PDF);
    const infected = await upload('text/plain', EICAR);
    expect([clean.scan, infected.scan]).toEqual(['pending', 'pending']);
    // Retries of the scanner write to the database, so its fingerprint is not compared.
    for (const { id } of [clean, infected]) {
      const refused = expectStatus(400, await agent.client.get(path(`/${id}`)));
      expect(refused.json()).toMatchObject({ error: '-400' });
    }

    await clamd.start();
    expect(await untilScanned(clean.id)).toBe('clean');
    expect(expectStatus(200, await agent.client.get(path(`/${clean.id}`))).bytes.equals(PDF)).toBe(true);

    expect(await untilScanned(infected.id)).toBe('infected');
    await expectRefused(app, () => agent.client.get(path(`/${infected.id}`)), { code: '-400' });
    const contents = await app.query('production', 'SELECT document_id FROM document_content WHERE document_id = $1', [infected.id]);
    expect(contents).toEqual([]);
    const messages = await app.query<{ text: { en: string } }>(
      'production',
      `SELECT text FROM staff_message WHERE kind = 'INFECTED_DOCUMENT' AND application_id = $1`,
      [applicationId],
    );
    expect(messages).toMatchObject([{ text: { en: expect.stringContaining('Eicar-Test') as string } }]);
  });

  it('a large file is scanned, and a document that is removed meanwhile is left alone', async () => {
    const large = await upload('application/pdf', Buffer.concat([PDF, Buffer.alloc(2_900_000, 'x')]));
    const removed = await upload('application/pdf', PDF);
    await agent.client.delete(path(`/${removed.id}`));
    expect(await untilScanned(large.id)).toBe('clean');
    expect(await scanOf(removed.id)).toBeUndefined();
  });
});
