import type { Environment } from '../common/environment.js';

export type Schema = Environment | 'gateway';

export function listSchemas(environments: readonly Environment[]): readonly Schema[] {
  return ['gateway', ...environments];
}

export function formatSchemaUrl(url: string, schema: Schema): string {
  return url.replaceAll('{schema}', schema);
}
