import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Store } from '../../../../store/store.js';

const MAX_AGE_MS = 1_000;

const GRANTED = `
  SELECT DISTINCT program_id AS id FROM api_key
  WHERE status = 'active' AND 'events-api' = ANY (services) AND $1 = ANY (environments) AND (expires_at IS NULL OR expires_at > statement_timestamp())`;

interface Cached {
  readonly ids: Promise<number[]>;
  readonly readAtMs: number;
}

/** Programs that may be sent to (events.10), as of a second ago at most. SQL of our own: distinct programs, not keys (ADR-2). */
@Injectable()
export class ProgramGrants {
  private readonly cache = new Map<Environment, Cached>();

  constructor(private readonly store: Store) {}

  get(environment: Environment): Promise<readonly number[]> {
    const cached = this.cache.get(environment);
    const nowMs = performance.now();
    if (cached && nowMs - cached.readAtMs < MAX_AGE_MS) return cached.ids;
    const ids = this.store.query<{ id: number }>('gateway', GRANTED, [environment]).then((rows) => rows.map(({ id }) => id));
    const entry = { ids, readAtMs: nowMs };
    this.cache.set(environment, entry);
    ids.catch(() => {
      if (this.cache.get(environment) === entry) this.cache.delete(environment);
    });
    return ids;
  }
}
