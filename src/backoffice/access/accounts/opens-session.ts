import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiHeader, refs } from '@nestjs/swagger';
import { DEVICE, DEVICE_HEADER } from './device.service.js';
import { SESSION_IN, SET_COOKIE } from './session-cookies.js';
import { CookieSessionResponse, SessionResponse } from './sessions.dto.js';

export function OpensSession(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: DEVICE,
      required: false,
      description: 'From an earlier sign-in on this device; others’ wrong passwords do not slow it down.',
      example: DEVICE_HEADER.schema.example,
    }),
    ApiHeader({
      name: SESSION_IN,
      required: false,
      description: 'Asks for a session in a cookie, for pages of this host.',
      schema: { type: 'string', enum: ['cookie'] },
    }),
    ApiExtraModels(SessionResponse, CookieSessionResponse),
    ApiCreatedResponse({
      schema: { oneOf: refs(SessionResponse, CookieSessionResponse) },
      headers: { [DEVICE]: DEVICE_HEADER, 'Set-Cookie': SET_COOKIE },
    }),
  );
}
