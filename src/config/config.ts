import { resolve } from 'node:path';
import { ENVIRONMENTS, type Environment } from '../common/environment.js';
import { isMailAddress, type MailAddress, parseMailbox } from '../common/mail-address.js';
import { ConfigError } from '../common/operator-error.js';
import { listHostUrls } from './database-hosts.js';
import { OIDC_USERS, type OidcSettings, parseOidcSettings } from './oidc-settings.js';
import { parseRedisUrl } from './redis-url.js';
import { readSecretFiles, type Variables } from './secret-files.js';
import { checkUrl, readAddressList, readFlag, readInteger, readSubset, readOneOf, readText, readTextList } from './variables.js';

export class Config {
  readonly port: number;
  readonly httpsPort: number;
  readonly host: string;
  readonly adminPort: number;
  readonly adminHost: string;
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  /** May list several hosts. Null runs the embedded Postgres under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Address of a pooler in transaction mode, with `{schema}` in it; null: the pools lead to `databaseUrl`. */
  readonly databasePoolUrl: string | null;
  readonly databasePoolPrepares: boolean;
  readonly databaseReadUrls: readonly string[];
  /** Whether the operator relies on synchronous standbys. */
  readonly databaseReplicated: boolean;
  readonly bodySeconds: number;
  readonly shared: SharedSizes;
  /** Null: this process counts alone. */
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Keys for the secrets of webhooks, 32 bytes each: the first encrypts. Empty: a generated key in `dataDir`. */
  readonly secretsKeys: readonly Buffer[];
  readonly environments: readonly Environment[];
  readonly trustProxy: readonly string[];
  /** Header in which these proxies state the client certificate, in lower case. Null: none does. */
  readonly clientCertHeader: string | null;
  readonly publicUrl: string | null;
  readonly webhookAllowedNetworks: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: MailAddress;
  readonly smsProvider: SmsProvider;
  readonly oidc: OidcSettings | null;
  /** Whether people sign in with passwords. Without it only `breakGlassAdmin` may. */
  readonly passwordSignIn: boolean;
  readonly breakGlassAdmin: string | null;
  readonly objectStorage: ObjectStorageAddress | null;
  readonly clamd: { readonly host: string; readonly port: number } | null;
  readonly rateLimitPerHour: number;
  readonly rateLimitWindowSeconds: number;
  readonly tokenTtlSeconds: number;
  readonly apiKeys: KeyLifetimes;
  readonly securityContact: SecurityContact | null;
  readonly signupsPerDay: number;
  readonly demo: boolean;
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  /** Receiver of the audit record: https, http, syslog, syslogs or file. */
  readonly auditExport: string | null;
  readonly callLogDays: number;
  readonly telemetry: TelemetryAddress | null;
}

export interface TelemetryAddress {
  readonly endpoint: string;
  /** Whether OTEL_TRACES_SAMPLER selects the calls that are traced. */
  readonly hasSampler: boolean;
}

