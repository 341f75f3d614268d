import type { ServerResponse } from 'node:http';
import type { Deprecation } from './route-rules.js';

export const DEPRECATION = 'Deprecation';
export const SUNSET = 'Sunset';

export function setDeprecation(response: ServerResponse, { since, sunset }: Deprecation): void {
  response.setHeader(DEPRECATION, `@${Date.parse(since) / 1000}`);
  response.setHeader(SUNSET, new Date(sunset).toUTCString());
}
