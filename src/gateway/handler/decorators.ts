import { applyDecorators, Body, Controller, createParamDecorator, Header, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller, UserCaller } from '../../common/caller.js';
import type { Class } from '../../common/validation/decorators.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import { getCall } from '../call/call.js';
import { type Deprecation, mark, markReadsJson } from '../call/route-rules.js';

export function ServiceController(service: string, path = ''): ClassDecorator {
  return applyDecorators(Controller(path === '' ? service : `${service}/${path}`), mark('service', service), ApiTags(service));
}

export function SandboxController(path: string): ClassDecorator {
  return applyDecorators(ServiceController('test-api', path), mark('sandboxOnly'));
}

export const NeedsNoGrant = (): MethodDecorator & ClassDecorator => mark('ungranted');

/** Marks routes that need no bearer token. A token that is sent is checked. */
export const KeyOnly = (): MethodDecorator & ClassDecorator => mark('keyOnly');

/** OAuth 2.0 client credentials identify the program instead of a key. */
export const ClientCredentials = (): MethodDecorator => mark('client');

/** Marks a route without a key, also over plain HTTP. */
export const Open = (): MethodDecorator => mark('open');

/** Marks a route outside the quota; a program may call it once a second. */
export const OutsideQuota = (): MethodDecorator => mark('outsideQuota');

/** Marks a route that may wait, so it does not use the limit of concurrent calls (gateway.71). */
export const Waits = (): MethodDecorator => mark('waits');

export const ChangesState = (): MethodDecorator => mark('changesState');

/** The secret is shown only once, and nobody stores the response. */
export const IssuesSecret = (): MethodDecorator => applyDecorators(mark('issuesSecret'), Header('Cache-Control', 'no-store'));

/** Marks a write of a program to its keys. Its stored response is in the schema of the keys. */
export const WritesKeys = (): MethodDecorator => mark('writesKeys');

/** Marks a write without `Idempotency-Key`: it ends its session, or its body contains a password. */
export const TakesNoKey = (): MethodDecorator => mark('takesNoKey');

/** Marks writes without a dry run: they sign in or out, or change a password or second factor (gateway.100). */
export const HasNoDryRun = (): MethodDecorator & ClassDecorator => mark('noDryRun');

export const Preview = (): MethodDecorator => mark('takesNoKey');

/** Names response fields that are not stored for an `Idempotency-Key` (gateway.47). */
export const NotStored = (...fields: readonly string[]): MethodDecorator => mark('unstoredFields', fields);

export const Deprecated = (deprecation: Deprecation): MethodDecorator => mark('deprecated', deprecation);

export const ReadsType = (): MethodDecorator => mark('readsType');

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

/** Provides the caller, `UserCaller` on routes with a bearer token. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return getKnownCaller(context.switchToHttp().getRequest<Request>());
});

export function getKnownCaller(request: Request): Caller {
  const { caller } = getCall(request);
  if (caller === null) throw new Error('An open route has no caller');
  return caller;
}

export const CurrentApiKey = createParamDecorator((_: unknown, context: ExecutionContext): ApiKey => {
  const { key } = getCall(context.switchToHttp().getRequest<Request>());
  if (key === null) throw new Error('An open route has no API key');
  return key;
});

export interface UserCall {
  readonly caller: UserCaller;
  readonly request: Request;
  readonly response: Response;
}

/** Provides the call of a route with a bearer token; without one its caller has no user. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): UserCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { caller: getKnownCaller(request) as UserCaller, request, response: http.getResponse<Response>() };
});
