import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type ConnectionOptions, DEFAULT_CIPHERS, type TLSSocket } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '../../src/common/clock.js';
import { readConfig } from '../../src/config/config.js';
import { type Certificate, loadCertificate } from '../../src/gateway/server/certificate.js';
import { Client } from '../support/client.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { createTemporaryFolder } from '../support/temporary.js';
import { eventually } from '../support/eventually.js';

const TWELVE_HOURS_MS = 12 * 3_600_000;

let folder: string;
let files: { tlsCertFile: string; tlsKeyFile: string };
let first: Certificate;
let second: Certificate;
let gateway: RunningGateway;
/** The job that runs every twelve hours. */
let look: () => void;
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

beforeAll(async () => {
  folder = await createTemporaryFolder();
  files = { tlsCertFile: join(folder, 'given.pem'), tlsKeyFile: join(folder, 'given.key') };
  [first, second] = await Promise.all([make('one'), make('two')]);
  await writeCertificate(first);
  const intervals = jest.spyOn(globalThis, 'setInterval');
  gateway = await startGateway(CONTROLLERS, files);
  const [callback] = intervals.mock.calls.find(([, delayMs]) => delayMs === TWELVE_HOURS_MS)!;
  intervals.mockRestore();
  look = callback;
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

function make(name: string): Promise<Certificate> {
  return loadCertificate(readConfig({ DATA_DIR: join(folder, name) }), new SystemClock());
}

async function writeCertificate({ cert, key }: Certificate): Promise<void> {
  await writeFile(files.tlsKeyFile, key);
  await writeFile(files.tlsCertFile, cert);
}

/** Whether a new connection gets the certificate. */
async function isServed({ cert }: Certificate): Promise<boolean> {
  const client = new Client({ port: gateway.ports.httpsPort, ca: cert, isUndescribed: true }, { Connection: 'close' });
  return client.get('/health/live').then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Returns the negotiated version and cipher suite; null when the handshake fails. */
function negotiateTls(options: ConnectionOptions): Promise<readonly [version: string | null, suite: string] | null> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect({ port: gateway.ports.httpsPort, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
      resolve([socket.getProtocol(), socket.getCipher().name]);
      socket.destroy();
    });
    socket.on('error', () => resolve(null));
  });
}

/** Builds the options of a client that accepts old versions and weak suites. */
const buildLaxOptions = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', ciphers = `${DEFAULT_CIPHERS}:ALL`): ConnectionOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers: `${ciphers}:@SECLEVEL=0`,
});

async function expectStrictTls(): Promise<void> {
  expect(await negotiateTls(buildLaxOptions('TLSv1.3'))).toEqual(['TLSv1.3', expect.stringMatching(/^TLS_AES_|^TLS_CHACHA20_/)]);
  expect(await negotiateTls(buildLaxOptions('TLSv1.2'))).toEqual(['TLSv1.2', expect.stringMatching(/GCM|CHACHA20/)]);
  for (const suite of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'])
    expect(await negotiateTls(buildLaxOptions('TLSv1.2', suite))).toEqual(['TLSv1.2', suite]);
  // Suites without authenticated encryption or without forward secrecy.
  for (const suite of [
    'ECDHE-ECDSA-AES128-SHA256',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-ECDSA-AES256-SHA',
    'AES128-GCM-SHA256',
    'AES128-SHA',
  ])
    expect([suite, await negotiateTls(buildLaxOptions('TLSv1.2', suite))]).toEqual([suite, null]);
  expect(await negotiateTls(buildLaxOptions('TLSv1.1'))).toBeNull();
  expect(await negotiateTls(buildLaxOptions('TLSv1'))).toBeNull();
}

describe('the TLS port', () => {
  it('uses TLS 1.3, and 1.2 with authenticated encryption only', expectStrictTls);

  it('sends HSTS only with a provided certificate', async () => {
    const client = new Client({ port: gateway.ports.httpsPort, ca: first.cert, isUndescribed: true });
    for (const path of ['/health/live', '/nowhere'])
      expect((await client.get(path)).headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('the reload of a provided certificate', () => {
  it('keeps the old one and logs once which files cannot be loaded', async () => {
    await writeFile(files.tlsKeyFile, 'nonsense');
    look();
    await eventually('the fault is logged', () => warn.mock.calls.length === 1);
    look();
    await sleep(200);
    expect(warn.mock.calls).toEqual([
      [
        `The certificate could not be loaded from ${files.tlsCertFile} and ${files.tlsKeyFile}. The previous one stays in use. Reason: ` +
          'TLS_CERT and TLS_KEY must be a certificate and its private key in PEM.',
      ],
    ]);
    expect(await isServed(first)).toBe(true);
  });

  it('replaces it once its files load, and logs the next violation again', async () => {
    await writeCertificate(second);
    look();
    await eventually('the new certificate is served', () => isServed(second));
    expect([await isServed(first), warn.mock.calls.length]).toEqual([false, 1]);
    await expectStrictTls();
    await rm(files.tlsCertFile);
    look();
    await eventually('the next fault is logged', () => warn.mock.calls.length === 2);
    expect(String(warn.mock.calls[1]?.[0])).toContain(`TLS_CERT: the file ${files.tlsCertFile} cannot be read.`);
    expect(await isServed(second)).toBe(true);
  });
});
