export interface RateTerms {
  readonly programId: number;
  readonly ratePerHour: number | null;
  /** Calls in any 24 hours. Null: no limit. */
  readonly ratePerDay: number | null;
  readonly serviceRates: Readonly<Partial<Record<string, number>>>;
}

export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
}

export interface PlacedRateDecision extends RateDecision {
  readonly place: number;
}

export interface NamedRateDecision extends RateDecision {
  /** `program`, `day` or a service. */
  readonly policy: string;
  readonly windowSeconds: number;
}

export const ALL = 'all';

export interface RateWindow {
  /** A service, or `ALL`. */
  readonly of: string;
  readonly spanMs: number;
  readonly limit: number | null;
}

export interface WindowUsage {
  readonly limit: number | null;
  readonly used: number;
  readonly waitMs: number;
  readonly freedInMs: number | null;
}

export interface RateUsage {
  readonly hour: WindowUsage;
  readonly day: WindowUsage | null;
  readonly services: readonly (WindowUsage & { readonly service: string })[];
}

export function hasRoom(usages: readonly WindowUsage[]): boolean {
  return usages.every(({ waitMs }) => waitMs === 0);
}

/** Reports, of several limits that refuse, the last one to have room again. */
export function decide(usages: readonly WindowUsage[]): PlacedRateDecision {
  const last = usages.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
  const { limit, waitMs } = last;
  const refusal = { admitted: false, limit: limit ?? 0, remaining: 0, retryAfterSeconds: Math.ceil(waitMs / 1000) };
  if (waitMs > 0) return { ...refusal, place: usages.indexOf(last) };
  const tightest = findTightest(usages);
  return { admitted: true, limit: tightest.limit, remaining: tightest.left - 1, retryAfterSeconds: 0, place: tightest.place };
}

export function decideOutsideQuota(usages: readonly WindowUsage[], waitMs: number): PlacedRateDecision {
  const { limit, left, place } = findTightest(usages);
  return { admitted: waitMs === 0, limit, remaining: Math.max(0, left), retryAfterSeconds: Math.ceil(waitMs / 1000), place };
}

function findTightest(usages: readonly WindowUsage[]): { readonly limit: number; readonly left: number; readonly place: number } {
  const limits = usages.flatMap(({ limit, used }, place) => (limit === null ? [] : [{ limit, left: limit - used, place }]));
  return limits.reduce((one, other) => (other.left < one.left || (other.left === one.left && other.limit < one.limit) ? other : one));
}
