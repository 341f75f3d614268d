import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { Store } from '../store/store.js';
import { FreshCache } from './fresh-cache.js';
import { hashSecret, isSecret, isSameDigest } from './secret.js';

export type KeyStatus = 'active' | 'disabled' | 'unverified';

export interface ApiKey {
  readonly id: number;
  readonly programId: number;
  readonly prefix: string;
  readonly status: KeyStatus | 'expired';
  readonly services: ReadonlySet<string>;
  readonly environments: ReadonlySet<Environment>;
  readonly ipAddresses: readonly string[];
  readonly certificateSha256: string | null;
  readonly ratePerHour: number | null;
  readonly ratePerDay: number | null;
  readonly serviceRates: Readonly<Partial<Record<string, number>>>;
}

interface KeyRecord {
  readonly digest: Buffer;
  readonly key: ApiKey;
  /** Key from its expiry on. */
  readonly expired: ApiKey;
  readonly expiresAtMs: number;
}

export type KeyColumns = Omit<ApiKey, 'services' | 'environments'> & {
  readonly services: readonly string[];
  readonly environments: readonly Environment[];
};

type KeyRow = KeyColumns & { readonly digest: Buffer; readonly expiresAt: Date | null };

export const KEY_COLUMNS = `
  api_key.id, program_id AS "programId", prefix, api_key.status, services, environments, ip_addresses AS "ipAddresses",
    rate_per_hour AS "ratePerHour", rate_per_day AS "ratePerDay", service_rates AS "serviceRates",
    certificate_sha256 AS "certificateSha256"`;

const CAPACITY = 20_000;

const FIND_KEY = `
  SELECT ${KEY_COLUMNS}, key_hash AS digest, expires_at AS "expiresAt"
  FROM api_key WHERE key_hash = $1`;

@Injectable()
export class ApiKeyService {
  readonly cache: FreshCache<KeyRecord>;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.cache = new FreshCache(clock, CAPACITY, (digest) => this.lookUp(digest));
  }

  async find(key: string): Promise<ApiKey | undefined> {
    if (!isSecret(key)) return undefined;
    const digest = hashSecret(key);
    const record = await this.cache.get(digest.toString('base64'));
    if (record === undefined || !isSameDigest(record.digest, digest)) return undefined;
    return this.clock.now().getTime() < record.expiresAtMs ? record.key : record.expired;
  }

  private async lookUp(digest: string): Promise<KeyRecord | undefined> {
    const [row] = await this.store.query<KeyRow>('gateway', FIND_KEY, [Buffer.from(digest, 'base64')]);
    if (row === undefined) return undefined;
    const { digest: stored, expiresAt } = row;
    const key = toApiKey(row);
    const expired: ApiKey = key.status === 'disabled' ? key : { ...key, status: 'expired' };
    return { digest: stored, key, expired, expiresAtMs: expiresAt?.getTime() ?? Infinity };
  }
}

export function toApiKey(row: KeyColumns): ApiKey {
  const { id, programId, prefix, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = row;
  const { certificateSha256 } = row;
  const grants = { services: new Set(services), environments: new Set(environments), ipAddresses };
  return { id, programId, prefix, status, ...grants, certificateSha256, ratePerHour, ratePerDay, serviceRates };
}
