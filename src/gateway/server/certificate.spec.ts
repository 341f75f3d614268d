import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../common/operator-error.js';
import { type Config, readConfig } from '../../config/config.js';
import { getCertificateFile, loadCertificate } from './certificate.js';

const DAY_MS = 86_400_000;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'certificate-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const getConfig = (variables: Record<string, string> = {}): Config => readConfig({ DATA_DIR: dataDir, ...variables });
const at = (daysFromNow: number) => ({ now: () => new Date(Date.now() + daysFromNow * DAY_MS) });

describe('the TLS certificate', () => {
  it('is created at the first start for this machine and its configured names', async () => {
    const config = getConfig({ HOST: '192.0.2.7', PUBLIC_URL: 'https://insurer.example/api' });
    const { cert, key } = await loadCertificate(config, at(0));
    const x509 = new X509Certificate(cert);
    for (const address of ['127.0.0.1', '::1', '192.0.2.7']) expect(x509.checkIP(address)).toBe(address);
    for (const name of ['localhost', 'insurer.example']) expect(x509.checkHost(name)).toBe(name);
    expect(x509.checkHost('other.example')).toBeUndefined();
    expect(x509.publicKey.asymmetricKeyType).toBe('ec');
    expect(await readFile(getCertificateFile(config), 'utf8')).toBe(cert);
    expect(await readFile(join(dataDir, 'tls', 'key.pem'), 'utf8')).toBe(key);
    expect((await stat(join(dataDir, 'tls', 'key.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'tls'))).mode & 0o777).toBe(0o700);
  });

  it('is trusted by a client that has its file', async () => {
    const { cert, key } = await loadCertificate(getConfig(), at(0));
    const server = createServer({ cert, key }, (_, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) =>
      request({ host: '127.0.0.1', port, ca: cert }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(),
    );
    server.close();
    expect(status).toBe(200);
  });

  it('is kept from one start to the next', async () => {
    const first = await loadCertificate(getConfig(), at(0));
    expect(await loadCertificate(getConfig(), at(1))).toEqual(first);
    expect(await loadCertificate(getConfig(), at(360))).toEqual(first);
  });

  it.each([
    ['nears its end', () => loadCertificate(getConfig(), at(370))],
    ['is over', () => loadCertificate(getConfig(), at(1000))],
    ['lies in the future', () => loadCertificate(getConfig(), at(-10))],
    ['lacks a name', () => loadCertificate(getConfig({ HOST: 'new.example' }), at(0))],
    ['is broken', () => writeFile(join(dataDir, 'tls', 'cert.pem'), 'nonsense').then(() => loadCertificate(getConfig(), at(0)))],
    ['has lost its key', () => rm(join(dataDir, 'tls', 'key.pem')).then(() => loadCertificate(getConfig(), at(0)))],
  ])('is created again when it %s', async (_, again) => {
    const first = await loadCertificate(getConfig(), at(0));
    const second = await again();
    expect(second.cert).not.toBe(first.cert);
    expect(new X509Certificate(second.cert).checkIP('127.0.0.1')).toBe('127.0.0.1');
  });

  it('does not contain the wildcard address when the server listens on all addresses', async () => {
    const { cert } = await loadCertificate(getConfig({ HOST: '0.0.0.0' }), at(0));
    expect(new X509Certificate(cert).checkIP('0.0.0.0')).toBeUndefined();
  });

  it('can be provided by the operator', async () => {
    const { cert, key } = await loadCertificate(getConfig(), at(0));
    const files = { TLS_CERT: join(dataDir, 'given.pem'), TLS_KEY: join(dataDir, 'given.key') };
    await writeFile(files.TLS_CERT, cert);
    await writeFile(files.TLS_KEY, key);
    expect(await loadCertificate(getConfig(files), at(2000))).toEqual({ cert, key });
    expect(getCertificateFile(getConfig(files))).toBe(files.TLS_CERT);
    await writeFile(files.TLS_KEY, 'nonsense');
    await expect(loadCertificate(getConfig(files), at(0))).rejects.toThrow(ConfigError);
    await rm(files.TLS_KEY);
    await expect(loadCertificate(getConfig(files), at(0))).rejects.toThrow(/TLS_KEY: the file .* cannot be read/);
  });
});
