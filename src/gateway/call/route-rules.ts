import { RequestMethod, SetMetadata } from '@nestjs/common';
import type { Class } from '../../common/validation/decorators.js';

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
  /** Whether a call may wait long for its caller or for an event. */
  readonly waits: boolean;
  /** What a JSON body is read as; null when there is none, or it is any. */
  readonly bodyType: Class | null;
  /** Whether the body is a file of the type that `Content-Type` names. */
  readonly readsType: boolean;
  /**
   * Whether a call with an `Idempotency-Key` is done once, however often it comes: every POST and PUT of a service, and every write of staff, but for
   * tokens, sessions, passwords and what only shows what a write would do.
   */
  readonly isRepeatable: boolean;
  /** Whether the response holds a secret, which is never kept. */
  readonly issuesSecret: boolean;
  /** Fields of the response that are not kept for an `Idempotency-Key`. */
  readonly unkeptFields: readonly string[];
  /** Whether only the sandbox serves it, to every key of the sandbox: it needs no grant. */
  readonly isSandboxOnly: boolean;
  /** Whether a GET changes state, so HEAD does not stand for it. */
  readonly changesState: boolean;
}

type Mark =
  | ('service' | 'keyOnly' | 'open' | 'outsideQuota' | 'staff' | 'keyless' | 'readsJson' | 'readsType' | 'waits')
  | ('changesState' | 'issuesSecret' | 'takesNoKey' | 'showsState' | 'unkeptFields' | 'sandboxOnly');

interface JsonReading {
  readonly bodyType: Class | null;
}

const keyOf = (name: Mark): string => `gateway:${name}`;

/** Says something of a controller or a handler. */
export function mark(name: Mark, value: unknown = true): MethodDecorator & ClassDecorator {
  return SetMetadata(keyOf(name), value);
}

function valueOf(name: Mark, target: object): unknown {
  return Reflect.getMetadata(keyOf(name), target);
}

function isMarked(name: Mark, target: object): boolean {
  return valueOf(name, target) === true;
}

export function markReadsJson(handler: object, bodyType: Class | null): void {
  Reflect.defineMetadata(keyOf('readsJson'), { bodyType } satisfies JsonReading, handler);
}

/** Whether the handler's response names in its `ETag` the state that it shows. */
export function showsState(handler: object): boolean {
  return isMarked('showsState', handler);
}

export function isKeyless(handler: object): boolean {
  return isMarked('keyless', handler);
}

// A handler inherited by several controllers is one function, with the rules of each controller.
const known = new WeakMap<object, WeakMap<object, RouteRules>>();

export function rulesOf(controller: { readonly name: string }, handler: object): RouteRules {
  const rules = known.get(controller)?.get(handler);
  return rules ?? remember(controller, handler);
}

function remember(controller: { readonly name: string }, handler: object): RouteRules {
  const service = valueOf('service', controller) as string | undefined;
  const reading = valueOf('readsJson', handler) as JsonReading | undefined;
  const rules: RouteRules = {
    access: accessOf(controller, handler),
    service: service ?? null,
    countsForQuota: !isMarked('outsideQuota', handler),
    readsJson: reading !== undefined,
    waits: isMarked('waits', handler),
    bodyType: reading?.bodyType ?? null,
    readsType: isMarked('readsType', handler),
    isRepeatable: isRepeatable(service, controller, handler),
    issuesSecret: isMarked('issuesSecret', handler),
    isSandboxOnly: isMarked('sandboxOnly', controller),
    changesState: isMarked('changesState', handler),
    unkeptFields: (valueOf('unkeptFields', handler) as readonly string[] | undefined) ?? [],
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

function accessOf(controller: { readonly name: string }, handler: object): Access {
  if (isMarked('open', handler)) return 'open';
  if (isMarked('staff', controller)) return isKeyless(handler) ? 'keyless' : 'staff';
  if (valueOf('service', controller) === undefined)
    throw new Error(`${controller.name} is neither a service controller, nor of the back office, nor open`);
  return isMarked('keyOnly', handler) || isMarked('keyOnly', controller) ? 'key' : 'token';
}

/** Whether an API key is needed, with everything that depends on it. */
export function asksForKey({ access }: RouteRules): boolean {
  return access === 'key' || access === 'token';
}
