import type { OperationObject, PathItemObject, SchemaObject } from './openapi-types.js';

const FIRE = '/fire-api/parameters';
const MOTOR = '/mtr-api/resources/parameters';
const COMMON = '/parameters-api';

/** The list that the codes of a field are from, by its name, also in camel case; of a vehicle's field the second one, where there are two. */
const LISTS: Readonly<Record<string, readonly [list: string, ofVehicles?: string]>> = {
  alarm_connections: [`${FIRE}/alarmConnections`],
  application_acceptance_method: [`${FIRE}/acceptance_methods`],
  bank_id: [`${COMMON}/banks`],
  bundleCode: [`${FIRE}/bundles`, `${MOTOR}/bundleCode`],
  categoryId: [`${FIRE}/documentCategories`, `${MOTOR}/documentCategory`],
  citizenship: [`${COMMON}/nationalities`, `${MOTOR}/nationality`],
  construction_of_skeleton: [`${FIRE}/constructionOfSkeletons`],
  construction_of_walls: [`${FIRE}/constructionOfWalls`],
  contact_way_code: [`${COMMON}/contactways`],
  contactwayCode: [`${COMMON}/contactways`],
  discountCodes: [`${MOTOR}/discountCode`],
  docCategoryId: [`${MOTOR}/documentCategory`],
  doyCode: [`${COMMON}/doy`, `${MOTOR}/doyCode`],
  driverLicenceType: [`${MOTOR}/licenceType`],
  extraCovers: [`${MOTOR}/bundleCode`],
  extra_covers: [`${FIRE}/bundles/{bundleCode}/extra_covers`],
  fire_protections: [`${FIRE}/fireProtectionMeasures`],
  fuelType: [`${MOTOR}/makeModelCode`],
  gender: [`${COMMON}/genders`],
  genderCode: [`${COMMON}/genders`],
  groupCovers: [`${FIRE}/groupsInsured`],
  groupInsured: [`${FIRE}/groupsInsured`],
  group_cover: [`${FIRE}/groupsInsured`],
  indirectAgentCode: [`${COMMON}/subagents`],
  jobCode: [`${COMMON}/jobs`, `${MOTOR}/jobCode`],
  kindOfRiskCode: [`${FIRE}/kindsOfRisks`],
  kind_of_risk: [`${FIRE}/kindsOfRisks`],
  kindsOfRisks: [`${FIRE}/kindsOfRisks`],
  licenceType: [`${MOTOR}/licenceType`],
  makeCode: [`${MOTOR}/makeCode`],
  master_id: [`${COMMON}/marketing/consents`],
  modelCode: [`${MOTOR}/modelCode`],
  nationalityCode: [`${COMMON}/nationalities`],
  occupationCode: [`${COMMON}/jobs`],
  personType: [`${COMMON}/personTypes`],
  personTypeCode: [`${COMMON}/personTypes`, `${MOTOR}/personTypeCode`],
  prefectureCode: [`${COMMON}/prefectures`],
  regionCode: [`${COMMON}/prefectures`],
  roof_construction: [`${FIRE}/roofsConstruction`],
  subagentCode: [`${COMMON}/subagents`],
  subkind_of_risk: [`${FIRE}/kindsOfRisks/subkindsOfRisks`],
  subkindsOfRisks: [`${FIRE}/kindsOfRisks/subkindsOfRisks`],
  swappableCovers: [`${MOTOR}/bundleCode`],
  theft_protections: [`${FIRE}/theftProtectionMeasures`],
  type_of_locks: [`${FIRE}/typeOfLocks`],
  type_of_safety_shutters: [`${FIRE}/typeOfSafetyShutters`],
  usageCode: [`${MOTOR}/usageCode`],
  usageCodes: [`${MOTOR}/usageCode`],
  usageSubcode: [`${MOTOR}/usageSubcode`],
};
const REQUEST_CATEGORIES = ['/service-requests-api/resources/parameters/categories'] as const;
/** Fields whose name means a code in some schemas only; null where it means none. */
const OF_ONE_SCHEMA: Readonly<Record<string, readonly [string] | null>> = {
  'FireConsentDto.id': [`${COMMON}/marketing/consents`],
  'FireProtectionDto.id': [`${FIRE}/fireProtectionMeasures`],
  'MotorPersonResponse.personType': null,
  'ServiceRequestResponse.category': REQUEST_CATEGORIES,
  'ServiceRequestRequest.category': REQUEST_CATEGORIES,
  'StaffServiceRequestResponse.category': REQUEST_CATEGORIES,
};
const VEHICLES = 'mtr-api';
/** As comments in the code say it, where the list has no path yet. */
const FROM = /from `[^`]+`/;

/** The schemas with the list of each code in its description. */
export function withListsOfFields(
  schemas: Readonly<Record<string, SchemaObject>>,
  paths: Readonly<Record<string, PathItemObject>>,
): Record<string, SchemaObject> {
  const ofVehicles = schemasOfVehicles(schemas, paths);
  const described = Object.entries(schemas).map(([name, schema]): [string, SchemaObject] => {
    const properties = Object.entries(schema.properties ?? {}).map(
      ([field, property]) => [field, withList(property, listOf(name, field, ofVehicles.has(name)))] as const,
    );
    return [name, schema.properties === undefined ? schema : { ...schema, properties: Object.fromEntries(properties) }];
  });
  return Object.fromEntries(described);
}

/** The operation with the same for its parameters; the list itself names no list. */
export function withListsOfParameters(path: string, operation: OperationObject): OperationObject {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    if ('$ref' in parameter || parameter.in === 'header') return parameter;
    const list = listOf(path, parameter.name, operation.tags?.includes(VEHICLES) === true);
    return list === null || path.startsWith(list) ? parameter : withList(parameter, list);
  });
  return { ...operation, parameters };
}

function withList<T extends object>(described: T, list: string | null): T {
  if (list === null || !('description' in described)) return described;
  const text = String(described.description);
  const source = `\`GET ${list}\``;
  return { ...described, description: FROM.test(text) ? text.replace(FROM, `from ${source}`) : `${text} Codes: ${source}.` };
}

function listOf(owner: string, field: string, isVehicles: boolean): string | null {
  const exception = OF_ONE_SCHEMA[`${owner}.${field}`];
  if (exception !== undefined) return exception?.[0] ?? null;
  const [list, ofVehicles = list] = LISTS[field] ?? LISTS[field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] ?? [];
  return (isVehicles ? ofVehicles : list) ?? null;
}

/** The schemas that the vehicle service refers to, directly or through others, and the fire service does not. */
function schemasOfVehicles(
  schemas: Readonly<Record<string, SchemaObject>>,
  paths: Readonly<Record<string, PathItemObject>>,
): ReadonlySet<string> {
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
  const schemasOf = (service: string): Set<string> =>
    reachable(
      operations.filter(({ tags }) => tags?.includes(service)),
      schemas,
    );
  const ofFire = schemasOf('fire-api');
  return new Set([...schemasOf(VEHICLES)].filter((name) => !ofFire.has(name)));
}

function reachable(from: object, schemas: Readonly<Record<string, SchemaObject>>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(schemas[name] ?? {}, schemas, found);
  }
  return found;
}
