import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { getLanguage } from '../../common/accept-language.js';
import type { Caller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import type { Call } from '../call/call.js';
import { parseVersions } from '../call/entity-tag.js';
import { getRoot } from '../call/target.js';

@Injectable()
export class CallerResolver {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly agentClocks: AgentClocks,
  ) {}

  /** A call in the sandbox has the time of the agent’s clock (sandbox.3). */
  async resolve({ environment, requestId, token, key, rules }: Call, request: Request): Promise<Caller> {
    const { programId, prefix } = key!;
    const caller: Caller = {
      environment,
      at: this.clock.now(),
      language: getLanguage(request.headers['accept-language']),
      root: getRoot(request, environment, this.config),
      requestId,
      programId,
      keyPrefix: prefix,
      expectedVersions: rules?.readsIfMatch === true ? parseVersions(request.headers['if-match']) : undefined,
      user: token.kind === 'live' ? token.user : null,
    };
    return environment === 'production' || caller.user === null ? caller : this.agentClocks.applyClock(caller, caller.user.agentCode);
  }
}
