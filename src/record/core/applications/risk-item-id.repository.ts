import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';

const BLOCK_SIZE = 100;

/** Ids are claimed in blocks, so they have gaps. */
@Injectable()
export class RiskItemIdRepository {
  private readonly unused = new Map<Environment, number[]>();

  constructor(private readonly store: Store) {}

  async claimIds(environment: Environment, count: number): Promise<number[]> {
    if (count === 0) return [];
    const unused = this.unused.get(environment) ?? [];
    this.unused.set(environment, unused);
    const missing = count - unused.length;
    if (missing > 0) {
      const blocks = await this.store.query<{ first: number }>(
        environment,
        `SELECT nextval('risk_item_id_seq') AS first FROM generate_series(1, $1)`,
        [Math.ceil(missing / BLOCK_SIZE)],
      );
      for (const { first } of blocks) for (let id = first; id < first + BLOCK_SIZE; id += 1) unused.push(id);
    }
    // A call that ran meanwhile may have used some of them.
    return unused.length >= count ? unused.splice(0, count) : this.claimIds(environment, count);
  }
}
