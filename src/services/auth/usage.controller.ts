import { Get, Header } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { CurrentApiKey, KeyOnly, OutsideQuota, ServiceController } from '../../gateway/handler/decorators.js';
import { RateLimiter } from '../../gateway/rate-limit/rate-limiter.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import { UsageResponse } from './usage.dto.js';
import { toUsageDto } from './usage.mapper.js';

@ServiceController('auth-api', 'resources/usage')
@KeyOnly()
export class UsageController {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** How far the quota is used and what the key is granted. Counts for no quota; one call a second per program. */
  @Get()
  @OutsideQuota()
  @Header('Cache-Control', 'no-store')
  async getUsage(@CurrentApiKey() key: ApiKey): Promise<UsageResponse> {
    const usage = await this.limiter.usage(key, [...key.services]);
    return toUsageDto(usage, key, this.limiter.windows, this.clock.now());
  }
}
