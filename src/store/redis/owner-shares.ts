import { Injectable } from '@nestjs/common';
import type { Holder } from '../../common/bulkhead.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { SharedLimits } from './shared-limits.js';

export type SharedResource = 'uploads' | 'eventWaits' | 'reports';

/** Grants one share on all nodes together; the size of a lane stays a limit of each node (gateway.71). */
@Injectable()
export class OwnerShares {
  constructor(
    private readonly bulkheads: Bulkheads,
    private readonly limits: SharedLimits,
  ) {}

  async enter(resource: SharedResource, holder: Holder): Promise<() => void> {
    const bulkhead = this.bulkheads[resource];
    const leave = await this.claim(resource, holder, bulkhead.enter(holder));
    if (leave === null) throw bulkhead.refuse(holder);
    return leave;
  }

  async tryEnter(resource: SharedResource, holder: Holder): Promise<(() => void) | null> {
    const leave = this.bulkheads[resource].tryEnter(holder);
    return leave && this.claim(resource, holder, leave);
  }

  private async claim(resource: SharedResource, holder: Holder, leave: () => void): Promise<(() => void) | null> {
    const { lane, owner } = holder;
    const release = await this.limits.claim(`${resource}:${lane}:${owner}`, this.bulkheads[resource].getOwnerShare(lane));
    if (release === null) {
      leave();
      return null;
    }
    return () => {
      release();
      leave();
    };
  }
}
