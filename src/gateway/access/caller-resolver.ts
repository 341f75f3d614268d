import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { languageOf } from '../../common/accept-language.js';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import type { Call } from '../call/call.js';
import { versionsNamed } from '../call/entity-tag.js';
import { rootOf } from '../call/root.js';

/** Makes the caller of a call, once key, limit and token are good: all that a service gets to know of it. */
@Injectable()
export class CallerResolver {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  resolve(call: Call, request: Request): true {
    const { environment, requestId, token } = call;
    const { programId, prefix } = call.key!;
    call.caller = {
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
    return true;
  }
}
