import type { Environment } from '../common/environment.js';

/** Schema of Postgres with its own search path and pool: that of the gateway, or of an environment. */
export type Schema = Environment | 'gateway';

export function listSchemas(environments: readonly Environment[]): readonly Schema[] {
  return ['gateway', ...environments];
}
