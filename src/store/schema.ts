import type { Environment } from '../common/environment.js';

/** A world of tables with its own search path and pool: the gateway's own, or one environment of the record. */
export type Schema = Environment | 'gateway';

/** The schemas a process works with. */
export function schemasOf(environments: readonly Environment[]): readonly Schema[] {
  return ['gateway', ...environments];
}
