/** Program whose calls are counted, and the limits of the key. An `ApiKey` is one. */
export interface RateTerms {
  readonly programId: number;
  /** Calls per window. Null: the default. */
  readonly ratePerHour: number | null;
  /** Calls in any 24 hours. Null: no limit. */
  readonly ratePerDay: number | null;
  /** Calls per window by service name. */
  readonly serviceRates: Readonly<Partial<Record<string, number>>>;
}

/** Whether a call is admitted, and the values of the quota headers (gateway.15). */
export interface RateDecision {
  readonly admitted: boolean;
  /** The limit that refused, or the one with the fewest calls left. */
  readonly limit: number;
  /** Calls left of it after this one. */
  readonly remaining: number;
  /** Seconds until a call would be admitted; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

/** Name, beside those of services, under which all calls of a program are counted. */
export const ALL = 'all';

/** A rolling window in which calls of a program are counted. */
export interface RateWindow {
  /** Name under which they are counted: a service, or `ALL`. */
  readonly of: string;
  readonly spanMs: number;
  /** Null: calls are counted and not limited. */
  readonly limit: number | null;
}

/** Use of a window before a call. */
export interface WindowUsage {
  readonly limit: number | null;
  readonly used: number;
  /** Milliseconds until a call fits; 0 when it does. */
  readonly waitMs: number;
  /** Milliseconds until the oldest counted call ages out; null when none is counted. */
  readonly freedInMs: number | null;
}

export interface RateUsage {
  readonly hour: WindowUsage;
  /** Null without a limit per day. */
  readonly day: WindowUsage | null;
  readonly services: readonly (WindowUsage & { readonly service: string })[];
}

/** Whether a call fits all its windows. */
export function fits(usages: readonly WindowUsage[]): boolean {
  return usages.every(({ waitMs }) => waitMs === 0);
}

/** Admits a call that fits all limits. Of several that refuse, the one that frees last counts. */
export function decide(usages: readonly WindowUsage[]): RateDecision {
  const { limit, waitMs } = usages.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
  if (waitMs > 0) return { admitted: false, limit: limit ?? 0, remaining: 0, retryAfterSeconds: Math.ceil(waitMs / 1000) };
  const tightest = findTightest(usages);
  return { admitted: true, limit: tightest.limit, remaining: tightest.left - 1, retryAfterSeconds: 0 };
}

/** Decides on a call outside the quota. `waitMs`: time until the program may make another such call. */
export function decideFree(usages: readonly WindowUsage[], waitMs: number): RateDecision {
  const { limit, left } = findTightest(usages);
  return { admitted: waitMs === 0, limit, remaining: Math.max(0, left), retryAfterSeconds: Math.ceil(waitMs / 1000) };
}

/** Finds the limit with the fewest calls left; of two alike the lower one. */
function findTightest(usages: readonly WindowUsage[]): { readonly limit: number; readonly left: number } {
  const limits = usages.flatMap(({ limit, used }) => (limit === null ? [] : [{ limit, left: limit - used }]));
  return limits.reduce((one, other) => (other.left < one.left || (other.left === one.left && other.limit < one.limit) ? other : one));
}
