import type { RouteRules } from '../call/route-rules.js';

/** What the document says of a route that its own decorators do not. */
export interface DescribedRoute {
  readonly rules: RouteRules;
  /** The roles of the back office that may call it. */
  readonly roles: readonly string[];
}
