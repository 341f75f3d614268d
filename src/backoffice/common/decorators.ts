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
import { UsesVersion, type VersionUse } from '../../gateway/documentation/described-route.js';
import { ApiNotModified } from '../../gateway/documentation/file-responses.js';
import type { Role } from '../../identity/user.service.js';
import { StaffInputInterceptor } from './staff-input.interceptor.js';
import { getCaller, getStaff, type StaffCaller, type Visitor } from './staff-caller.js';
import { findRoles, ROLES_KEY, StaffGuard } from './staff.guard.js';

const ROOT = 'backoffice-api';

/** Sets the roles that may call a route or a controller; a route's roles override. Other roles get 403 (-203). */
export const Roles = (...roles: readonly [Role, ...Role[]]): MethodDecorator & ClassDecorator => SetMetadata(ROLES_KEY, roles);

/** Marks a route without a session; calls are limited by address. */
export const Keyless = (): MethodDecorator => mark('keyless');

/** Lifts the limit by address of a keyless route that costs little, because a whole office may have one address. */
export const Unlimited = (): MethodDecorator => mark('unlimited');

export const AllowsFactorSetup = (): MethodDecorator => mark('setsUpFactor');

/** Marks the routes that decide on referrals (authority.4); any other fails at the check (authority.9). */
export const NeedsAuthority = (): MethodDecorator =>
  applyDecorators(
    mark('needsAuthority'),
    ApiResponse({ status: 403, description: 'The user is not allowed to do this, or the decision is above the authority (-207)' }),
  );

/** Requires a session and a role unless `@Keyless()`. The start fails without `@Roles`. */
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

export const ReadsObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('shown'), ApiNotModified());

/** Adds the `ETag` of the created object, which must be returned as its GET does. */
export const CreatesObject = (use: VersionUse = 'shown'): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion(use));

/** Adds the `ETag` of the changed object. The service checks `If-Match` with `assertShown` or `assertVersion`. */
export const ChangesObject = (): MethodDecorator => applyDecorators(mark('showsState'), UsesVersion('changed'));

export const ChecksIfMatch = (): MethodDecorator => UsesVersion('meant');

export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffCaller =>
  getStaff(context.switchToHttp().getRequest<Request>()),
);

export interface StaffCall {
  readonly staff: StaffCaller;
  readonly request: Request;
  readonly response: Response;
}

export const CurrentStaffCall = createParamDecorator((_: unknown, context: ExecutionContext): StaffCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { staff: getStaff(request), request, response: http.getResponse<Response>() };
});

export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor =>
  getCaller(context.switchToHttp().getRequest<Request>()),
);

export function setLocation({ staff, response }: StaffCall, path: string): void {
  response.setHeader('Location', `${staff.root}/${ROOT}/${path}`);
}

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
    if (findRoles(controller, value as object) === null) throw new Error(`${controller.name}.${name} needs @Roles or @Keyless`);
  }
};
