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
  'events-api',
  'reports-api',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
