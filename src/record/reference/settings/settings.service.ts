import { Injectable } from '@nestjs/common';
import type { EntityManager, FindOneOptions } from 'typeorm';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import { SettingEntity } from '../../../store/entities/setting.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { LegalTexts } from './legal-texts.js';

/** Who stands on policies, receipts and payment notifications. */
export interface Insurer {
  readonly name: Text;
  readonly afm: string;
  readonly address: Text;
  readonly phone: string;
  readonly email: string;
}

/** What the insurer's staff may set in an environment, the legal texts of policies apart. */
export interface InsurerSettings {
  readonly insurer: Insurer;
  /** The creditor of the environment's payment codes, four digits. */
  readonly creditorCode: string;
  /** The insurer's code at its motor insurers' bureau, as green cards name it (documents.21). */
  readonly greenCardInsurerCode: string;
  /** The account that refunds are paid from; null until it is set. */
  readonly payoutIban: string | null;
  /** Days from prepay until an unpaid application is cancelled (applications.8). */
  readonly prepayCancelDays: number;
  /** Years after which a person is erased when no duty to keep records remains; 0: never. */
  readonly retentionYears: number;
  /** Days for which events are kept, counted from when they were written down. */
  readonly eventRetentionDays: number;
  /** What agents may upload; documents of the program's own do not count. A megabyte is 1,000,000 bytes, a day is one of Athens. */
  readonly documentsPerApplication: number;
  readonly documentMegabytesPerApplication: number;
  readonly documentMegabytesPerAgentDay: number;
}

/** All of it. */
export interface AllSettings extends InsurerSettings {
  readonly legalTexts: LegalTexts;
}

/** A change made on any node is seen everywhere after this long at most. */
const MAX_AGE_MS = 2_000;

interface Cached {
  readonly settings: Promise<AllSettings>;
  readonly readAtMs: number;
}

@Injectable()
export class SettingsService {
  private readonly cache = new Map<Environment, Cached>();

  constructor(private readonly store: Store) {}

  /** The settings, at most two seconds old. */
  get(environment: Environment): Promise<AllSettings> {
    const cached = this.cache.get(environment);
    // The age is real time, not the Clock's: a clock that stands still in a test must not keep old settings alive.
    const nowMs = performance.now();
    if (cached && nowMs - cached.readAtMs < MAX_AGE_MS) return cached.settings;
    const settings = this.store.read(environment, read);
    const entry = { settings, readAtMs: nowMs };
    this.cache.set(environment, entry);
    settings.catch(() => {
      if (this.cache.get(environment) === entry) this.cache.delete(environment);
    });
    return settings;
  }

  /** The settings as the transaction sees them. */
  read(tx: Transaction): Promise<AllSettings> {
    return read(tx.manager);
  }

  /** The settings, locked until the transaction ends. */
  lock(tx: Transaction): Promise<AllSettings> {
    return read(tx.manager, { mode: 'pessimistic_write' });
  }

  /** Writes those that differ from `before`. */
  async write(tx: Transaction, before: Partial<AllSettings>, after: Partial<AllSettings>, updatedAt: Date): Promise<void> {
    const former = new Map<string, unknown>(Object.entries(before));
    for (const [key, value] of Object.entries(after) as [string, SettingEntity['value']][])
      if (JSON.stringify(value) !== JSON.stringify(former.get(key))) await tx.manager.update(SettingEntity, { key }, { value, updatedAt });
  }

  /** What was just changed is in force on this node at once. */
  forget(environment: Environment): void {
    this.cache.delete(environment);
  }
}

async function read(manager: EntityManager, lock?: FindOneOptions['lock']): Promise<AllSettings> {
  const rows = await manager.find(SettingEntity, { order: { key: 'ASC' }, ...(lock ? { lock } : {}) });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as AllSettings;
}
