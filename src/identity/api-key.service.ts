import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { Store } from '../store/store.js';
import { FreshCache } from './fresh-cache.js';
import { digestOf, isSecret, sameDigest } from './secret.js';

export type KeyStatus = 'active' | 'disabled' | 'unverified';

/**
 * What an API key may do (gateway.8, gateway.14). `ipAddresses` empty: from anywhere. Rates are calls per window and per 24 hours, over all services
 * or by service; `ratePerHour` null: the default, the others null or absent: no such limit.
 */
export interface ApiKey {
  readonly id: number;
  readonly programId: number;
  readonly prefix: string;
  readonly status: KeyStatus;
  readonly services: ReadonlySet<string>;
  readonly environments: ReadonlySet<Environment>;
  readonly ipAddresses: readonly string[];
  readonly ratePerHour: number | null;
  readonly ratePerDay: number | null;
  readonly serviceRates: Readonly<Partial<Record<string, number>>>;
}

interface KeyRecord {
  readonly digest: Buffer;
  readonly key: ApiKey;
  /** The same key as it counts once a rotation's overlap is over. */
  readonly retired: ApiKey;
  readonly expiresAtMs: number;
}

interface KeyRow {
  readonly id: number;
  readonly program_id: number;
  readonly key_hash: Buffer;
  readonly prefix: string;
  readonly status: KeyStatus;
  readonly services: string[];
  readonly environments: Environment[];
  readonly ip_addresses: string[];
  readonly rate_per_hour: number | null;
  readonly rate_per_day: number | null;
  readonly service_rates: Record<string, number>;
  readonly expires_at: Date | null;
}

const CAPACITY = 20_000;

const FIND_KEY = `
  SELECT id, program_id, key_hash, prefix, status, services, environments, ip_addresses, rate_per_hour, rate_per_day, service_rates,
    expires_at
  FROM api_key WHERE key_hash = $1`;

/**
 * Keys as every call needs them: from memory, at most two seconds behind the database.
 * SQL of our own: one round trip and a prepared plan for every call that finds nothing in memory (ADR-2).
 */
@Injectable()
export class ApiKeyService {
  private readonly cache: FreshCache<KeyRecord>;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.cache = new FreshCache(clock, CAPACITY, (digest) => this.lookUp(digest));
  }

  /**
   * The key as sent by a caller; undefined when there is none such. A key whose overlap after a rotation is over counts as disabled.
   * @throws DomainError UNAVAILABLE when the database cannot be asked
   */
  async find(key: string): Promise<ApiKey | undefined> {
    if (!isSecret(key)) return undefined;
    const digest = digestOf(key);
    const record = await this.cache.get(digest.toString('base64'));
    if (record === undefined || !sameDigest(record.digest, digest)) return undefined;
    return this.clock.now().getTime() < record.expiresAtMs ? record.key : record.retired;
  }

  /** Nothing was changed until then: what is remembered goes on. */
  confirm(atMs: number): void {
    this.cache.confirm(atMs);
  }

  forget(): void {
    this.cache.forget();
  }

  private async lookUp(digest: string): Promise<KeyRecord | undefined> {
    const [row] = await this.store.query<KeyRow>('gateway', FIND_KEY, [Buffer.from(digest, 'base64')]);
    if (row === undefined) return undefined;
    const key: ApiKey = {
      id: row.id,
      programId: row.program_id,
      prefix: row.prefix,
      status: row.status,
      services: new Set(row.services),
      environments: new Set(row.environments),
      ipAddresses: row.ip_addresses,
      ratePerHour: row.rate_per_hour,
      ratePerDay: row.rate_per_day,
      serviceRates: row.service_rates,
    };
    return { digest: row.key_hash, key, retired: { ...key, status: 'disabled' }, expiresAtMs: row.expires_at?.getTime() ?? Infinity };
  }
}
