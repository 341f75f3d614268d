import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { assertNoFaults, type Fault } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { type Class, fieldNamesOf } from '../../common/validation/dto.js';

/** Names the format of the gateway's errors, on every route of it. */
const ERROR_FORMAT = 'format';

/** A method as Nest hands it to interceptors. */
type Handler = ReturnType<ExecutionContext['getHandler']>;
const known = new WeakMap<Handler, ReadonlySet<string>>();

/**
 * Refuses a query with a parameter that the handler does not know: a filter that does nothing would return more than was requested. One
 * without a value counts as absent. @throws DomainError INVALID at each of the names
 */
export function refuseUnknownParameters(query: Request['query'], controller: Class, handler: Handler): void {
  const names = namesOf(controller, handler);
  const unknown = Object.keys(query).filter((name) => !names.has(name) && !isBlank(query[name]));
  assertNoFaults(unknown.map(toFault));
}

/** The fields of the class of each `@Query()` of the handler. */
function namesOf(controller: Class, handler: Handler): ReadonlySet<string> {
  const found = known.get(handler);
  if (found !== undefined) return found;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler.name) as readonly Class[];
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<string, { readonly index: number }>;
  const queries = Object.entries(places).filter(([place]) => place.startsWith(`${RouteParamtypes.QUERY}:`));
  const names = new Set([ERROR_FORMAT, ...queries.flatMap(([, { index }]) => fieldNamesOf(types[index]!))]);
  known.set(handler, names);
  return names;
}

function isBlank(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === 'string' && one.trim() === '');
}

function toFault(name: string): Fault {
  const text = { el: `Δεν υπάρχει παράμετρος ${name}.`, en: `There is no parameter ${name}.` };
  return { path: name, code: ErrorCode.INVALID, text };
}
