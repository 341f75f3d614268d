import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AddressLimiter } from '../../gateway/access/address-limiter.js';

/** What all keyless routes together take from one address. */
@Injectable()
export class KeylessLimiter extends AddressLimiter {
  constructor(clock: Clock) {
    super(clock, { burst: 60, intervalMs: 5_000 });
  }
}
