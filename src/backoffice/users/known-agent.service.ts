import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Store } from '../../store/store.js';

/** Users are the same in both environments, agents are not: an agent is known when any of the environments served has it. */
@Injectable()
export class KnownAgentService {
  constructor(
    private readonly store: Store,
    private readonly config: Config,
  ) {}

  /** Those of the codes that no environment knows. */
  async unknownOf(codes: readonly string[]): Promise<Set<string>> {
    const unknown = new Set(codes);
    for (const environment of this.config.environments) {
      if (unknown.size === 0) break;
      const rows = await this.store.query<{ code: string }>(environment, 'SELECT code FROM agent WHERE code = ANY ($1::text[])', [
        [...unknown],
      ]);
      for (const { code } of rows) unknown.delete(code);
    }
    return unknown;
  }
}
