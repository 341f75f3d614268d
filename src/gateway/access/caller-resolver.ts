import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { languageOf } from '../../common/accept-language.js';
import type { Caller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import type { Call } from '../call/call.js';
import { versionsNamed } from '../call/entity-tag.js';
import { rootOf } from '../call/root.js';

/** Makes the caller of a call, once key, limit and token are good: all that a service gets to know of it. */
@Injectable()
export class CallerResolver {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly agentClocks: AgentClocks,
  ) {}

  /** The moment of a call for an agent of the sandbox is what that agent's clock shows (sandbox.3). */
  resolve(call: Call, request: Request): true | Promise<true> {
    const { environment, requestId, token } = call;
    const { programId, prefix } = call.key!;
    const caller: Caller = {
      environment,
      at: this.clock.now(),
      language: languageOf(request.headers['accept-language']),
      root: rootOf(request, environment, this.config),
      requestId,
      programId,
      keyPrefix: prefix,
      expectedVersions: versionsNamed(request.headers['if-match']),
      user: token.kind === 'live' ? token.user : null,
    };
    call.caller = caller;
    return environment === 'production' || caller.user === null || this.date(call, caller, caller.user.agentCode);
  }

  private async date(call: Call, caller: Caller, agentCode: string): Promise<true> {
    call.caller = await this.agentClocks.dated(caller, agentCode);
    return true;
  }
}
