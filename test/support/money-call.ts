import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from './client.js';
import type { Caller } from './collection.js';
import type { CollectionClient } from './collection-client.js';

const PAUSE_MS = 20;
/** Statuses that a call may end with; a server error is not one. */
const EXPECTED: ReadonlySet<number> = new Set([200, 205, 400, 409, 412]);
/** Socket errors of a server that is gone. */
const DROPPED: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Clients that move money in one environment. */
export interface Callers {
  readonly agent: Caller;
  readonly issuing: CollectionClient;
}

export type MoneyCallKind = 'charge' | 'advice' | 'settlement' | 'cancellation' | 'resolution';

/** A call whose connection was lost before its response, so that its result is unknown. */
export class ConnectionLost extends Error {}

/** A call that moves money, with its responses. It can be sent again unchanged. */
export class MoneyCall {
  /** Successful responses, in order. */
  readonly responses: HttpResponse[] = [];
  /** Number of 503 responses; the call may have been carried out nevertheless. */
  refusals = 0;
  /** Whether the last response is pending or was lost. */
  isOpen = false;
  private wasLost = false;

  constructor(
    readonly kind: MoneyCallKind,
    /** Application, item or agent of the call, with details. */
    readonly about: string,
    private readonly call: (callers: Callers) => Promise<HttpResponse>,
  ) {}

  /** Whether the call may have been carried out without an acknowledgement. */
  get mayBeDone(): boolean {
    return this.responses.length === 0 && (this.wasLost || this.refusals > 0);
  }

  /**
   * The response; while the database is away, or the same call is still under way, it is asked for again.
   * @throws Lost; Error when the server is at fault
   */
  async send(callers: Callers): Promise<HttpResponse> {
    this.isOpen = true;
    const response = await retryUntilServed(
      () => this.call(callers),
      () => (this.refusals += 1),
    ).catch((error: unknown) => {
      if (error instanceof ConnectionLost) this.isOpen = this.wasLost = true;
      throw error;
    });
    this.isOpen = false;
    if (!EXPECTED.has(response.status)) throw new Error(`${this.kind} ${this.about}: ${response.status} ${response.text}`);
    if (response.status < 300) this.responses.push(response);
    return response;
  }
}

/** @throws Lost */
export async function retryUntilServed(call: () => Promise<HttpResponse>, onRefusal: () => void = () => undefined): Promise<HttpResponse> {
  for (;;) {
    const response = await call().catch((error: unknown) => {
      throw DROPPED.has((error as NodeJS.ErrnoException).code) ? new ConnectionLost('no answer', { cause: error }) : error;
    });
    const isAway = isRefusal(response, 503, '-2');
    if (!isAway && !isRefusal(response, 409, '-404')) return response;
    if (isAway) onRefusal();
    await sleep(PAUSE_MS);
  }
}

function isRefusal(response: HttpResponse, status: number, code: string): boolean {
  return response.status === status && response.json<{ error?: string }>().error === code;
}
