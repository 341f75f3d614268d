import { applyDecorators, Get, type Type } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { ServerResponse } from 'node:http';
import { getLanguage } from '../../common/accept-language.js';
import type { Language } from '../../common/language.js';
import { isTagNamed } from '../call/entity-tag.js';
import { JSON_TYPE } from '../call/send.js';

interface WrittenInLanguages {
  in(language: Language): { readonly body: Buffer; readonly digest: string };
}

const LIST_MAX_AGE_SECONDS = 300;
export const ALWAYS_ASK = 0;

export function sendList(response: ServerResponse, list: WrittenInLanguages, maxAgeSeconds = LIST_MAX_AGE_SECONDS): void {
  const { body, digest } = list.in(getLanguage(response.req.headers['accept-language']));
  const etag = `"${digest}"`;
  response.setHeader('Vary', 'Accept-Language');
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache');
  if (isTagNamed(response.req.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = 200;
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

export interface CodeSegment {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

export function ListRoute(path: string, item: Type, ...segments: readonly CodeSegment[]): MethodDecorator {
  return applyDecorators(
    Get(path),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'Tags of cached lists; 304 if one of them is current.' }),
    ApiOkResponse({ type: item, isArray: true, description: 'The items; empty for an unknown code.' }),
    ApiResponse({ status: 304, description: 'The list has not changed.' }),
    ...segments.map((segment) => ApiParam({ ...segment, type: String })),
  );
}
