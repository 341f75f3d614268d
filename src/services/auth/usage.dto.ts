export class WindowUsageResponse {
  /** Calls allowed in the window; null without a limit. @example 1000 */
  limit: number | null;

  /** Calls counted in the window that ends now. @example 12 */
  used: number;

  /** Calls left; null without a limit. @example 988 */
  remaining: number | null;

  /** Length of the rolling window in seconds. @example 3600 */
  window_seconds: number;

  /** Seconds until the oldest call leaves the window; null without calls. @example 2711 */
  next_freed_in_seconds: number | null;

  /** Time at which the oldest call leaves the window, UTC. @example "2026-11-20T10:30:00.000Z" */
  next_freed_at: string | null;
}

export class ServiceUsageResponse extends WindowUsageResponse {
  /** Name of the service. @example "fire-api" */
  service: string;
}

export class GrantsResponse {
  /** Services that the key may call. @example ["fire-api", "parties-api"] */
  services: string[];

  /** Environments in which it may call them. @example ["production", "sandbox"] */
  environments: string[];
}

export class UsageResponse extends WindowUsageResponse {
  /** Quota of 24 hours; null when the key has none. */
  day: WindowUsageResponse | null;

  /** Services granted to the key, each with its limit, if any, and its calls in the window. */
  services: ServiceUsageResponse[];

  /** Services and environments granted to the key. */
  grants: GrantsResponse;
}
