import { RequestMethod, SetMetadata } from '@nestjs/common';
import type { Class } from '../../common/validation/decorators.js';
import type { Audience } from './route.js';

/**
 * `open`: no key, plain HTTP too. `key`: an API key. `token`: an API key and a bearer token. `staff` and `keyless` belong to the back
 * office, whose own guard requires a session or limits by address: no key, no quota, HTTPS like the services.
 */
export type Access = 'open' | 'key' | 'token' | 'staff' | 'keyless';

/** What the gateway asks of a call of one route. Derived once from the decorators of the controller and the handler. */
export interface RouteRules {
  readonly access: Access;
  /** The service a key must be granted; null on open routes. */
  readonly service: string | null;
  readonly countsForQuota: boolean;
  readonly readsJson: boolean;
  /** What a JSON body is read as; null when there is none, or it is any. */
  readonly bodyType: Class | null;
  /** Whether the body is a file of the type that `Content-Type` names. */
  readonly readsType: boolean;
  /** Whether a call with an `Idempotency-Key` is done once, however often it comes: every POST and PUT of a service that issues no secret. */
  readonly isRepeatable: boolean;
  /** Whether the response holds a secret, which is never kept. */
  readonly issuesSecret: boolean;
  /** Fields of the response that are not kept for an `Idempotency-Key`. */
  readonly unkeptFields: readonly string[];
  /** Served in the sandbox alone, to every key that may use it: nobody is granted it. */
  readonly isSandboxOnly: boolean;
}

const SERVICE = 'gateway:service';
const KEY_ONLY = 'gateway:key-only';
const OPEN = 'gateway:open';
const OUTSIDE_QUOTA = 'gateway:outside-quota';
const STAFF = 'gateway:staff';
const KEYLESS = 'gateway:keyless';
const READS_JSON = 'gateway:reads-json';
const READS_TYPE = 'gateway:reads-type';
const CHANGES_STATE = 'gateway:changes-state';
const ISSUES_SECRET = 'gateway:issues-secret';
const UNKEPT_FIELDS = 'gateway:unkept-fields';
const SANDBOX_ONLY = 'gateway:sandbox-only';

interface JsonReading {
  readonly bodyType: Class | null;
}

export const markService = (service: string): ClassDecorator => SetMetadata(SERVICE, service);
export const markKeyOnly = (): MethodDecorator & ClassDecorator => SetMetadata(KEY_ONLY, true);
export const markOpen = (): MethodDecorator => SetMetadata(OPEN, true);
export const markOutsideQuota = (): MethodDecorator => SetMetadata(OUTSIDE_QUOTA, true);
export const markChangesState = (): MethodDecorator => SetMetadata(CHANGES_STATE, true);
export const markReadsType = (): MethodDecorator => SetMetadata(READS_TYPE, true);
export const markIssuesSecret = (): MethodDecorator => SetMetadata(ISSUES_SECRET, true);
export const markUnkeptFields = (...fields: readonly string[]): MethodDecorator => SetMetadata(UNKEPT_FIELDS, fields);

export const markStaff = (): ClassDecorator => markWithHandlers(STAFF);
export const markSandboxOnly = (): ClassDecorator => markWithHandlers(SANDBOX_ONLY);
export const markKeyless = (): MethodDecorator => SetMetadata(KEYLESS, true);

/** Marks the handlers too: what a route is known by is read from the handler alone (`audienceOf`, `isSandboxOnly`). */
function markWithHandlers(mark: string): ClassDecorator {
  return (controller) => {
    Reflect.defineMetadata(mark, true, controller);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object)))
      if (typeof value === 'function') Reflect.defineMetadata(mark, true, value as object);
  };
}

export function markReadsJson(handler: object, bodyType: Class | null): void {
  Reflect.defineMetadata(READS_JSON, { bodyType } satisfies JsonReading, handler);
}

/** Whether a GET handler changes state, so that HEAD must not stand for it. */
export function changesState(handler: object): boolean {
  return Reflect.getMetadata(CHANGES_STATE, handler) === true;
}

function isOpen(handler: object): boolean {
  return Reflect.getMetadata(OPEN, handler) === true;
}

/** Who may call the handler. What is registered by hand, not by a controller, is the documentation. */
export function audienceOf(handler: object): Audience {
  if (!Reflect.hasMetadata('path', handler)) return 'document';
  if (isOpen(handler)) return 'probe';
  return Reflect.getMetadata(STAFF, handler) === true ? 'staff' : 'keyed';
}

/** Whether production has no such route. */
export function isSandboxOnly(handler: object): boolean {
  return Reflect.getMetadata(SANDBOX_ONLY, handler) === true;
}

export function isKeyless(handler: object): boolean {
  return Reflect.getMetadata(KEYLESS, handler) === true;
}

// A handler inherited by several controllers is one function, with the rules of each controller.
const known = new WeakMap<object, WeakMap<object, RouteRules>>();

export function rulesOf(controller: { readonly name: string }, handler: object): RouteRules {
  const rules = known.get(controller)?.get(handler);
  return rules ?? remember(controller, handler);
}

function remember(controller: { readonly name: string }, handler: object): RouteRules {
  const service = Reflect.getMetadata(SERVICE, controller) as string | undefined;
  const reading = Reflect.getMetadata(READS_JSON, handler) as JsonReading | undefined;
  const rules: RouteRules = {
    access: accessOf(controller, handler),
    service: service ?? null,
    countsForQuota: Reflect.getMetadata(OUTSIDE_QUOTA, handler) !== true,
    readsJson: reading !== undefined,
    bodyType: reading?.bodyType ?? null,
    readsType: Reflect.getMetadata(READS_TYPE, handler) === true,
    isRepeatable: service !== undefined && isRepeatable(handler),
    issuesSecret: issuesSecret(handler),
    isSandboxOnly: isSandboxOnly(handler),
    unkeptFields: (Reflect.getMetadata(UNKEPT_FIELDS, handler) as readonly string[] | undefined) ?? [],
  };
  const ofController = known.get(controller) ?? new WeakMap<object, RouteRules>();
  ofController.set(handler, rules);
  known.set(controller, ofController);
  return rules;
}

function isRepeatable(handler: object): boolean {
  const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
  return (method === RequestMethod.POST || method === RequestMethod.PUT) && !issuesSecret(handler);
}

function issuesSecret(handler: object): boolean {
  return Reflect.getMetadata(ISSUES_SECRET, handler) === true;
}

function accessOf(controller: { readonly name: string }, handler: object): Access {
  if (isOpen(handler)) return 'open';
  if (Reflect.getMetadata(STAFF, controller) === true) return isKeyless(handler) ? 'keyless' : 'staff';
  if (Reflect.getMetadata(SERVICE, controller) === undefined)
    throw new Error(`${controller.name} is neither a service controller, nor of the back office, nor open`);
  const isKeyOnly = [handler, controller].some((target) => Reflect.getMetadata(KEY_ONLY, target) === true);
  return isKeyOnly ? 'key' : 'token';
}

/** Whether an API key is needed, with everything that depends on it. */
export function asksForKey({ access }: RouteRules): boolean {
  return access === 'key' || access === 'token';
}
