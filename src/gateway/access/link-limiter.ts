import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { SharedLimits } from '../../store/redis/shared-limits.js';
import { AddressLimiter } from './address-limiter.js';

/** Allows for a visit of ten calls, and for a family that shares an address. */
@Injectable()
export class LinkLimiter extends AddressLimiter {
  constructor(clock: Clock, shared: SharedLimits) {
    super('links', { burst: 120, intervalMs: 1_000 }, clock, shared);
  }
}
