import { Injectable } from '@nestjs/common';
import type { Holder } from '../common/bulkhead.js';
import { Bulkheads } from '../config/bulkheads.js';
import { SharedLimits } from './shared-limits.js';

/** Resources of a node of which an owner has one share on all nodes together. */
export type SharedResource = 'uploads' | 'eventWaits' | 'reports';

/** Applies the share of an owner to all nodes together; the size of a lane stays a limit of each node (gateway.71). */
@Injectable()
export class OwnerShares {
  constructor(
    private readonly bulkheads: Bulkheads,
    private readonly limits: SharedLimits,
  ) {}

  /** Claims a unit and returns its release function. @throws DomainError UNAVAILABLE without room */
  async enter(resource: SharedResource, holder: Holder): Promise<() => void> {
    const bulkhead = this.bulkheads[resource];
    const leave = await this.claim(resource, holder, bulkhead.enter(holder));
    if (leave === null) throw bulkhead.refuse(holder);
    return leave;
  }

  /** Claims a unit and returns its release function. Null without room. */
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
