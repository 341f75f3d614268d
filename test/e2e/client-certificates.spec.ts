import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { Client, HttpResponse } from '../support/client.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const KEYS = '/backoffice-api/api-keys';
const PROBE = '/mtr-api/resources';
const HEADER = 'X-Client-Cert';
const OTHER = 'ab'.repeat(32);

/** Makes a certificate as a program would have one, in PEM. */
function createCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=portal', '-days', '2'];
  execFileSync('openssl', [...args, '-keyout', files.key, '-out', files.cert], { stdio: 'ignore' });
  const pem = readFileSync(files.cert, 'utf8');
  rmSync(folder, { recursive: true });
  return pem;
}

const pem = createCertificate();
const sha256 = new X509Certificate(pem).fingerprint256;
const hex = sha256.replaceAll(':', '').toLowerCase();

let running: RunningApp;
let admin: StaffAccess;
let tables: TableFingerprints;

beforeAll(async () => {
  running = await startApp({ config: { clientCertHeader: HEADER.toLowerCase() } });
  admin = await createStaff(running, 'admin');
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

async function createKey(): Promise<{ readonly id: number; readonly apiKey: string }> {
  const body = { name: 'Portal', services: SERVICE_NAMES, environments: ENVIRONMENTS, certificateSha256: sha256 };
  const response = await admin.client.post(KEYS, body);
  expect([response.status, response.json()['certificateSha256']]).toEqual([201, hex]);
  return response.json();
}

async function tryKey(client: Client, apiKey: string, header: string | undefined, root = ''): Promise<string> {
  const headers = header === undefined ? {} : { [HEADER]: header };
  const response = await client.withKey(apiKey).get(`${root}${PROBE}`, { headers });
  return response.status === 200 ? '200' : `${response.status} ${response.json<{ error: { code: string } }>().error.code}`;
}

describe('a key with the fingerprint of a client certificate', () => {
  it.each(['', '/dev'])('is accepted in %s/ with that certificate, in every form of the header', async (root) => {
    const { apiKey } = await createKey();
    for (const header of [encodeURIComponent(pem), hex, sha256, sha256.toLowerCase()])
      expect([header, await tryKey(running.client, apiKey, header, root)]).toEqual([header, '200']);
  });

  it.each([undefined, '', OTHER, `${hex}, ${hex}`, hex.slice(1), 'NONE', '%', encodeURIComponent(pem).slice(0, 300)])(
    'is refused with the header %s',
    async (header) => {
      const { apiKey } = await createKey();
      const before = await tables.read();
      expect(await tryKey(running.client, apiKey, header)).toBe('403 API_KEY_CERTIFICATE_REQUIRED');
      expect(await tables.read()).toEqual(before);
    },
  );

  it('is refused from a peer that is no trusted proxy, whatever header it sends', async () => {
    const { apiKey } = await createKey();
    const direct = await startApp({
      database: running.database,
      config: { clientCertHeader: HEADER.toLowerCase(), trustProxy: ['192.0.2.1'] },
    });
    try {
      const client = await direct.tls();
      const before = await tables.read();
      for (const header of [hex, encodeURIComponent(pem), undefined])
        expect(await tryKey(client, apiKey, header)).toBe('403 API_KEY_CERTIFICATE_REQUIRED');
      expect(await tables.read()).toEqual(before);
    } finally {
      await direct.stop();
    }
  });

  it('may be used by OAuth 2.0 with the certificate only, and keeps it at a rotation', async () => {
    const { id, apiKey } = await createKey();
    const { programId } = (await admin.client.get(`${KEYS}/${id}`)).json<{ programId: number }>();
    const { store, users, userKeys } = running.parts;
    const { userKey } = await store.transaction('gateway', async (tx) => {
      const user = { email: 'cert@test.example', name: 'User', role: 'agent', agentCode: 'c1', delegates: [] } as const;
      return userKeys.create(tx, await users.create(tx, user), programId);
    });
    const request = (header: string): Promise<HttpResponse> => {
      const form = { grant_type: 'client_credentials', client_id: String(programId), client_secret: userKey };
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', [HEADER]: header };
      return running.client.post('/auth-api/oauth2/token', undefined, { body: new URLSearchParams(form).toString(), headers });
    };
    const before = await tables.read();
    const refused = await request(OTHER);
    expect([refused.status, refused.json()['error']]).toEqual([400, 'unauthorized_client']);
    expect(await tables.read()).toEqual(before);
    const token = (await request(hex)).json<{ access_token: string }>().access_token;
    const rotated = await running.client
      .withKey(apiKey)
      .withToken(token)
      .with({ [HEADER]: hex })
      .post('/auth-api/resources/keys/rotate', {});
    const next = rotated.json<{ api_key: string }>().api_key;
    expect([await tryKey(running.client, next, hex), await tryKey(running.client, next, OTHER)]).toEqual([
      '200',
      '403 API_KEY_CERTIFICATE_REQUIRED',
    ]);
  });
});

describe('the fingerprint of a key', () => {
  it('is changed and removed by an administrator', async () => {
    const { id } = await createKey();
    const change = async (certificateSha256: string | null): Promise<unknown> =>
      (await admin.client.patch(`${KEYS}/${id}`, { certificateSha256 })).json()['certificateSha256'];
    expect([await change(OTHER.toUpperCase()), await change(null)]).toEqual([OTHER, null]);
  });

  it.each(['x', hex.slice(1), `${hex}0`, 'g'.repeat(64)])('is refused as %s', async (certificateSha256) => {
    const { id } = await createKey();
    const before = await tables.read();
    const response = await admin.client.patch(`${KEYS}/${id}`, { certificateSha256 });
    expect([response.status, response.json()]).toMatchObject([400, { details: [{ path: 'certificateSha256', code: '-102' }] }]);
    expect(await tables.read()).toEqual(before);
  });
});
