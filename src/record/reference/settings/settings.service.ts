import { Injectable } from '@nestjs/common';
import type { EntityManager, FindOneOptions } from 'typeorm';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import { getEnvironment, type Writer } from '../../../common/unit-of-work.js';
import { SettingEntity } from '../../../store/entities/reference.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { LegalTexts } from './legal-texts.js';
import type { LetterTexts } from './letter-texts.js';

export interface Insurer {
  readonly name: Text;
  readonly afm: string;
  readonly address: Text;
  readonly phone: string;
  readonly email: string;
  /** Number in the general commercial registry (ΓΕΜΗ). */
  readonly gemi: string;
  readonly seat: Text;
  readonly registration: Text;
  readonly applicableLaw: Text;
}

export interface BankRule {
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Beginning of the bank's transaction code; null for any. */
  readonly bankCode?: string | null;
  /** Part of the text; case and accents are ignored. Null for any. */
  readonly text?: string | null;
  readonly account: string;
}

export interface InsurerSettings {
  readonly insurer: Insurer;
  readonly creditorCode: string;
  /** Printed on green cards (documents.21). */
  readonly greenCardInsurerCode: string;
  /** Refunds are paid from it; null until it is set. */
  readonly payoutIban: string | null;
  /** Time from prepay until an unpaid application is cancelled (applications.8). */
  readonly prepayCancelDays: number;
  /** Banking days after the last day to pay in which its payments may still arrive (money.81). */
  readonly bankGraceDays: number;
  /** Amount in euro (money.92). */
  readonly secondPersonAbove: number;
  /** An underwriter without any authority may decide nothing, instead of everything (authority.3). */
  readonly requireAuthority: boolean;
  /** Sum insured; null: no approval needs a second person (authority.8). */
  readonly secondPersonApprovalsAbove: number | null;
  readonly secondPersonDeclines: boolean;
  readonly secondPersonClosings: boolean;
  readonly secondPersonAuthorities: boolean;
  readonly secondPersonTransfers: boolean;
  /** Difference of a payment that is written off (money.105). */
  readonly toleranceCents: number;
  /** The first that fits applies (money.100). */
  readonly bankRules: BankRule[];
  /** Tax on commission, by the status of the agent (commission.8). */
  readonly withholdingPercents: { readonly individual: number; readonly company: number };
  /** Closing a month books its unearned premium (books.9). */
  readonly unearnedPremium: boolean;
  /** Years from when no duty to keep records remains; 0: never. */
  readonly retentionYears: number;
  readonly eventRetentionDays: number;
  /** A megabyte is 1,000,000 bytes, a day one of Athens. */
  readonly documentsPerApplication: number;
  readonly documentMegabytesPerApplication: number;
  readonly documentMegabytesPerAgentDay: number;
  /** 0: never (documents.56). */
  readonly documentArchiveDays: number;
}

export interface AllSettings extends InsurerSettings {
  readonly legalTexts: LegalTexts;
  readonly letterTexts: LetterTexts;
}

const MAX_AGE_MS = 2_000;

/** Writes JSON text, because TypeORM stores a null value as the SQL null. */
const UPDATE = `UPDATE setting SET value = $2::jsonb, updated_at = $3 WHERE key = $1`;

interface Cached {
  readonly settings: Promise<AllSettings>;
  readonly readAtMs: number;
  loaded?: AllSettings;
}

@Injectable()
export class SettingsService {
  private readonly cache = new Map<Environment, Cached>();

  constructor(private readonly store: Store) {}

  /** Returns settings that are at most two seconds old. A unit of work reads on its own connection. */
  async get(where: Environment | Writer): Promise<AllSettings> {
    const environment = getEnvironment(where);
    if (typeof where === 'string' || !where.unitOfWork) return this.load(environment);
    return this.findFresh(environment) ?? this.store.read(where, read);
  }

  /** Never waits for another connection. */
  async getIn(tx: Transaction, environment: Environment): Promise<AllSettings> {
    return this.findFresh(environment) ?? read(tx.manager);
  }

  read(tx: Transaction): Promise<AllSettings> {
    return read(tx.manager);
  }

  lock(tx: Transaction): Promise<AllSettings> {
    return read(tx.manager, { mode: 'pessimistic_write' });
  }

  async write(tx: Transaction, before: Partial<AllSettings>, after: Partial<AllSettings>, updatedAt: Date): Promise<void> {
    const previous = new Map<string, unknown>(Object.entries(before));
    for (const [key, value] of Object.entries(after))
      if (JSON.stringify(value) !== JSON.stringify(previous.get(key))) await tx.query(UPDATE, [key, JSON.stringify(value), updatedAt]);
  }

  forget(environment: Environment): void {
    this.cache.delete(environment);
  }

  private findFresh(environment: Environment): AllSettings | undefined {
    const cached = this.cache.get(environment);
    return cached !== undefined && performance.now() - cached.readAtMs < MAX_AGE_MS ? cached.loaded : undefined;
  }

  private load(environment: Environment): Promise<AllSettings> {
    const cached = this.cache.get(environment);
    // Real time, because the Clock of a test may stop.
    const nowMs = performance.now();
    if (cached && nowMs - cached.readAtMs < MAX_AGE_MS) return cached.settings;
    const settings = this.store.read(environment, read);
    const entry: Cached = { settings, readAtMs: nowMs };
    this.cache.set(environment, entry);
    settings
      .then((loaded) => (entry.loaded = loaded))
      .catch(() => {
        if (this.cache.get(environment) === entry) this.cache.delete(environment);
      });
    return settings;
  }
}

async function read(manager: EntityManager, lock?: FindOneOptions['lock']): Promise<AllSettings> {
  const rows = await manager.find(SettingEntity, { order: { key: 'ASC' }, ...(lock ? { lock } : {}) });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as AllSettings;
}
