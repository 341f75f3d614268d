import { Gauge, type Registry } from 'prom-client';
import type { Bulkheads } from '../../config/bulkheads.js';

/** Adds the use of what callers share (gateway.71). */
export function gaugeShares(registry: Registry, bulkheads: Bulkheads): void {
  new Gauge({
    name: 'gateway_shared_units',
    help: 'Units of what callers share: size of a lane, units in use, and calls that wait',
    labelNames: ['resource', 'lane', 'state'],
    registers: [registry],
    collect() {
      for (const [resource, { usage }] of bulkheads.all)
        for (const { lane, ...counts } of usage)
          for (const [state, count] of Object.entries(counts)) this.set({ resource, lane, state }, count);
    },
  });
  new Gauge({
    name: 'gateway_shared_refusals',
    help: 'Calls refused since the start because a lane or a share was in use',
    labelNames: ['resource'],
    registers: [registry],
    collect() {
      for (const [resource, { refusedCount }] of bulkheads.all) this.set({ resource }, refusedCount);
    },
  });
}
