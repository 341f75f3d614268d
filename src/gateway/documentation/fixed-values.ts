import { type Class, listFieldNames, getField, listFixedValues } from '../../common/validation/dto.js';
import type { OperationObject, SchemaObject } from './openapi-types.js';

export function addFixedValues(schemas: Readonly<Record<string, SchemaObject>>, sent: Iterable<Class>): Record<string, SchemaObject> {
  const result = { ...schemas };
  for (const type of withNested(sent)) {
    const schema = result[type.name];
    if (schema?.properties === undefined) continue;
    const properties = Object.entries(schema.properties).map(([name, property]) => [name, withEnum(property, type, name)] as const);
    result[type.name] = { ...schema, properties: Object.fromEntries(properties) };
  }
  return result;
}

export function addFixedParameters(operation: OperationObject, sent: readonly Class[]): OperationObject {
  const parameters = operation.parameters?.map((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'query' || parameter.schema === undefined) return parameter;
    return { ...parameter, schema: sent.reduce((schema, type) => withEnum(schema, type, parameter.name), parameter.schema) };
  });
  return parameters === undefined ? operation : { ...operation, parameters };
}

/** Forbids unknown fields in the schemas of staff requests (backoffice.100). */
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

function withEnum<T extends object>(schema: T, type: Class, name: string): T {
  const field = getField(type, name);
  const values = field === undefined ? null : listFixedValues(field);
  return values === null || '$ref' in schema || 'enum' in schema ? schema : { ...schema, enum: [...values] };
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
