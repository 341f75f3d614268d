import { Get, Header } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { CurrentApiKey, KeyOnly, OutsideQuota, ServiceController } from '../../gateway/handler/decorators.js';
import { RateLimiter } from '../../gateway/rate-limit/rate-limiter.js';
import type { WindowUsage } from '../../gateway/rate-limit/rate-decision.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import { UsageResponse, WindowUsageResponse } from './usage.dto.js';

@ServiceController('auth-api', 'resources/usage')
@KeyOnly()
export class UsageController {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** Get the used and remaining quota and the grants of the key. Not counted; one call a second for each program. */
  @Get()
  @OutsideQuota()
  @Header('Cache-Control', 'no-store')
  async getUsage(@CurrentApiKey() key: ApiKey): Promise<UsageResponse> {
    const { hour, day, services } = await this.limiter.usage(key, [...key.services]);
    const { windowMs, dayMs } = this.limiter.windows;
    const now = this.clock.now();
    return {
      ...toWindow(hour, windowMs, now),
      day: day && toWindow(day, dayMs, now),
      services: services.map(({ service, ...usage }) => ({ service, ...toWindow(usage, windowMs, now) })),
      grants: { services: [...key.services], environments: [...key.environments] },
    };
  }
}

function toWindow({ limit, used, freedInMs }: WindowUsage, windowMs: number, now: Date): WindowUsageResponse {
  return {
    limit,
    used,
    // More calls than the limit were counted before the limit was lowered.
    remaining: limit === null ? null : Math.max(0, limit - used),
    window_seconds: windowMs / 1000,
    next_freed_in_seconds: freedInMs === null ? null : Math.ceil(freedInMs / 1000),
    next_freed_at: freedInMs === null ? null : new Date(now.getTime() + freedInMs).toISOString(),
  };
}
