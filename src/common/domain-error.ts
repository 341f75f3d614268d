import { ERROR_TEXTS, type ErrorCode } from './error-codes.js';
import type { Text } from './language.js';

/** `path`: place in the body (`fire_application.client.afm`) or parameter. */
export interface Violation {
  readonly path: string;
  readonly code: ErrorCode;
  readonly text: Text;
}

export function buildCatalogueViolation(path: string, code: ErrorCode): Violation {
  return { path, code, text: ERROR_TEXTS[code] };
}

export const MAX_VIOLATIONS = 100;

export interface Link {
  readonly rel: string;
  readonly href: string;
}

export function assertNoViolations(violations: readonly Violation[]): void {
  const [first, ...others] = violations;
  if (first) throw DomainError.ofViolations([first, ...others]);
}

const NOTHING_DUE_REASONS = ['PAID', 'NOT_DUE', 'ENDED', 'RENEWED'] as const;
export const TOKEN_REASONS = ['OTHER_PROGRAM', 'OTHER_ENVIRONMENT', 'DISABLED', 'EXPIRED'] as const;
export type TokenReason = (typeof TOKEN_REASONS)[number];
export const REASONS = [...NOTHING_DUE_REASONS, ...TOKEN_REASONS] as const;
export type Reason = (typeof REASONS)[number];

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly violations: readonly Violation[];
  readonly more: boolean;
  readonly links: readonly Link[];
  readonly reason: Reason | null;
  /** First local date on which the call can succeed; null if unknown. */
  readonly from: string | null;

  constructor(
    code: ErrorCode,
    options: {
      text?: Text;
      violations?: readonly Violation[];
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
    this.violations = options.violations ?? [];
    this.more = options.more ?? false;
    this.links = options.links ?? [];
    this.reason = options.reason ?? null;
    this.from = options.from ?? null;
  }

  /** Contains up to 100 violations. Code and text are those of the first (gateway.24). */
  static ofViolations(violations: readonly [Violation, ...Violation[]], more = violations.length > MAX_VIOLATIONS): DomainError {
    return new DomainError(violations[0].code, { text: violations[0].text, violations: violations.slice(0, MAX_VIOLATIONS), more });
  }
}
