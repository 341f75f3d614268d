import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';
import { isRecord } from './checks.js';

/**
 * DTOs laid out once: the libraries look up the metadata of a class anew for every object and field, which for an application takes longer
 * than everything else about its insert.
 */
export type Class<T extends object = object> = new () => T;

/** What becomes of a value as sent before it is checked. */
export type Conversion = (value: unknown) => unknown;

type Validate = (value: unknown, args: ValidationArguments) => unknown;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

interface Field {
  readonly name: string;
  readonly conversions: readonly Conversion[];
  readonly validators: Validate[];
  isNested: boolean;
}

const conversionsOf = new WeakMap<object, Map<string, Conversion[]>>();
const layouts = new WeakMap<object, ReadonlyMap<string, Field>>();

/** Of several conversions of a field the one written first runs first. Decorators run from the bottom up. */
export function addConversion(type: object, field: string, conversion: Conversion): void {
  const ofType = conversionsOf.get(type) ?? new Map<string, Conversion[]>();
  ofType.set(field, [conversion, ...(ofType.get(field) ?? [])]);
  conversionsOf.set(type, ofType);
}

/** A DTO of a JSON object: unknown fields are dropped, the others converted as their decorators say. */
export function toDto<T extends object>(type: Class<T>, plain: Readonly<Record<string, unknown>>): T {
  const dto = new type();
  const layout = layoutOf(type);
  for (const name of Object.keys(plain)) {
    const field = layout.get(name);
    if (field === undefined) continue;
    let value = plain[name];
    for (const convert of field.conversions) value = convert(value);
    (dto as Record<string, unknown>)[name] = value;
  }
  return dto;
}

/** Whether every validator accepts the DTO. False may also mean that only class-validator itself can tell; it also says what is wrong. */
export function isFaultless(dto: object): boolean {
  for (const { name, validators, isNested } of layoutOf(dto.constructor).values()) {
    const value = (dto as Readonly<Record<string, unknown>>)[name];
    const args = { value, object: dto, property: name, targetName: dto.constructor.name, constraints: [] };
    for (const validate of validators) if (validate(value, args) !== true) return false;
    if (isNested && value !== undefined && !isFaultlessNested(value)) return false;
  }
  return true;
}

function isFaultlessNested(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isRecord(item) && isFaultless(item));
  return isRecord(value) && isFaultless(value);
}

function layoutOf(type: object): ReadonlyMap<string, Field> {
  let layout = layouts.get(type);
  if (layout === undefined) layouts.set(type, (layout = layOut(type)));
  return layout;
}

function layOut(type: object): ReadonlyMap<string, Field> {
  const layout = new Map<string, Field>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type as Class, '', false, false)) {
    const name = metadata.propertyName;
    const field = layout.get(name) ?? { name, conversions: inheritedConversions(type, name), validators: [], isNested: false };
    if (metadata.type === ValidationTypes.NESTED_VALIDATION && isUnconditional(metadata)) field.isNested = true;
    else field.validators.push(...validatorsOf(metadata));
    layout.set(name, field);
  }
  return layout;
}

function inheritedConversions(type: object | null, field: string): Conversion[] {
  if (type === null) return [];
  const own = conversionsOf.get(type)?.get(field) ?? [];
  return [...inheritedConversions(Object.getPrototypeOf(type) as object | null, field), ...own];
}

function validatorsOf(metadata: Metadata): Validate[] {
  if (metadata.type === ValidationTypes.WHITELIST) return [];
  if (metadata.type !== ValidationTypes.CUSTOM_VALIDATION || !isUnconditional(metadata)) return [() => 'only class-validator knows'];
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  return constraints.map(
    ({ instance }) =>
      (value, args) =>
        instance.validate(value, args),
  );
}

function isUnconditional({ groups, each, validateIf }: Metadata): boolean {
  return !each && validateIf === undefined && (groups ?? []).length === 0;
}
