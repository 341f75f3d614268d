import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Text } from '../../common/language.js';
import { Store, type Transaction } from '../../store/store.js';

/** Who stands on policies, receipts and payment notifications. */
export interface Insurer {
  readonly name: Text;
  readonly afm: string;
  readonly address: Text;
  readonly phone: string;
  readonly email: string;
}

/** What the insurer's staff may set in an environment. */
export interface InsurerSettings {
  readonly insurer: Insurer;
  /** The creditor of the environment's payment codes, four digits. */
  readonly creditorCode: string;
  /** Days from prepay until an unpaid application is cancelled (decisions §3). */
  readonly prepayCancelDays: number;
}

const READ = `SELECT jsonb_object_agg(key, value) AS settings FROM setting`;
/** A change made on any node is seen everywhere after this long at most. */
const MAX_AGE_MS = 2_000;

interface Cached {
  readonly settings: Promise<InsurerSettings>;
  readonly readAtMs: number;
}

@Injectable()
export class Settings {
  private readonly cache = new Map<Environment, Cached>();

  constructor(private readonly store: Store) {}

  /** The settings, at most two seconds old. */
  get(environment: Environment): Promise<InsurerSettings> {
    const cached = this.cache.get(environment);
    // The age is real time, not the Clock's: a clock that stands still in a test must not keep old settings alive.
    const nowMs = performance.now();
    if (cached && nowMs - cached.readAtMs < MAX_AGE_MS) return cached.settings;
    const settings = this.store.query<{ settings: InsurerSettings }>(environment, READ).then(onlyRow);
    const entry = { settings, readAtMs: nowMs };
    this.cache.set(environment, entry);
    settings.catch(() => {
      if (this.cache.get(environment) === entry) this.cache.delete(environment);
    });
    return settings;
  }

  /** The settings as the transaction sees them. */
  async read(tx: Transaction): Promise<InsurerSettings> {
    return onlyRow(await tx.query<{ settings: InsurerSettings }>(READ));
  }
}

function onlyRow(rows: readonly { settings: InsurerSettings }[]): InsurerSettings {
  const [row] = rows;
  if (!row) throw new Error('the settings are an aggregate: one row');
  return row.settings;
}
