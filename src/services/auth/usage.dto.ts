export class WindowUsageResponse {
  /** Calls allowed within the window; null when there is no such limit @example 1000 */
  limit: number | null;

  /** Calls counted in the window that ends now @example 12 */
  used: number;

  /** Calls left; null when there is no limit @example 988 */
  remaining: number | null;

  /** Length of the rolling window @example 3600 */
  window_seconds: number;

  /** Seconds until the oldest counted call ages out and frees one; null when none is counted @example 2711 */
  next_freed_in_seconds: number | null;

  /** The same as an instant, UTC @example "2026-11-20T10:30:00.000Z" */
  next_freed_at: string | null;
}

export class ServiceUsageResponse extends WindowUsageResponse {
  /** The service @example "fire-api" */
  service: string;
}

export class GrantsResponse {
  /** Services the key may call @example ["fire-api", "parties-api"] */
  services: string[];

  /** Environments it may call them in @example ["production", "sandbox"] */
  environments: string[];
}

/** The quota of the program as it stands, over all its keys, services and both environments. */
export class UsageResponse extends WindowUsageResponse {
  /** The limit per 24 hours; null when the key has none */
  day: WindowUsageResponse | null;

  /** The services the key is granted, each with its own limit, if it has one, and its calls in the window */
  services: ServiceUsageResponse[];

  grants: GrantsResponse;
}
