/** Whose calls are counted, and what they may be; an `ApiKey` is one. Rates are calls per window, null and absent: the default, or none. */
export interface RateTerms {
  readonly programId: number;
  readonly ratePerHour: number | null;
  readonly ratePerDay: number | null;
  /** Calls per window by service name. */
  readonly serviceRates: Readonly<Partial<Record<string, number>>>;
}

/** Whether a call may go on, and what the headers say about its quota (gateway.15). */
export interface RateDecision {
  readonly admitted: boolean;
  /** The limit that refused, or the one with the fewest calls left. */
  readonly limit: number;
  /** Calls left of it after this one. */
  readonly remaining: number;
  /** Whole seconds until a call would be admitted; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

/** How far one limit is used before a call. */
export interface RateState {
  readonly limit: number;
  readonly used: number;
  /** Milliseconds until a call fits; 0 when it does. */
  readonly waitMs: number;
}

/** What is left of one window for the usage response. `limit` null: none is set. */
export interface WindowUsage {
  readonly limit: number | null;
  readonly used: number;
  /** Milliseconds until the oldest counted call ages out; null when none is counted. */
  readonly freedInMs: number | null;
}

export interface LimitedUsage extends WindowUsage {
  readonly limit: number;
}

export interface ServiceUsage extends WindowUsage {
  readonly service: string;
}

export interface RateUsage {
  readonly hour: LimitedUsage;
  /** Null without a limit per day. */
  readonly day: LimitedUsage | null;
  readonly services: readonly ServiceUsage[];
}

export const DAY_MS = 86_400_000;
/** Calls outside the quota are served once in this time per program. */
export const FREE_CALL_MS = 1000;

/**
 * The decision by the limits that apply: a call is admitted when it fits all of them. Of several that refuse, the one that frees last says
 * when to come again.
 */
export function decide(states: readonly RateState[]): RateDecision {
  let longest: RateState | undefined;
  for (const state of states) if (state.waitMs > (longest?.waitMs ?? 0)) longest = state;
  if (longest !== undefined)
    return { admitted: false, limit: longest.limit, remaining: 0, retryAfterSeconds: Math.ceil(longest.waitMs / 1000) };
  const { limit, used } = tightest(states);
  return { admitted: true, limit, remaining: limit - used - 1, retryAfterSeconds: 0 };
}

/** The decision on a call outside the quota: the program's true values, nothing counted. `waitMs`: until it may make another such call. */
export function decideFree({ hour, day }: RateUsage, waitMs: number): RateDecision {
  const { limit, used } = tightest(day === null ? [hour] : [hour, day]);
  const decision = { limit, remaining: Math.max(0, limit - used) };
  return { admitted: waitMs === 0, ...decision, retryAfterSeconds: Math.ceil(waitMs / 1000) };
}

interface Use {
  readonly limit: number;
  readonly used: number;
}

/** The limit with the fewest calls left; of two alike the lower one. */
function tightest(uses: readonly Use[]): Use {
  const [first, ...others] = uses;
  if (first === undefined) throw new RangeError('At least one limit applies');
  return others.reduce((tight, use) => {
    const difference = use.limit - use.used - (tight.limit - tight.used);
    return difference < 0 || (difference === 0 && use.limit < tight.limit) ? use : tight;
  }, first);
}
