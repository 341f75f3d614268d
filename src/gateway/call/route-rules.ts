import { RequestMethod, SetMetadata } from '@nestjs/common';
import type { Class } from '../../common/validation/decorators.js';

/** `client`: program and user-key. `keyless`: back office without a session. `link`: of a customer. */
export type Access = 'open' | 'key' | 'token' | 'client' | 'staff' | 'keyless' | 'link';

export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  readonly successor: string | null;
}

export interface RouteRules {
  readonly access: Access;
  /** Service that a key must be granted; null on open routes. */
  readonly service: string | null;
  readonly countsForQuota: boolean;
  readonly readsJson: boolean;
  readonly waits: boolean;
  readonly bodyType: Class | null;
  readonly readsType: boolean;
  readonly isRepeatable: boolean;
  readonly issuesSecret: boolean;
  readonly unstoredFields: readonly string[];
  readonly isSandboxOnly: boolean;
  readonly needsGrant: boolean;
  /** Whether a program writes to its keys, which both environments share. */
  readonly writesKeys: boolean;
  /** Whether a GET changes state, so there is no HEAD. */
  readonly changesState: boolean;
  readonly readsIfMatch: boolean;
  readonly dryRun: DryRunSupport;
  readonly deprecation: Deprecation | null;
}

export const DRY_RUN_PARAMETER = 'dry_run';

/** `supported`: writes that can be undone. `refused`: other writes, such as sign-ins. `reads`: the rest. */
export type DryRunSupport = 'supported' | 'refused' | 'reads';

type Mark =
  | ('service' | 'keyOnly' | 'open' | 'outsideQuota' | 'staff' | 'keyless' | 'unlimited' | 'link' | 'readsJson' | 'readsType' | 'waits')
  | (
      | 'changesState'
      | 'setsUpFactor'
      | 'needsAuthority'
      | 'issuesSecret'
      | 'takesNoKey'
      | 'showsState'
      | 'unstoredFields'
      | 'sandboxOnly'
      | 'writesKeys'
      | 'readsIfMatch'
      | 'client'
      | 'noDryRun'
      | 'deprecated'
      | 'ungranted'
    );

interface JsonReading {
  readonly bodyType: Class | null;
}

const keyOf = (name: Mark): string => `gateway:${name}`;

export function mark(name: Mark, value: unknown = true): MethodDecorator & ClassDecorator {
  return SetMetadata(keyOf(name), value);
}

function getValue(name: Mark, target: object): unknown {
  return Reflect.getMetadata(keyOf(name), target);
}

function isMarked(name: Mark, target: object): boolean {
  return getValue(name, target) === true;
}

export function markReadsJson(handler: object, bodyType: Class | null): void {
  Reflect.defineMetadata(keyOf('readsJson'), { bodyType } satisfies JsonReading, handler);
}

export function hasStateTag(handler: object): boolean {
  return isMarked('showsState', handler);
}

export function isKeyless(handler: object): boolean {
  return isMarked('keyless', handler);
}

export function isUnlimited(handler: object): boolean {
  return isMarked('unlimited', handler);
}

export function isForFactorSetup(handler: object): boolean {
  return isMarked('setsUpFactor', handler);
}

export function isAuthorityNeeded(handler: object): boolean {
  return isMarked('needsAuthority', handler);
}

// Several controllers may inherit a handler.
const known = new WeakMap<object, WeakMap<object, RouteRules>>();

export function getRules(controller: { readonly name: string }, handler: object): RouteRules {
  const rules = known.get(controller)?.get(handler);
  return rules ?? createRules(controller, handler);
}

function createRules(controller: { readonly name: string }, handler: object): RouteRules {
  const service = getValue('service', controller) as string | undefined;
  const reading = getValue('readsJson', handler) as JsonReading | undefined;
  const rules: RouteRules = {
    access: getAccess(controller, handler),
    service: service ?? null,
    countsForQuota: !isMarked('outsideQuota', handler),
    readsJson: reading !== undefined,
    waits: isMarked('waits', handler),
    bodyType: reading?.bodyType ?? null,
    readsType: isMarked('readsType', handler),
    isRepeatable: isRepeatable(service, controller, handler),
    issuesSecret: isMarked('issuesSecret', handler),
    isSandboxOnly: isMarked('sandboxOnly', controller),
    needsGrant: !isMarked('sandboxOnly', controller) && !isMarked('ungranted', controller),
    writesKeys: isMarked('writesKeys', handler),
    changesState: isMarked('changesState', handler),
    readsIfMatch: isMarked('readsIfMatch', handler),
    dryRun: findDryRunSupport(controller, handler),
    deprecation: (getValue('deprecated', handler) as Deprecation | undefined) ?? null,
    unstoredFields: (getValue('unstoredFields', handler) as readonly string[] | undefined) ?? [],
  };
  const ofController = known.get(controller) ?? new WeakMap<object, RouteRules>();
  ofController.set(handler, rules);
  known.set(controller, ofController);
  return rules;
}

const WRITES: ReadonlySet<RequestMethod> = new Set([RequestMethod.POST, RequestMethod.PUT]);
const WRITES_OF_STAFF: ReadonlySet<RequestMethod> = new Set([...WRITES, RequestMethod.PATCH, RequestMethod.DELETE]);

function isRepeatable(service: string | undefined, controller: object, handler: object): boolean {
  const method = Reflect.getMetadata('method', handler) as RequestMethod;
  if (isMarked('issuesSecret', handler) || isMarked('takesNoKey', handler)) return false;
  if (service !== undefined) return WRITES.has(method);
  return isMarked('staff', controller) && !isKeyless(handler) && WRITES_OF_STAFF.has(method);
}

function findDryRunSupport(controller: { readonly name: string }, handler: object): DryRunSupport {
  const method = Reflect.getMetadata('method', handler) as RequestMethod;
  if (!WRITES_OF_STAFF.has(method) && !isMarked('changesState', handler)) return 'reads';
  const access = getAccess(controller, handler);
  const isOfCaller = access === 'token' || access === 'key' || access === 'staff';
  return isOfCaller && !isMarked('noDryRun', handler) && !isMarked('noDryRun', controller) ? 'supported' : 'refused';
}

function getAccess(controller: { readonly name: string }, handler: object): Access {
  if (isMarked('open', handler)) return 'open';
  if (isMarked('link', controller)) return 'link';
  if (isMarked('staff', controller)) return isKeyless(handler) ? 'keyless' : 'staff';
  if (getValue('service', controller) === undefined)
    throw new Error(`${controller.name} is neither a service controller, nor of the back office or of links, nor open`);
  if (isMarked('client', handler)) return 'client';
  return isMarked('keyOnly', handler) || isMarked('keyOnly', controller) ? 'key' : 'token';
}

export function isKeyRequired({ access }: RouteRules): boolean {
  return access === 'key' || access === 'token' || access === 'client';
}

export type Audience = 'document' | 'probe' | 'keyed' | 'staff' | 'customer';

export interface Route {
  readonly method: string;
  readonly template: string;
  readonly audience: Audience;
}
