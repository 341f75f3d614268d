import { ERROR_TEXTS, type ErrorCode } from './error-codes.js';
import type { Text } from './language.js';

/** One fault of an input; `path` is the place in the body as sent (`fire_application.objects_insured[0].post_code`) or the parameter's name. */
export interface Fault {
  readonly path: string;
  readonly code: ErrorCode;
  readonly text: Text;
}

/** A fault in the words of the catalogue. */
export function faultAt(path: string, code: ErrorCode): Fault {
  return { path, code, text: ERROR_TEXTS[code] };
}

/** The most faults that are listed of one input. */
export const MAX_FAULTS = 100;

/** A link of a response: RFC 8288 relation and absolute address. */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** Refuses an input for all its faults at once; throws nothing where there is none. */
export function assertNoFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first) throw DomainError.ofFaults([first, ...others]);
}

/** Why nothing is due, where one code has several causes (-702, -703). */
export const REASONS = ['PAID', 'NOT_DUE', 'ENDED', 'RENEWED'] as const;
export type Reason = (typeof REASONS)[number];

/** A refusal with its catalogue code. Only the gateway knows its HTTP face. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  /** At most `MAX_FAULTS`. */
  readonly faults: readonly Fault[];
  /** Whether there are more faults than these. */
  readonly more: boolean;
  readonly links: readonly Link[];
  readonly reason: Reason | null;
  /** First local date on which the same call can succeed; null when there is no such date or it is unknown. */
  readonly from: string | null;

  constructor(
    code: ErrorCode,
    options: {
      text?: Text;
      faults?: readonly Fault[];
      more?: boolean;
      links?: readonly Link[];
      reason?: Reason;
      from?: string | null;
      cause?: unknown;
    } = {},
  ) {
    const text = options.text ?? ERROR_TEXTS[code];
    super(text.en, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.text = text;
    this.faults = options.faults ?? [];
    this.more = options.more ?? false;
    this.links = options.links ?? [];
    this.reason = options.reason ?? null;
    this.from = options.from ?? null;
  }

  /** The faults of an input at once, up to 100; code and text are the first one's (gateway.24). */
  static ofFaults(faults: readonly [Fault, ...Fault[]], more = faults.length > MAX_FAULTS): DomainError {
    return new DomainError(faults[0].code, { text: faults[0].text, faults: faults.slice(0, MAX_FAULTS), more });
  }
}
