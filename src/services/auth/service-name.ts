/** The services of the gateway (spec §1) as keys are granted them: the first segment of their paths. */
export const SERVICE_NAMES = [
  'mtr-api',
  'fire-api',
  'parties-api',
  'service-requests-api',
  'parameters-api',
  'collection-api',
  'common-api',
  'docs-api',
  'auth-api',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