export interface ObjectStorageAddress {
  /** Origin, with a path if the storage is below one; without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface SharedSizes {
  readonly calls: number;
  readonly bodyMegabytes: number;
  readonly uploads: number;
  readonly webhookDeliveries: number;
  readonly eventWaits: number;
  readonly reports: number;
  readonly printThreads: number;
}

/** Lifetimes of API keys. 0 days: without an end. */
export interface KeyLifetimes {
  readonly days: number;
  readonly overlapHours: number;
  readonly unusedDays: number;
}

export interface SecurityContact {
  readonly contacts: readonly string[];
  readonly policy: string | null;
  readonly languages: readonly string[];
}

export const MAX_OWN_OVERLAP_HOURS = 168;
/** Days between the mail about an unused key and its end. */
export const UNUSED_NOTICE_DAYS = 30;

export const SMS_PROVIDERS = ['none'] as const;
export type SmsProvider = (typeof SMS_PROVIDERS)[number];

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const CLAMD_PORT = 3310;
const MAX_DATABASE_HOSTS = 10;
const SECRETS_KEY = /^[A-Za-z0-9+/]{43}=$/;
const MOST_SECRETS_KEYS = 10;

export function readConfig(given: Variables = process.env): Config {
  const variables = readSecretFiles(given);
  const tls = { certFile: readText(variables, 'TLS_CERT'), keyFile: readText(variables, 'TLS_KEY') };
  if ((tls.certFile === null) !== (tls.keyFile === null)) throw new ConfigError('TLS_CERT and TLS_KEY must be set together.');
  const databaseUrl = readText(variables, 'DATABASE_URL');
  const readUrl = readText(variables, 'DATABASE_READ_URL');
  const provider = oidc(variables);
  return {
    port: readInteger(variables, 'PORT', 8080, 0, 65_535),
    httpsPort: readInteger(variables, 'HTTPS_PORT', 8443, 0, 65_535),
    host: readText(variables, 'HOST') ?? '127.0.0.1',
    adminPort: readInteger(variables, 'ADMIN_PORT', 9464, 0, 65_535),
    adminHost: readText(variables, 'ADMIN_HOST') ?? '127.0.0.1',
    tlsCertFile: tls.certFile,
    tlsKeyFile: tls.keyFile,
    databaseUrl: databaseUrl === null ? null : databaseAddress(databaseUrl, 'DATABASE_URL'),
    databaseReadUrls: readUrl === null ? [] : listHostUrls(databaseAddress(readUrl, 'DATABASE_READ_URL')),
    databasePoolUrl: databasePoolUrl(variables, databaseUrl),
    databasePoolPrepares: readFlag(variables, 'DATABASE_POOL_PREPARES', false),
    databasePoolSize: readInteger(variables, 'DATABASE_POOL_SIZE', 10, 2, 200),
    databaseReplicated: readFlag(variables, 'DATABASE_REPLICATED', false),
    bodySeconds: readInteger(variables, 'BODY_SECONDS', 60, 1, 600),
    shared: {
      calls: readInteger(variables, 'CALLS_AT_ONCE', 300, 12, 100_000),
      bodyMegabytes: readInteger(variables, 'BODY_MEGABYTES_AT_ONCE', 128, 64, 65_536),
      uploads: readInteger(variables, 'UPLOADS_AT_ONCE', 400, 4, 100_000),
      webhookDeliveries: readInteger(variables, 'WEBHOOK_DELIVERIES_AT_ONCE', 300, 3, 10_000),
      eventWaits: readInteger(variables, 'EVENT_WAITS_AT_ONCE', 1500, 3, 100_000),
      reports: readInteger(variables, 'REPORTS_AT_ONCE', 8, 4, 100),
      printThreads: readInteger(variables, 'PRINT_THREADS', 4, 3, 64),
    },
    redisUrl: redisUrl(variables),
    dataDir: resolve(readText(variables, 'DATA_DIR') ?? './.data'),
    secretsKeys: secretsKeys(variables),
    environments: readSubset(variables, 'ENVIRONMENTS', ENVIRONMENTS),
    trustProxy: readAddressList(variables, 'TRUST_PROXY'),
    clientCertHeader: clientCertHeader(variables),
    publicUrl: publicUrl(variables),
    webhookAllowedNetworks: readAddressList(variables, 'WEBHOOK_ALLOWED_NETWORKS'),
    smtpUrl: smtpUrl(variables),
    mailFrom: mailFrom(variables),
    oidc: provider,
    ...passwords(variables, provider),
    smsProvider: readOneOf(variables, 'SMS_PROVIDER', SMS_PROVIDERS, 'none'),
    objectStorage: objectStorage(variables),
    clamd: clamd(variables),
    rateLimitPerHour: readInteger(variables, 'RATE_LIMIT_PER_HOUR', 1000, 1, 10_000_000),
    rateLimitWindowSeconds: readInteger(variables, 'RATE_LIMIT_WINDOW_SECONDS', 3600, 1, 86_400),
    tokenTtlSeconds: readInteger(variables, 'TOKEN_TTL_SECONDS', 1800, 1, 86_400),
    apiKeys: apiKeys(variables),
    securityContact: securityContact(variables),
    signupsPerDay: readInteger(variables, 'SIGNUPS_PER_DAY', 200, 1, 100_000),
    demo: readFlag(variables, 'DEMO', databaseUrl === null),
    drainSeconds: readInteger(variables, 'DRAIN_SECONDS', 0, 0, 300),
    logLevel: readOneOf(variables, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    auditExport: auditExport(variables),
    callLogDays: readInteger(variables, 'CALL_LOG_DAYS', 7, 1, 400),
    telemetry: telemetry(variables),
  };
}

function databaseAddress(value: string, name: string): string {
  const hostUrls = listHostUrls(value);
  if (hostUrls.length > MAX_DATABASE_HOSTS) throw new ConfigError(`${name} must list at most ${MAX_DATABASE_HOSTS} hosts.`);
  for (const hostUrl of hostUrls) checkUrl(hostUrl, name, ['postgres:', 'postgresql:']);
  if (hostUrls.length > 1 && hostUrls.some((hostUrl) => new URL(hostUrl).hostname === ''))
    throw new ConfigError(`${name} must name a host between commas, like postgres://user:password@one:5432,two:5432/name.`);
  return value;
}

function databasePoolUrl(variables: Variables, databaseUrl: string | null): string | null {
  const value = readText(variables, 'DATABASE_POOL_URL');
  if (value === null) return null;
  if (databaseUrl === null) throw new ConfigError('DATABASE_POOL_URL needs DATABASE_URL too, the address of Postgres itself.');
  const { username } = new URL(checkUrl(value, 'DATABASE_POOL_URL', ['postgres:', 'postgresql:']));
  if (!decodeURIComponent(username).includes('{schema}'))
    throw new ConfigError(
      'DATABASE_POOL_URL must have {schema} in its user, like postgres://insurance_{schema}:password@pooler:6432/insurance.',
    );
  return value;
}

function redisUrl(variables: Variables): string | null {
  const value = readText(variables, 'REDIS_URL');
  if (value !== null) parseRedisUrl(value);
  return value;
}

function clientCertHeader(variables: Variables): string | null {
  const value = readText(variables, 'CLIENT_CERT_HEADER');
  if (value === null) return null;
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) throw new ConfigError('CLIENT_CERT_HEADER must be the name of a header, like X-Client-Cert.');
  if (readText(variables, 'TRUST_PROXY') === null)
    throw new ConfigError('CLIENT_CERT_HEADER needs TRUST_PROXY too, the proxies that set it.');
  return value.toLowerCase();
}

function publicUrl(variables: Variables): string | null {
  const value = readText(variables, 'PUBLIC_URL');
  if (value === null) return null;
  const { origin, pathname, search, hash, username, password } = new URL(checkUrl(value, 'PUBLIC_URL', ['https:', 'http:']));
  // Paths are appended, and it is public.
  if (search + hash + username + password !== '')
    throw new ConfigError('PUBLIC_URL must be host and path only, like https://gateway.example/api: no user or password, no ? or #.');
  return (origin + pathname).replace(/\/+$/, '');
}

function auditExport(variables: Variables): string | null {
  const value = readText(variables, 'AUDIT_EXPORT');
  if (value === null) return null;
  const { protocol, hostname, pathname } = new URL(checkUrl(value, 'AUDIT_EXPORT', ['https:', 'http:', 'syslog:', 'syslogs:', 'file:']));
  if (protocol === 'file:' ? hostname !== '' || pathname === '/' : hostname === '')
    throw new ConfigError('AUDIT_EXPORT must name a host, or a file as file:///var/log/audit.jsonl.');
  return value;
}

function telemetry(variables: Variables): TelemetryAddress | null {
  const value = readText(variables, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (value === null) return null;
  const endpoint = checkUrl(value, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']).replace(/\/+$/, '');
  return { endpoint, hasSampler: readText(variables, 'OTEL_TRACES_SAMPLER') !== null };
}

function mailFrom(variables: Variables): MailAddress {
  const mailbox = parseMailbox(readText(variables, 'MAIL_FROM') ?? 'Insurance gateway <no-reply@localhost>');
  if (mailbox !== null) return mailbox;
  throw new ConfigError('MAIL_FROM must be one mail address, like no-reply@insurer.example or Insurer <no-reply@insurer.example>.');
}

function smtpUrl(variables: Variables): string | null {
  const value = readText(variables, 'SMTP_URL');
  return value === null ? null : checkUrl(value, 'SMTP_URL', ['smtps:', 'smtp:']);
}

function oidc(variables: Variables): OidcSettings | null {
  return parseOidcSettings({
    issuer: readText(variables, 'OIDC_ISSUER'),
    clientId: readText(variables, 'OIDC_CLIENT_ID'),
    clientSecret: readText(variables, 'OIDC_CLIENT_SECRET'),
    name: readText(variables, 'OIDC_NAME'),
    scopes: readText(variables, 'OIDC_SCOPES') ?? 'openid profile email',
    users: readOneOf(variables, 'OIDC_USERS', OIDC_USERS, 'invited'),
    roleClaim: readText(variables, 'OIDC_ROLE_CLAIM'),
    roles: readText(variables, 'OIDC_ROLES'),
    emailVerifiedClaim: readText(variables, 'OIDC_EMAIL_VERIFIED_CLAIM') ?? 'email_verified',
    publicUrl: publicUrl(variables),
  });
}

function passwords(variables: Variables, provider: OidcSettings | null): Pick<Config, 'passwordSignIn' | 'breakGlassAdmin'> {
  const passwordSignIn = readFlag(variables, 'PASSWORD_SIGN_IN', true);
  const address = readText(variables, 'BREAK_GLASS_ADMIN');
  if (address !== null && !isMailAddress(address))
    throw new ConfigError('BREAK_GLASS_ADMIN must be one mail address, like emergency@insurer.example.');
  if (!passwordSignIn && provider === null)
    throw new ConfigError('PASSWORD_SIGN_IN=false needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: nobody could sign in.');
  if (!passwordSignIn && address === null)
    throw new ConfigError(
      'PASSWORD_SIGN_IN=false needs BREAK_GLASS_ADMIN, the administrator who may still use a password when the provider fails.',
    );
  return { passwordSignIn, breakGlassAdmin: address?.toLowerCase() ?? null };
}

export function parseSecretsKey(text: string): Buffer | null {
  return SECRETS_KEY.test(text) ? Buffer.from(text, 'base64') : null;
}

function secretsKeys(variables: Variables): readonly Buffer[] {
  const value = readText(variables, 'SECRETS_KEY');
  const keys = value === null ? [] : value.split(',').map((item) => parseSecretsKey(item.trim()));
  if (keys.length <= MOST_SECRETS_KEYS && !keys.includes(null)) return keys.filter((key) => key !== null);
  throw new ConfigError(
    `SECRETS_KEY must be 32 bytes in base64 (openssl rand -base64 32), or up to ${MOST_SECRETS_KEYS} of these as a comma list.`,
  );
}

function securityContact(variables: Variables): SecurityContact | null {
  const contacts = readTextList(variables, 'SECURITY_CONTACT').map((item) =>
    checkUrl(item, 'SECURITY_CONTACT', ['mailto:', 'https:', 'tel:']),
  );
  const policy = readText(variables, 'SECURITY_POLICY');
  const languages = readTextList(variables, 'SECURITY_LANGUAGES');
  if (languages.some((language) => !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)))
    throw new ConfigError('SECURITY_LANGUAGES must be a comma list of language tags, like el,en.');
  if (contacts.length === 0) {
    if (policy === null && languages.length === 0) return null;
    throw new ConfigError('SECURITY_POLICY and SECURITY_LANGUAGES need SECURITY_CONTACT too.');
  }
  return { contacts, policy: policy === null ? null : checkUrl(policy, 'SECURITY_POLICY', ['https:']), languages };
}

function apiKeys(variables: Variables): Config['apiKeys'] {
  return {
    days: readInteger(variables, 'API_KEY_DAYS', 365, 0, 3650),
    overlapHours: readInteger(variables, 'API_KEY_OVERLAP_HOURS', 24, 0, MAX_OWN_OVERLAP_HOURS),
    unusedDays: unusedDays(variables),
  };
}

function unusedDays(variables: Variables): number {
  const days = readInteger(variables, 'API_KEY_UNUSED_DAYS', 180, 0, 3650);
  if (days === 0 || days > UNUSED_NOTICE_DAYS) return days;
  throw new ConfigError(`API_KEY_UNUSED_DAYS must be 0 or more than ${UNUSED_NOTICE_DAYS}, because a mail is sent that many days before.`);
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

function objectStorage(variables: Variables): ObjectStorageAddress | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const [endpoint, bucket, accessKey, secretKey] = names.map((name) => readText(variables, name));
  if (!endpoint && !bucket && !accessKey && !secretKey) return null;
  if (!endpoint || !bucket || !accessKey || !secretKey) throw new ConfigError(`${names.join(', ')} must be set together.`);
  const { origin, pathname, search, hash, username, password } = new URL(checkUrl(endpoint, 'S3_ENDPOINT', ['https:', 'http:']));
  if (search + hash + username + password !== '')
    throw new ConfigError('S3_ENDPOINT must be an address like https://s3.eu-central-1.amazonaws.com, without keys and bucket.');
  if (!BUCKET.test(bucket))
    throw new ConfigError('S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes.');
  const region = readText(variables, 'S3_REGION') ?? 'us-east-1';
  return { endpoint: (origin + pathname).replace(/\/+$/, ''), bucket, region, accessKey, secretKey };
}

function clamd(variables: Variables): Config['clamd'] {
  const value = readText(variables, 'CLAMD_HOST');
  if (value === null) return null;
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(value) ?? [];
  if (host === undefined || !URL.canParse(`tcp://${value}`)) throw new ConfigError('CLAMD_HOST must be host:port, like clamd:3310.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? CLAMD_PORT) };
}

export function getInheritedEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...added };
}
