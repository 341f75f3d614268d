import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from './client.js';
import type { Caller } from './collection.js';
import type { CollectionClient } from './collection-client.js';

const PAUSE_MS = 20;
/** Statuses with which a call may end. */
const EXPECTED: ReadonlySet<number> = new Set([200, 205, 400, 409, 412]);
/** Socket errors of a stopped server. */
const DROPPED: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Clients that move money in one environment. */
export interface Callers {
  readonly agent: Caller;
  readonly issuing: CollectionClient;
}

export type MoneyCallKind = 'charge' | 'advice' | 'settlement' | 'cancellation' | 'resolution';

/** A call whose connection was lost before its response, so that its result is unknown. */
export class ConnectionLost extends Error {}

/** A call that moves money, with its responses. It can be repeated unchanged. */
export class MoneyCall {
  /** Successful responses, in order. */
  readonly responses: HttpResponse[] = [];
  /** Number of 503 responses; the call may have been executed nevertheless. */
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

  /** Whether the call may have been executed without an acknowledgement. */
  get mayBeDone(): boolean {
    return this.responses.length === 0 && (this.wasLost || this.refusals > 0);
  }

  /**
   * Sends the call, again while the database is unavailable or the same call is running.
   * @throws ConnectionLost; Error for an unexpected status
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

/** @throws ConnectionLost */
export async function retryUntilServed(call: () => Promise<HttpResponse>, onRefusal: () => void = () => undefined): Promise<HttpResponse> {
  for (;;) {
    const response = await call().catch((error: unknown) => {
      throw DROPPED.has((error as NodeJS.ErrnoException).code) ? new ConnectionLost('no response', { cause: error }) : error;
    });
    const isUnavailable = hasError(response, 503, '-2');
    if (!isUnavailable && !hasError(response, 409, '-404')) return response;
    if (isUnavailable) onRefusal();
    await sleep(PAUSE_MS);
  }
}

function hasError(response: HttpResponse, status: number, code: string): boolean {
  return response.status === status && response.json<{ error?: string }>().error === code;
}
