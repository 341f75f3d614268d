import type { ValueKeywords } from '../../common/validation/checks.js';
import { type Class, listFieldNames, getField, getKeywords, listFixedValues } from '../../common/validation/dto.js';
import type { OperationObject, SchemaObject } from './openapi-types.js';

type Property = NonNullable<SchemaObject['properties']>[string];

export function addFieldKeywords(
  schemas: Readonly<Record<string, SchemaObject>>,
  sent: Iterable<Class>,
  shown: ReadonlySet<string>,
): Record<string, SchemaObject> {
  const result = { ...schemas };
  for (const type of withNested(sent)) {
    const schema = result[type.name];
    if (schema?.properties === undefined) continue;
    const described = mapProperties(schema, (property, name) => withKeywords(property, type, name));
    result[type.name] = shown.has(`schemas/${type.name}`) ? mapProperties(described, withoutMailFormat) : described;
  }
  return result;
}

function withoutMailFormat(property: Property): Property {
  if ('$ref' in property || property.format !== 'email') return property;
  return { ...property, format: undefined };
}

export function addParameterKeywords(operation: OperationObject, sent: readonly Class[]): OperationObject {
  const parameters = operation.parameters?.map((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'query' || parameter.schema === undefined) return parameter;
    return { ...parameter, schema: sent.reduce((schema, type) => withKeywords(schema, type, parameter.name), parameter.schema) };
  });
  return parameters === undefined ? operation : { ...operation, parameters };
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const ADDRESS = /^https:\/\//;
/** Names of ids and counts. Other numbers can be amounts, whose example may be whole by chance. */
const WHOLE_NAMES = new Set(
  [
    'count total limit start size page version days index object attempts calls multitude expires_in policies status used remaining',
    'entries transfers done left calculated loaded unchanged repeats prepared drafts receipts failures applications instalments moved',
    'deliveries idle waiting pid passkeys level refused failed ratePerHour ratePerDay failedCalls applicationsTotal rowsDone',
    'rowsTotal httpStatus durationMs duration_ms recoveryCodesLeft claimsLast5Years vehicleSeats building_year_piping qr_size replaces',
    'reinstates leaseType fuelType autonomousType signupsUnconfirmed productionRequested invitationsOpen pendingScans hazardClass',
    'riskClass securityLevel minAge',
  ].flatMap((names) => names.split(' ')),
);
const WHOLE_ENDINGS =
  /(?:^|_)(?:id|no)$|(?:Id|No|Of|By|Count|Days|Seconds|Minutes|Months|Year|Version)$|_(?:of|by|count|year|seconds|months|hours|days|version)$/;

export function addExampleFormats(schemas: Readonly<Record<string, SchemaObject>>): Record<string, SchemaObject> {
  const describe = (property: Property, name: string) => separateNull(withFormat(property, name));
  const entries = Object.entries(schemas).map(([name, schema]) => [name, schema.properties ? mapProperties(schema, describe) : schema]);
  return Object.fromEntries(entries) as Record<string, SchemaObject>;
}

function withFormat(property: Property, name: string): Property {
  if ('$ref' in property || property.format !== undefined) return property;
  const { example } = property as { readonly example?: unknown };
  if (Number.isInteger(example) && isWhole(name)) return { ...property, type: toInteger(property.type) };
  if (typeof example !== 'string' || property.pattern !== undefined || 'enum' in property || !isText(property)) return property;
  const format = DATE.test(example) ? 'date' : DATE_TIME.test(example) ? 'date-time' : ADDRESS.test(example) ? 'uri' : null;
  return format === null ? property : { ...property, format };
}

/** Separates null from the few values of a field, because generators of clients name the values without it. */
function separateNull(property: Property): Property {
  if ('$ref' in property || !property.enum?.includes(null)) return property;
  const { type, enum: values, ...rest } = property;
  const plain = ([type].flat() as unknown[]).find((name) => name !== 'null');
  const few = { type: plain, enum: values.filter((value) => value !== null) };
  return { ...rest, anyOf: [few, { type: 'null' }] } as Property;
}

function isWhole(name: string): boolean {
  return WHOLE_NAMES.has(name) || WHOLE_ENDINGS.test(name);
}

function isText({ type }: SchemaObject): boolean {
  return [type].flat().includes('string');
}

export function forbidOtherFields(
  schemas: Readonly<Record<string, SchemaObject>>,
  sent: { readonly byStaff: Iterable<Class>; readonly byOthers: Iterable<Class> },
): Record<string, SchemaObject> {
  const result = { ...schemas };
  const others = withNested(sent.byOthers);
  for (const type of withNested(sent.byStaff)) {
    const schema = result[type.name];
    if (schema !== undefined && !others.has(type)) result[type.name] = { ...schema, additionalProperties: false };
  }
  return result;
}

function mapProperties(schema: SchemaObject, map: (property: Property, name: string) => Property): SchemaObject {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, map(property, name)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function withKeywords<T extends Property>(schema: T, type: Class, name: string): T {
  const field = getField(type, name);
  if (field === undefined || '$ref' in schema) return schema;
  const { value, item } = getKeywords(field);
  const values = listFixedValues(field);
  const { format, ...bounds } = value;
  const { example } = schema as { readonly example?: unknown };
  const isInstant = format === 'date' && typeof example === 'string' && !DATE.test(example);
  const described = applyKeywords(schema, isInstant ? bounds : value);
  const items = 'items' in described && described.items && !('$ref' in described.items) ? applyKeywords(described.items, item) : null;
  return { ...described, ...(items && { items }), ...(values !== null && !('enum' in schema) && { enum: [...values] }) };
}

function applyKeywords<T extends object>(schema: T, { type, ...bounds }: ValueKeywords): T {
  if (type === undefined) return { ...schema, ...bounds };
  return { ...schema, ...bounds, type: toInteger((schema as SchemaObject).type) };
}

function toInteger(type: SchemaObject['type']): SchemaObject['type'] {
  const replace = (name: unknown): unknown => (name === 'number' ? 'integer' : name);
  return (Array.isArray(type) ? (type as unknown[]).map(replace) : replace(type)) as SchemaObject['type'];
}

function withNested(types: Iterable<Class>, found = new Set<Class>()): ReadonlySet<Class> {
  for (const type of types) {
    if (found.has(type)) continue;
    found.add(type);
    const nested = listFieldNames(type).map((name) => getField(type, name)?.nested?.());
    withNested(
      nested.filter((inner) => inner !== undefined),
      found,
    );
  }
  return found;
}
