/** The services of the gateway (gateway.4) as keys are granted them: the first segment of their paths. */
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

/** Every service but the vehicles' and the parameters' takes its token from auth-api; one door for all is easier to tell of. */
const FOR_EVERY_SERVICE: readonly ServiceName[] = ['auth-api'];
/** What the way from an application to its policy calls: lists and codes, payment and charge, receipts, documents. */
const FOR_POLICIES: readonly ServiceName[] = ['parameters-api', 'collection-api', 'common-api', 'docs-api'];
const LINES: ReadonlySet<ServiceName> = new Set(['mtr-api', 'fire-api']);

/** The services with those that a program cannot do without when it calls them, each once, in the order of `SERVICE_NAMES`. */
export function withNeededServices(services: readonly ServiceName[]): ServiceName[] {
  const isOfPolicies = services.some((service) => LINES.has(service));
  const all = new Set([...services, ...FOR_EVERY_SERVICE, ...(isOfPolicies ? FOR_POLICIES : [])]);
  return SERVICE_NAMES.filter((service) => all.has(service));
}
