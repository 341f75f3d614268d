import { Module } from '@nestjs/common';
import { OwnCounts } from './own-counts.js';
import { RateJournal } from './rate-journal.js';
import { RateLimiter } from './rate-limiter.js';
import { SharedCounts } from './shared-counts.js';

@Module({
  providers: [OwnCounts, RateJournal, RateLimiter, SharedCounts],
  exports: [OwnCounts, RateLimiter, SharedCounts],
})
export class RateLimitModule {}
