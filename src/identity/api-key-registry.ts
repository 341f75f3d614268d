import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Environment } from '../common/environment.js';
import { ProgramEntity, ApiKeyEntity } from '../store/entities/program.entity.js';
import type { Transaction } from '../store/store.js';
import type { KeyStatus } from './api-key.service.js';
import { hashSecret, createKeySecret, getPrefix } from './secret.js';
import type { ServiceName } from './service-name.js';
import { revokeTokensOfKey } from './token-user.js';

/** Rates are calls per rolling hour and day. Null: the default for the hour, no limit for the day. */
export interface KeyTerms {
  readonly name: string;
  readonly status: KeyStatus;
  readonly services: readonly ServiceName[];
  readonly environments: readonly Environment[];
  /** Empty allows any address. */
  readonly ipAddresses: readonly string[];
  readonly ratePerHour: number | null;
  readonly ratePerDay: number | null;
  readonly serviceRates: Readonly<Partial<Record<ServiceName, number>>>;
}

export interface NewProgram {
  readonly name: string;
  readonly owner: string;
  readonly userId?: number;
}

export interface NewApiKey {
  readonly id: number;
  /** The full key, which is not stored. */
  readonly apiKey: string;
}

export type StoredTerms = Pick<ApiKeyEntity, keyof KeyTerms>;

@Injectable()
export class ApiKeyRegistry {
  constructor(private readonly clock: Clock) {}

  async createProgram(tx: Transaction, { name, owner, userId }: NewProgram): Promise<number> {
    const program = tx.manager.create(ProgramEntity, { name, owner, userId: userId ?? null, createdAt: this.clock.now() });
    await tx.manager.insert(ProgramEntity, program);
    return program.id;
  }

  async createKey(tx: Transaction, programId: number, terms: StoredTerms): Promise<NewApiKey> {
    const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = terms;
    const apiKey = createKeySecret();
    const now = this.clock.now();
    const key = { programId, keyHash: hashSecret(apiKey), prefix: getPrefix(apiKey), createdAt: now, updatedAt: now };
    const fields = { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates };
    const { identifiers } = await tx.manager.insert(ApiKeyEntity, { ...key, ...fields });
    return { id: (identifiers[0] as Pick<ApiKeyEntity, 'id'>).id, apiKey };
  }

  /** Disabling revokes the tokens. Returns false without such a key. */
  async changeKey(tx: Transaction, id: number, changes: Partial<StoredTerms>): Promise<boolean> {
    const { affected } = await tx.manager.update(ApiKeyEntity, { id }, { ...changes, updatedAt: this.clock.now() });
    if (affected !== 1) return false;
    if (changes.status === 'disabled') await revokeTokensOfKey(tx, id);
    return true;
  }

  /** Creates a key with the same terms. The old key stays valid for the overlap. */
  async rotateKey(tx: Transaction, id: number, overlapHours: number): Promise<NewApiKey | undefined> {
    const key = await tx.manager.findOne(ApiKeyEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (key === null) return undefined;
    const updatedAt = this.clock.now();
    const overlapEndMs = updatedAt.getTime() + overlapHours * 3_600_000;
    const expiresAt = new Date(Math.min(key.expiresAt?.getTime() ?? Infinity, overlapEndMs));
    await tx.manager.update(ApiKeyEntity, { id }, { updatedAt, expiresAt });
    return this.createKey(tx, key.programId, key);
  }
}
