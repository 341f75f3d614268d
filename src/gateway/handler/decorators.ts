import { applyDecorators, Body, Controller, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller } from '../../common/caller.js';
import type { Class } from '../../common/validation/decorators.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import { callOf } from '../call/call.js';
import { mark, markReadsJson } from '../call/route-rules.js';

/** A controller of the contract: the service a key must be granted, and the path behind it, exact in case and slashes. */
export function ServiceController(service: string, path = ''): ClassDecorator {
  return applyDecorators(Controller(path === '' ? service : `${service}/${path}`), mark('service', service), ApiTags(service));
}

/** A controller of `/dev/test-api`: routes that production does not have, for every key of the sandbox (sandbox.1). */
export function SandboxController(path: string): ClassDecorator {
  return applyDecorators(ServiceController('test-api', path), mark('sandboxOnly'));
}

/** A route, or all routes of a controller, that need an API key but no bearer token. A token sent anyway is checked. */
export const KeyOnly = (): MethodDecorator & ClassDecorator => mark('keyOnly');

/** A route without any key, also over plain HTTP and never under `/dev`: health. */
export const Open = (): MethodDecorator => mark('open');

/** A call that the quota neither counts nor refuses; a program makes one a second. */
export const OutsideQuota = (): MethodDecorator => mark('outsideQuota');

/** A route that may wait long for its caller or an event, so it is not among the program's calls at once (gateway.71). */
export const Waits = (): MethodDecorator => mark('waits');

/** A GET that changes state: HEAD does not stand for it (404). */
export const ChangesState = (): MethodDecorator => mark('changesState');

/** A route whose response holds a secret: it is never kept, so an `Idempotency-Key` does nothing there. */
export const IssuesSecret = (): MethodDecorator => mark('issuesSecret');

/**
 * A write that an `Idempotency-Key` does nothing for: it ends the session that a repetition would need, or has a password in its body, of which not
 * even a digest is kept.
 */
export const TakesNoKey = (): MethodDecorator => mark('takesNoKey');

/** A write that only shows what another one would do: it stores nothing, so an `Idempotency-Key` does nothing there. */
export const Preview = (): MethodDecorator => mark('takesNoKey');

/**
 * Fields of the response, at its top, that are not kept for an `Idempotency-Key`: the call is done once like others, and a repeated one gets the
 * response without them (gateway.47).
 */
export const NotKept = (...fields: readonly string[]): MethodDecorator => mark('unkeptFields', fields);

/** A route whose body is a file of the type that `Content-Type` names: under another type it is another call. */
export const ReadsType = (): MethodDecorator => mark('readsType');

/**
 * The JSON body, parsed only after key, limit and token have passed: at most 1 MiB and 20 levels, then validated as its DTO.
 * A call without a body gives a DTO without fields. Handlers that do not ask for a body ignore any.
 * `type`: the DTO of a body that the handler receives unread; the document declares it.
 */
export function JsonBody(type?: Class): ParameterDecorator {
  return (target, property, index) => {
    if (property === undefined) throw new Error('@JsonBody() belongs to a parameter of a handler');
    Body()(target, property, index);
    const taken = (Reflect.getMetadata('design:paramtypes', target, property) as unknown[] | undefined)?.[index];
    const handler = (target as Record<string | symbol, object>)[property]!;
    markReadsJson(handler, type ?? (isDtoClass(taken) ? taken : null));
    if (type !== undefined) ApiBody({ type })(target, property, Object.getOwnPropertyDescriptor(target, property)!);
  };
}

function isDtoClass(type: unknown): type is Class {
  return typeof type === 'function' && type !== Object;
}

/** Provides the caller: `UserCaller` on routes with a bearer token, `Caller` on key-only ones. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return callerOf(context.switchToHttp().getRequest<Request>());
});

/** The same, for decorators that take more than the caller from a call. */
export function callerOf(request: Request): Caller {
  const { caller } = callOf(request);
  if (caller === null) throw new Error('An open route has no caller');
  return caller;
}

/** The API key that came with the call; not on routes without one. */
export const CurrentApiKey = createParamDecorator((_: unknown, context: ExecutionContext): ApiKey => {
  const { key } = callOf(context.switchToHttp().getRequest<Request>());
  if (key === null) throw new Error('An open route has no API key');
  return key;
});
