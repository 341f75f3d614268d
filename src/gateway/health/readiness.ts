import type { Store } from '../../store/store.js';
import type { Edge } from '../edge/edge.js';

/** Whether new calls should come here. A process that drains still answers those that do. */
export async function readinessOf(store: Store, edge: Edge): Promise<'ok' | 'draining' | 'unavailable'> {
  if (edge.isDraining) return 'draining';
  return (await store.isReady()) ? 'ok' : 'unavailable';
}
