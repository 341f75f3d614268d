import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../common/clock.js';
import { ConfigError } from '../../common/operator-error.js';
import type { Config } from '../../config/config.js';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 397;
const RENEW_DAYS = 30;
const ALWAYS_NAMED = ['localhost', '127.0.0.1', '::1'];
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

export function getCertificateFile(config: Config): string {
  return config.tlsCertFile ?? join(config.dataDir, 'tls', 'cert.pem');
}

export function getKeyFile(config: Config): string {
  return config.tlsKeyFile ?? join(config.dataDir, 'tls', 'key.pem');
}

export async function loadCertificate(config: Config, clock: Clock): Promise<Certificate> {
  if (config.tlsCertFile !== null && config.tlsKeyFile !== null) return readGiven(config.tlsCertFile, config.tlsKeyFile);
  const folder = join(config.dataDir, 'tls');
  const files = { cert: getCertificateFile(config), key: getKeyFile(config) };
  const names = listNames(config);
  const stored = await readStored(files);
  if (stored !== null && isUsable(stored, names, clock.now())) return stored;
  const made = await createCertificate(names, clock.now());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replace(files.key, made.key, 0o600);
  await replace(files.cert, made.cert, 0o644);
  return made;
}

async function readGiven(certFile: string, keyFile: string): Promise<Certificate> {
  const read = (name: string, file: string): Promise<string> =>
    readFile(file, 'utf8').catch(() => Promise.reject(new ConfigError(`${name}: the file ${file} cannot be read.`)));
  const pair = { cert: await read('TLS_CERT', certFile), key: await read('TLS_KEY', keyFile) };
  if (!belongTogether(pair)) throw new ConfigError('TLS_CERT and TLS_KEY must be a certificate and its private key in PEM.');
  return pair;
}

async function readStored(files: { cert: string; key: string }): Promise<Certificate | null> {
  if (!existsSync(files.cert) || !existsSync(files.key)) return null;
  return { cert: await readFile(files.cert, 'utf8'), key: await readFile(files.key, 'utf8') };
}

function isUsable(pair: Certificate, names: readonly string[], now: Date): boolean {
  if (!belongTogether(pair)) return false;
  const certificate = new X509Certificate(pair.cert);
  const lastsMs = Date.parse(certificate.validTo) - now.getTime();
  const named = names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined);
  return named && lastsMs > RENEW_DAYS * DAY_MS && Date.parse(certificate.validFrom) <= now.getTime();
}

function belongTogether({ cert, key }: Certificate): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function listNames(config: Config): string[] {
  const names = new Set(ALWAYS_NAMED);
  if (!ANY_ADDRESS.has(config.host)) names.add(config.host);
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, ''));
  return [...names];
}

async function createCertificate(names: readonly string[], now: Date): Promise<Certificate> {
  const { generate } = await import('selfsigned');
  const altNames = names.map((name) => (isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name }));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Insurance gateway' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert, key };
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode });
  await chmod(draft, mode);
  await rename(draft, file);
}
