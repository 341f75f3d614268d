import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { mark } from '../../gateway/call/route-rules.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiNotModified } from '../../gateway/documentation/file-responses.js';
import type { Role } from '../../identity/user.service.js';
import { StaffInputInterceptor } from './staff-input.interceptor.js';
import { staffCallerOf, staffOf, type StaffCaller, type Visitor } from './staff-caller.js';
import { rolesOf, ROLES_KEY, StaffGuard } from './staff.guard.js';

const ROOT = 'backoffice-api';

/** Roles that may call a route, or all routes of a controller; those of the route count. Another role gets 403 -203. */
export const Roles = (...roles: readonly [Role, ...Role[]]): MethodDecorator & ClassDecorator => SetMetadata(ROLES_KEY, roles);

/** A route without a session, limited by the caller's address. */
export const Keyless = (): MethodDecorator => mark('keyless');

/**
 * A controller under `/backoffice-api/<path>`: HTTPS, no API key, outside the quota, a live session and a role unless
 * `@Keyless()`. A route without `@Roles`, its own or of the class below this decorator, does not start.
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

/** A GET of one object. Its response has an `ETag`, and is 304 when `If-None-Match` names that (backoffice.34). */
export const ReadsObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('shown'), ApiNotModified());

/** A write that creates an object and returns it as its GET does, with its `ETag`. */
export const MakesObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('shown'));

/** A write that returns the changed object with its `ETag`. For `If-Match` its service calls `assertShown` or `assertVersion` once the object is locked. */
export const ChangesObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('changed'));

/** A write that honours `If-Match` and returns something else than the object, without an `ETag`. */
export const MeansObject = (): MethodDecorator => UsesVersion('meant');

export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffCaller =>
  staffOf(context.switchToHttp().getRequest<Request>()),
);

export interface StaffCall {
  readonly staff: StaffCaller;
  readonly request: Request;
  /** For headers; the handler returns the body. */
  readonly response: Response;
}

export const CurrentStaffCall = createParamDecorator((_: unknown, context: ExecutionContext): StaffCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { staff: staffOf(request), request, response: http.getResponse<Response>() };
});

/** Caller of a `@Keyless()` route. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor =>
  staffCallerOf(context.switchToHttp().getRequest<Request>()),
);

/** Sets the address of a created object, for a 201. */
export function setLocation({ staff, response }: StaffCall, path: string): void {
  response.setHeader('Location', `${staff.root}/${ROOT}/${path}`);
}

/** Documents the refusal of a bank reference that was seen before with another payment. */
export function ApiReferenceReused(): MethodDecorator {
  return ApiResponse({
    status: 409,
    description: 'The bank reference belongs to another payment.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: {
          '-403': { value: { status: 'ERROR', error: '-403', message: 'The reference of the bank belongs to another payment.' } },
        },
      },
    },
  });
}

const requireRoles: ClassDecorator = (controller) => {
  const prototype = controller.prototype as object;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof value !== 'function' || !Reflect.hasMetadata('path', value as object)) continue;
    if (rolesOf(controller, value as object) === null) throw new Error(`${controller.name}.${name} names no roles and is not keyless`);
  }
};
