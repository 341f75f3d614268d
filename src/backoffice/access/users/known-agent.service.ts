import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { Store } from '../../../store/store.js';

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
      const where = { code: In([...unknown]) };
      const rows = await this.store.read(environment, (manager) => manager.find(AgentEntity, { select: { code: true }, where }));
      for (const { code } of rows) unknown.delete(code);
    }
    return unknown;
  }
}
