import { SetMetadata } from '@nestjs/common';
import type { Class } from '../../common/validation/dto.js';
import type { RouteRules } from '../call/route-rules.js';

const VERSION = 'documentation:version';
const COUNTED = 'documentation:counted';

/**
 * What a route does with the version of an application, or of what staff changes. `shown`: its success carries the `ETag`. `changed`: that, and it
 * honours `If-Match`. `meant`: it honours `If-Match`, and its response shows something else. `late`: the bank and others mean the application as it
 * is, and may find that somebody was faster.
 */
export type VersionUse = 'shown' | 'changed' | 'meant' | 'late';

/** Documents what the handler does with the version of an application: it calls `noteTag`, or changes one. */
export const UsesVersion = (use: VersionUse): MethodDecorator => SetMetadata(VERSION, use);

/** Documents the headers of a list that is sent by `sendPage`. */
export const Counted = (): MethodDecorator => SetMetadata(COUNTED, true);

/** What the document says of a route that the library does not see. */
export interface DescribedRoute {
  readonly rules: RouteRules;
  /** The DTOs of its query and body. */
  readonly sent: readonly Class[];
  /** The roles of the back office that may call it. */
  readonly roles: readonly string[];
  readonly version: VersionUse | null;
  readonly isCounted: boolean;
  /** Whether its response says how long it may be kept. */
  readonly limitsKeeping: boolean;
}

const HEADERS_METADATA = '__headers__';

/** A handler, in its class or in one that extends it. */
interface Handler {
  readonly metatype: object;
  readonly method: string;
  readonly handler: object;
  readonly rules: RouteRules;
}

export function describedRoute({ metatype, method, handler, rules }: Handler, roles: readonly string[]): DescribedRoute {
  const headers = (Reflect.getMetadata(HEADERS_METADATA, handler) ?? []) as readonly { readonly name: string }[];
  const isOfStaff = rules.access === 'staff' || rules.access === 'keyless';
  const parameters = (Reflect.getMetadata('design:paramtypes', (metatype as Class).prototype as object, method) ?? []) as readonly Class[];
  return {
    rules,
    sent: rules.bodyType === null ? parameters : [...parameters, rules.bodyType],
    roles,
    version: (Reflect.getMetadata(VERSION, handler) as VersionUse | undefined) ?? null,
    isCounted: Reflect.getMetadata(COUNTED, handler) === true,
    limitsKeeping: isOfStaff || rules.issuesSecret || headers.some(({ name }) => name === 'Cache-Control'),
  };
}
