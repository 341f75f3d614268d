import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '../../src/common/clock.js';
import { readConfig } from '../../src/config/config.js';
import { type Certificate, loadCertificate } from '../../src/gateway/tls/certificate.js';
import { Client } from '../support/client.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { temporaryFolder } from '../support/temporary.js';

const TWELVE_HOURS_MS = 12 * 3_600_000;

let folder: string;
let files: { tlsCertFile: string; tlsKeyFile: string };
let first: Certificate;
let second: Certificate;
let gateway: RunningGateway;
/** What runs every twelve hours. */
let look: () => void;
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

beforeAll(async () => {
  folder = await temporaryFolder();
  files = { tlsCertFile: join(folder, 'given.pem'), tlsKeyFile: join(folder, 'given.key') };
  [first, second] = await Promise.all([make('one'), make('two')]);
  await give(first);
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

async function give({ cert, key }: Certificate): Promise<void> {
  await writeFile(files.tlsKeyFile, key);
  await writeFile(files.tlsCertFile, cert);
}

/** Whether a new connection is answered with the certificate. */
async function isServed({ cert }: Certificate): Promise<boolean> {
  const client = new Client({ port: gateway.ports.httpsPort, ca: cert, isUndescribed: true }, { Connection: 'close' });
  return client.get('/health/live').then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200 && !(await condition()); round += 1) await sleep(10);
  expect(await condition()).toBe(true);
}

describe('the given certificate, read again', () => {
  it('stays in use, and the log says once which files do not load', async () => {
    await writeFile(files.tlsKeyFile, 'nonsense');
    look();
    await until(() => warn.mock.calls.length === 1);
    look();
    await sleep(200);
    expect(warn.mock.calls).toEqual([
      [
        `The certificate does not load from ${files.tlsCertFile} and ${files.tlsKeyFile}, the former one stays in use: ` +
          'TLS_CERT and TLS_KEY must be a certificate and its private key in PEM.',
      ],
    ]);
    expect(await isServed(first)).toBe(true);
  });

  it('is replaced once its files load; the next fault is told of again', async () => {
    await give(second);
    look();
    await until(() => isServed(second));
    expect([await isServed(first), warn.mock.calls.length]).toEqual([false, 1]);
    await rm(files.tlsCertFile);
    look();
    await until(() => warn.mock.calls.length === 2);
    expect(String(warn.mock.calls[1]?.[0])).toContain(`TLS_CERT: the file ${files.tlsCertFile} cannot be read.`);
    expect(await isServed(second)).toBe(true);
  });
});
