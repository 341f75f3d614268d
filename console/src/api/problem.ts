/** Kinds of failed calls, distinguished by what a person can do about them. */
export type ProblemKind =
  | 'offline' // Nothing was reached.
  | 'ended' // Nobody is signed in (any more).
  | 'forbidden'
  | 'absent'
  | 'stale' // Somebody else changed it meanwhile.
  | 'often' // Too many calls.
  | 'refused' // The input, or the state, does not allow it.
  | 'busy' // It cannot be done now.
  | 'failed';

export interface Violation {
  readonly path: string;
  readonly message: string;
}

export class Problem extends Error {
  constructor(
    readonly kind: ProblemKind,
    message: string,
    /** Code of the error catalogue or of the gateway. */
    readonly code: string | null = null,
    /** Violations of the input, each with its path. */
    readonly violations: readonly Violation[] = [],
    /** Seconds until the call may be repeated. */
    readonly waitSeconds: number | null = null,
    /** Id under which staff finds the call in the logs. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

interface ErrorBody {
  readonly error?: string | { readonly code: string; readonly message: string };
  readonly message?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

const KINDS: Readonly<Record<number, ProblemKind>> = {
  401: 'ended',
  403: 'forbidden',
  404: 'absent',
  412: 'stale',
  429: 'often',
  503: 'busy',
};

/** Reads the problem from a response. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const refusal = typeof body.error === 'object' ? body.error : null;
  const code = refusal?.code ?? (typeof body.error === 'string' ? body.error : null);
  const kind = code === '-304' ? 'absent' : (KINDS[response.status] ?? (response.status < 500 ? 'refused' : 'failed'));
  const wait = Number(response.headers.get('Retry-After'));
  return new Problem(
    kind,
    refusal?.message ?? body.message ?? '',
    code,
    (body.details ?? []).filter(({ path }) => path !== ''),
    wait > 0 ? wait : null,
    response.headers.get('X-Request-Id'),
  );
}

export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('failed', '');
}
