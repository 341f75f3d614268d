import type { NextFunction, Request, Response } from 'express';

export type RouteHandler = (request: Request, response: Response, next: NextFunction) => unknown;

/**
 * Who may call a route. `document`: anybody, so the calls of an address are limited. `probe`: whoever watches over the process, every few
 * seconds. Both need no key and come over plain HTTP too. `keyed`: needs an API key, whose limits the response states. `staff`: the
 * back office, which has a guard of its own.
 */
export type Audience = 'document' | 'probe' | 'keyed' | 'staff';

/** One method of one path. */
export interface Route {
  readonly method: string;
  /** The path as written at the controller: the label of metrics and log lines. */
  readonly template: string;
  readonly audience: Audience;
  /** Whether HEAD may stand for GET. */
  readonly answersHead: boolean;
  /** Whether production has no such route. */
  readonly isSandboxOnly: boolean;
  readonly handler: RouteHandler;
}

/** Whether a route needs neither a key nor TLS. */
export function isOpenRoute({ audience }: Route): boolean {
  return audience === 'document' || audience === 'probe';
}
