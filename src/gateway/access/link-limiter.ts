import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { SharedLimits } from '../../redis/shared-limits.js';
import { AddressLimiter } from './address-limiter.js';

/** Limits calls of customers' pages by address. A visit takes ten calls, and a family may share an address. */
@Injectable()
export class LinkLimiter extends AddressLimiter {
  constructor(clock: Clock, shared: SharedLimits) {
    super('links', { burst: 120, intervalMs: 1_000 }, clock, shared);
  }
}
