import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { TermsRow } from '../../identity/api-key-registry.js';
import { Store } from '../../store/store.js';
import { notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { ApiKeyResponse, ApiKeyListResponse, ApiKeyQueryDto } from './api-keys.dto.js';

interface KeyRow extends TermsRow {
  readonly id: number;
  readonly program_name: string;
  readonly prefix: string;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly signup_name: string | null;
  readonly signup_email: string;
  readonly signup_environments: Environment[];
  readonly verified_at: Date | null;
}

const KEYS = `
  SELECT k.id, k.program_id, p.name AS program_name, k.name, k.prefix, k.status, k.services, k.environments, k.ip_addresses, k.rate_per_hour,
    k.rate_per_day, k.service_rates, k.expires_at, k.created_at, k.updated_at,
    s.name AS signup_name, s.email AS signup_email, s.environments AS signup_environments, s.verified_at
  FROM api_key k JOIN program p ON p.id = k.program_id LEFT JOIN signup s ON s.api_key_id = k.id`;
const FIND = `${KEYS}
  WHERE ($1::integer IS NULL OR k.program_id = $1) AND ($2::text IS NULL OR k.status = $2) AND ($3::text IS NULL OR k.prefix = $3)`;

/** API keys as administrators see them. */
@Injectable()
export class ApiKeyReader {
  constructor(private readonly store: Store) {}

  async find(query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    const values = [query.programId, query.status, query.prefix];
    return mapPage(await findPage<KeyRow>(this.store, 'gateway', { select: FIND, order: 'id DESC', values }, windowOf(query)), toDto);
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(id: number): Promise<ApiKeyResponse> {
    const [row] = await this.store.query<KeyRow>('gateway', `${KEYS} WHERE k.id = $1`, [id]);
    if (row === undefined) throw notFound();
    return toDto(row);
  }
}

function toDto(row: KeyRow): ApiKeyResponse {
  return {
    id: row.id,
    programId: row.program_id,
    programName: row.program_name,
    name: row.name,
    prefix: row.prefix,
    status: row.status,
    services: row.services,
    environments: row.environments,
    ipAddresses: row.ip_addresses,
    ratePerHour: row.rate_per_hour,
    ratePerDay: row.rate_per_day,
    serviceRates: row.service_rates,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    signup: signupOf(row),
  };
}

function signupOf({ signup_name, signup_email, signup_environments, verified_at }: KeyRow): ApiKeyResponse['signup'] {
  if (signup_name === null) return null;
  return { name: signup_name, email: signup_email, environments: signup_environments, verifiedAt: verified_at?.toISOString() ?? null };
}
