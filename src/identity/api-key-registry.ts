import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/domain-error.js';
import type { Environment } from '../common/environment.js';
import { ErrorCode } from '../common/error-codes.js';
import { Config } from '../config/config.js';
import { ProgramEntity, ApiKeyEntity } from '../store/entities/program.entity.js';
import { getRow, type Transaction } from '../store/store.js';
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
  readonly expiresAt?: Date | null;
  readonly contact?: string | null;
  readonly certificateSha256?: string | null;
}

export interface NewProgram {
  readonly name: string;
  readonly owner: string;
  readonly userId?: number;
}

export interface NewApiKey {
  readonly id: number;
  readonly apiKey: string;
}

type OptionalTerm = 'expiresAt' | 'contact' | 'certificateSha256';
export type StoredTerms = Pick<ApiKeyEntity, Exclude<keyof KeyTerms, OptionalTerm>> & Pick<KeyTerms, OptionalTerm>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MAX_OVERLAPPING_KEYS = 5;
const COUNT_OVERLAPPING = `
  SELECT count(*)::integer AS count FROM api_key
  WHERE program_id = $1 AND rotated_at IS NOT NULL AND status <> 'disabled' AND (expires_at > $2 OR rotated_at > $3)`;

const NOT_CURRENT = {
  el: 'Αντικαθίσταται μόνο ενεργό κλειδί που δεν έχει ήδη αντικατασταθεί.',
  en: 'Only an active key that has not been rotated can be rotated.',
};
const NO_KEY_OF_CONSOLE = {
  el: 'Για το πρόγραμμα της κονσόλας δεν εκδίδονται κλειδιά.',
  en: 'The program of a console has no key for other programs.',
};
const TOO_MANY = {
  el: `Έως ${MAX_OVERLAPPING_KEYS} παλαιότερα κλειδιά ενός προγράμματος ισχύουν ταυτόχρονα. Περιμένετε να λήξει ένα από αυτά.`,
  en: `At most ${MAX_OVERLAPPING_KEYS} rotated keys of a program overlap. Wait until one of them has expired.`,
};

@Injectable()
export class ApiKeyRegistry {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  getDefaultExpiry(): Date | null {
    const { days } = this.config.apiKeys;
    return days === 0 ? null : new Date(this.clock.now().getTime() + days * DAY_MS);
  }

  async createProgram(tx: Transaction, { name, owner, userId }: NewProgram): Promise<number> {
    const program = tx.manager.create(ProgramEntity, { name, owner, userId: userId ?? null, createdAt: this.clock.now() });
    await tx.manager.insert(ProgramEntity, program);
    return program.id;
  }

  async createKey(tx: Transaction, programId: number, terms: StoredTerms): Promise<NewApiKey> {
    const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = terms;
    const { expiresAt = null, contact = null, certificateSha256 = null } = terms;
    const apiKey = createKeySecret();
    const now = this.clock.now();
    const key = { programId, keyHash: hashSecret(apiKey), prefix: getPrefix(apiKey), idleFrom: now, createdAt: now, updatedAt: now };
    const fields = { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates };
    const { identifiers } = await tx.manager.insert(ApiKeyEntity, { ...key, ...fields, expiresAt, contact, certificateSha256 });
    return { id: (identifiers[0] as Pick<ApiKeyEntity, 'id'>).id, apiKey };
  }

  /** Disabling revokes the tokens; enabling begins the time without use again. */
  async changeKey(tx: Transaction, id: number, changes: Partial<StoredTerms>): Promise<boolean> {
    const updatedAt = this.clock.now();
    const use = changes.status === 'active' ? { idleFrom: updatedAt } : {};
    const { affected } = await tx.manager.update(ApiKeyEntity, { id }, { ...changes, ...use, updatedAt });
    if (affected !== 1) return false;
    if (changes.status === 'disabled') await revokeTokensOfKey(tx, id);
    return true;
  }

  /** The old key stays valid for the overlap. @throws DomainError NOT_ALLOWED_IN_STATUS, LIMIT_REACHED */
  async rotateKey(tx: Transaction, id: number, overlapHours: number): Promise<NewApiKey | undefined> {
    const lock = { mode: 'pessimistic_write' as const, tables: ['api_key'] };
    const [key] = await tx.manager.find(ApiKeyEntity, { where: { id }, relations: { program: true }, lock });
    if (key === undefined) return undefined;
    if (key.program.consoleUserId !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NO_KEY_OF_CONSOLE });
    if (key.status !== 'active' || key.rotatedAt !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_CURRENT });
    const rotatedAt = this.clock.now();
    await this.assertFewOverlap(tx, key.programId, rotatedAt);
    const overlapEndMs = rotatedAt.getTime() + overlapHours * HOUR_MS;
    const expiresAt = new Date(Math.min(key.expiresAt?.getTime() ?? Infinity, overlapEndMs));
    await tx.manager.update(ApiKeyEntity, { id }, { updatedAt: rotatedAt, rotatedAt, expiresAt });
    return this.createKey(tx, key.programId, { ...key, expiresAt: this.getExpiryOfSuccessor(key, rotatedAt) });
  }

  private getExpiryOfSuccessor({ createdAt, expiresAt }: ApiKeyEntity, now: Date): Date | null {
    if (expiresAt === null) return this.getDefaultExpiry();
    return new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
  }

  /** Locks the program, so that rotations of its keys are counted one after the other. */
  private async assertFewOverlap(tx: Transaction, programId: number, at: Date): Promise<void> {
    await tx.query('SELECT FROM program WHERE id = $1 FOR NO KEY UPDATE', [programId]);
    const hourAgo = new Date(at.getTime() - HOUR_MS);
    const { count } = getRow(await tx.query<{ count: number }>(COUNT_OVERLAPPING, [programId, at, hourAgo]));
    if (count >= MAX_OVERLAPPING_KEYS) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
  }
}
