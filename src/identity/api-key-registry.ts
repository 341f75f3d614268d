import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import type { Transaction } from '../store/store.js';
import type { KeyStatus } from './api-key.service.js';
import { digestOf, newSecret, prefixOf } from './secret.js';
import type { ServiceName } from './service-name.js';
import { revokeTokensOfKey } from './token-revocation.js';

/** What an administrator decides about a key. Rates are calls per rolling hour and day; null: the default, or none. */
export interface KeyTerms {
  readonly name: string;
  readonly status: KeyStatus;
  readonly services: readonly ServiceName[];
  readonly environments: readonly Environment[];
  /** Addresses the key may be used from; none: any. */
  readonly ipAddresses: readonly string[];
  readonly ratePerHour: number | null;
  readonly ratePerDay: number | null;
  readonly serviceRates: Readonly<Partial<Record<ServiceName, number>>>;
}

export interface NewApiKey {
  readonly id: number;
  /** In full, this once. */
  readonly apiKey: string;
}

/** The terms as the table has them. */
export interface TermsRow {
  readonly program_id: number;
  readonly name: string;
  readonly status: KeyStatus;
  readonly services: ServiceName[];
  readonly environments: Environment[];
  readonly ip_addresses: string[];
  readonly rate_per_hour: number | null;
  readonly rate_per_day: number | null;
  readonly service_rates: Partial<Record<ServiceName, number>>;
}

const TERMS = 'name, status, services, environments, ip_addresses, rate_per_hour, rate_per_day, service_rates';

/** Programs and their API keys as administrators change them; `ApiKeys` on every node sees it within two seconds. */
@Injectable()
export class ApiKeyRegistry {
  constructor(private readonly clock: Clock) {}

  /** Answers the program's id. */
  async createProgram(tx: Transaction, program: { readonly name: string; readonly owner: string }): Promise<number> {
    const [row] = await tx.query<{ id: number }>(`INSERT INTO program (name, owner, created_at) VALUES ($1, $2, $3) RETURNING id`, [
      program.name,
      program.owner,
      this.clock.now(),
    ]);
    if (row === undefined) throw new Error('INSERT returned no row.');
    return row.id;
  }

  async createKey(tx: Transaction, programId: number, terms: KeyTerms): Promise<NewApiKey> {
    const apiKey = newSecret();
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO api_key (program_id, key_hash, prefix, created_at, updated_at, ${TERMS})
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
      [programId, digestOf(apiKey), prefixOf(apiKey), this.clock.now(), ...values(terms)],
    );
    if (row === undefined) throw new Error('INSERT returned no row.');
    return { id: row.id, apiKey };
  }

  /** Changes what is given and leaves the rest; disabling kills the key's tokens. Answers false when there is no such key. */
  async changeKey(tx: Transaction, id: number, changes: Partial<KeyTerms>): Promise<boolean> {
    const row = await this.lockTerms(tx, id);
    if (row === undefined) return false;
    await tx.query(
      `UPDATE api_key SET updated_at = $2, (${TERMS}) = ROW ($3::text, $4::text, $5::text[], $6::text[], $7::text[], $8::integer, $9::integer, $10::jsonb)
       WHERE id = $1`,
      [id, this.clock.now(), ...values({ ...toTerms(row), ...changes })],
    );
    if (changes.status === 'disabled') await revokeTokensOfKey(tx, id);
    return true;
  }

  /** A new key on the same terms; the old one goes on for the overlap. Answers undefined when there is no such key. */
  async rotateKey(tx: Transaction, id: number, overlapHours: number): Promise<NewApiKey | undefined> {
    const row = await this.lockTerms(tx, id);
    if (row === undefined) return undefined;
    const now = this.clock.now();
    const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000);
    await tx.query(`UPDATE api_key SET updated_at = $2, expires_at = least(expires_at, $3) WHERE id = $1`, [id, now, overlapEnd]);
    return this.createKey(tx, row.program_id, toTerms(row));
  }

  private async lockTerms(tx: Transaction, id: number): Promise<TermsRow | undefined> {
    const [row] = await tx.query<TermsRow>(`SELECT program_id, ${TERMS} FROM api_key WHERE id = $1 FOR UPDATE`, [id]);
    return row;
  }
}

function values(terms: KeyTerms): readonly unknown[] {
  const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = terms;
  return [name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, JSON.stringify(serviceRates)];
}

function toTerms(row: TermsRow): KeyTerms {
  return {
    name: row.name,
    status: row.status,
    services: row.services,
    environments: row.environments,
    ipAddresses: row.ip_addresses,
    ratePerHour: row.rate_per_hour,
    ratePerDay: row.rate_per_day,
    serviceRates: row.service_rates,
  };
}
