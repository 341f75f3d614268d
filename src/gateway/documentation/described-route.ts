import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Class } from '../../common/validation/dto.js';
import { mark, type RouteRules } from '../call/route-rules.js';

const VERSION = 'documentation:version';
const COUNTED = 'documentation:counted';

/** `shown`: has `ETag`. `changed`: and `If-Match`. `meant`: only that. `created`: `ETag` and 412. `late`: only 412. */
export type VersionUse = 'shown' | 'changed' | 'meant' | 'created' | 'late';

export const UsesVersion = (use: VersionUse): MethodDecorator =>
  applyDecorators(SetMetadata(VERSION, use), mark('readsIfMatch', use === 'changed' || use === 'meant'));

export const Counted = (): MethodDecorator => SetMetadata(COUNTED, true);

export interface DescribedRoute {
  readonly rules: RouteRules;
  readonly sent: readonly Class[];
  readonly roles: readonly string[];
  readonly version: VersionUse | null;
  readonly isCounted: boolean;
  readonly limitsCaching: boolean;
}

const HEADERS_METADATA = '__headers__';

interface Handler {
  readonly metatype: object;
  readonly method: string;
  readonly handler: object;
  readonly rules: RouteRules;
}

export function buildDescribedRoute({ metatype, method, handler, rules }: Handler, roles: readonly string[]): DescribedRoute {
  const headers = (Reflect.getMetadata(HEADERS_METADATA, handler) ?? []) as readonly { readonly name: string }[];
  const isOfStaff = rules.access === 'staff' || rules.access === 'keyless';
  const parameters = (Reflect.getMetadata('design:paramtypes', (metatype as Class).prototype as object, method) ?? []) as readonly Class[];
  return {
    rules,
    sent: rules.bodyType === null ? parameters : [...parameters, rules.bodyType],
    roles,
    version: (Reflect.getMetadata(VERSION, handler) as VersionUse | undefined) ?? null,
    isCounted: Reflect.getMetadata(COUNTED, handler) === true,
    limitsCaching: isOfStaff || rules.access === 'link' || rules.issuesSecret || headers.some(({ name }) => name === 'Cache-Control'),
  };
}
