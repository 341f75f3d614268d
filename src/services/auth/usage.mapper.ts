import type { RateUsage, WindowUsage } from '../../gateway/rate-limit/rate-decision.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import type { UsageResponse, WindowUsageResponse } from './usage.dto.js';

export interface Windows {
  readonly windowMs: number;
  readonly dayMs: number;
}

export function toUsageDto({ hour, day, services }: RateUsage, key: ApiKey, { windowMs, dayMs }: Windows, now: Date): UsageResponse {
  return {
    ...toWindow(hour, windowMs, now),
    day: day === null ? null : toWindow(day, dayMs, now),
    services: services.map(({ service, ...usage }) => ({ service, ...toWindow(usage, windowMs, now) })),
    grants: { services: [...key.services], environments: [...key.environments] },
  };
}

function toWindow({ limit, used, freedInMs }: WindowUsage, windowMs: number, now: Date): WindowUsageResponse {
  return {
    limit,
    used,
    // A limit that was lowered may be exceeded.
    remaining: limit === null ? null : Math.max(0, limit - used),
    window_seconds: windowMs / 1000,
    next_freed_in_seconds: freedInMs === null ? null : Math.ceil(freedInMs / 1000),
    next_freed_at: freedInMs === null ? null : new Date(now.getTime() + freedInMs).toISOString(),
  };
}
