import { Module } from '@nestjs/common';
import { RateJournal } from './rate-journal.js';
import { RateLimiter } from './rate-limiter.js';

@Module({
  providers: [RateLimiter, RateJournal],
  exports: [RateLimiter],
})
export class RateLimitModule {}
