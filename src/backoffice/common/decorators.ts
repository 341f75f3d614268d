import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { mark } from '../../gateway/call/route-rules.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiNotModified } from '../../gateway/documentation/not-modified.js';
import type { Role } from '../../identity/user.service.js';
import { StaffInputInterceptor } from './staff-input.interceptor.js';
import { staffCallerOf, staffOf, type StaffCaller, type Visitor } from './staff-caller.js';
import { rolesOf, ROLES_KEY } from './staff-rules.js';
import { StaffGuard } from './staff.guard.js';

const ROOT = 'backoffice-api';

/** The roles that may call a route, or all routes of a controller; that of the route counts. Without one of them: 403 -203. */
export const Roles = (...roles: readonly [Role, ...Role[]]): MethodDecorator & ClassDecorator => SetMetadata(ROLES_KEY, roles);

/** A route without a session, limited by the caller's address. */
export const Keyless = (): MethodDecorator => mark('keyless');

/**
 * A controller of the back office under `/backoffice-api/<path>`: HTTPS, no API key, outside the quota, a live session and one of the
 * roles on every route but the `@Keyless()` ones. A route that says nothing about roles does not start: `@Roles` stands at the route, or
 * at the class below this decorator. Bodies are `@JsonBody()`, parsed once session and role are known.
 */
export function BackofficeController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`${ROOT}/${path}`),
    mark('staff'),
    ApiTags(ROOT),
    UseGuards(StaffGuard),
    UseInterceptors(StaffInputInterceptor),
    requireRoles,
  );
}

/** A GET of one object: its response has the `ETag` of what it shows, and is 304 for who has that already (backoffice.34). */
export const ReadsObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('shown'), ApiNotModified());

/** A write that makes an object and responds with it as its GET shows it, with the `ETag` of that. */
export const MakesObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('shown'));

/**
 * A write that changes an object and responds with it, with its `ETag`. It honours `If-Match`: its service calls `assertShown` or `assertVersion`
 * in the transaction, once the object is locked.
 */
export const ChangesObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('changed'));

/** The same, but its response shows something else: it has no `ETag`. */
export const MeansObject = (): MethodDecorator => UsesVersion('meant');

/** Who calls: the session's user. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffCaller =>
  staffOf(context.switchToHttp().getRequest<Request>()),
);

/** A call of the insurer's people, with its request and response. */
export interface StaffCall {
  readonly staff: StaffCaller;
  readonly request: Request;
  /** For headers; the handler returns the body. */
  readonly response: Response;
}

/** The call, on routes with a session. */
export const CurrentStaffCall = createParamDecorator((_: unknown, context: ExecutionContext): StaffCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { staff: staffOf(request), request, response: http.getResponse<Response>() };
});

/** Who calls a `@Keyless()` route. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor =>
  staffCallerOf(context.switchToHttp().getRequest<Request>()),
);

const requireRoles: ClassDecorator = (controller) => {
  const prototype = controller.prototype as object;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof value !== 'function' || !Reflect.hasMetadata('path', value as object)) continue;
    if (rolesOf(controller, value as object) === null) throw new Error(`${controller.name}.${name} names no roles and is not keyless`);
  }
};
