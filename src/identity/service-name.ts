/** Services that keys are granted (gateway.4): the first segment of their paths. */
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

/** Issues the tokens. */
const FOR_EVERY_SERVICE: readonly ServiceName[] = ['auth-api'];
/** Services between an application and its policy. */
const FOR_POLICIES: readonly ServiceName[] = ['parameters-api', 'collection-api', 'common-api', 'docs-api'];
const LINES: ReadonlySet<ServiceName> = new Set(['mtr-api', 'fire-api']);

/** Adds the services that the given ones depend on, in the order of `SERVICE_NAMES`. */
export function withNeededServices(services: readonly ServiceName[]): ServiceName[] {
  const isOfPolicies = services.some((service) => LINES.has(service));
  const all = new Set([...services, ...FOR_EVERY_SERVICE, ...(isOfPolicies ? FOR_POLICIES : [])]);
  return SERVICE_NAMES.filter((service) => all.has(service));
}
