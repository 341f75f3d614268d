import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { type Class, listFieldNames } from '../../common/validation/dto.js';
import { DRY_RUN_PARAMETER, type RouteRules } from '../call/route-rules.js';

const ERROR_FORMAT = 'format';
const KEY = 'api_key';

export function listUnknownParameters(query: Request['query'], rules: RouteRules | null, controller: Class, handler: string): string[] {
  const sent = Object.keys(query).filter((name) => !isBlank(query[name]));
  if (sent.length === 0) return [];
  const names = listParameters(controller, handler);
  if (rules?.dryRun !== 'reads') names.add(DRY_RUN_PARAMETER);
  if (rules?.service != null) names.add(KEY);
  return sent.filter((name) => !names.has(name));
}

function listParameters(controller: Class, handler: string): Set<string> {
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as readonly Class[];
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, { readonly index: number }>;
  const queries = Object.entries(places).filter(([place]) => place.startsWith(`${RouteParamtypes.QUERY}:`));
  return new Set([ERROR_FORMAT, ...queries.flatMap(([, { index }]) => listFieldNames(types[index]!))]);
}

function isBlank(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === 'string' && one.trim() === '');
}
