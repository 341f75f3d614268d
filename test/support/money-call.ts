import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client.js';
import type { Caller } from './collection.js';
import type { CollectionClient } from './collection-client.js';

const PAUSE_MS = 20;
/** What may become of a call: nothing is ever a fault of the server's. */
const EXPECTED: ReadonlySet<number> = new Set([200, 205, 400, 409, 412]);
/** How the system says that nothing listens, or that what listened is gone. */
const DROPPED: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Those who move money in one environment. */
export interface Callers {
  readonly agent: Caller;
  readonly issuing: CollectionClient;
}

export type MoneyCallKind = 'charge' | 'advice' | 'settlement' | 'cancellation' | 'resolution';

/** The connection was lost before the response came: it is unknown whether the call was done. */
export class ConnectionLost extends Error {}

/** A call that moves money, and what its caller was told. Sent again it is the same call. */
export class MoneyCall {
  /** Answers of success, in the order in which they came. */
  readonly answers: Answer[] = [];
  /** Times that it was refused because the database was away: it may have been done nevertheless. */
  refusals = 0;
  /** Whether its last response is still to come, or was lost. */
  isOpen = false;
  private wasLost = false;

  constructor(
    readonly kind: MoneyCallKind,
    /** The application, item or agent that it is about, and what of it. */
    readonly about: string,
    private readonly call: (callers: Callers) => Promise<Answer>,
  ) {}

  /** Whether it may have been done although nobody was told. */
  get mayBeDone(): boolean {
    return this.answers.length === 0 && (this.wasLost || this.refusals > 0);
  }

  /**
   * The response; while the database is away, or the same call is still under way, it is asked for again.
   * @throws Lost; Error when the server is at fault
   */
  async send(callers: Callers): Promise<Answer> {
    this.isOpen = true;
    const answer = await retryUntilServed(
      () => this.call(callers),
      () => (this.refusals += 1),
    ).catch((error: unknown) => {
      if (error instanceof ConnectionLost) this.isOpen = this.wasLost = true;
      throw error;
    });
    this.isOpen = false;
    if (!EXPECTED.has(answer.status)) throw new Error(`${this.kind} ${this.about}: ${answer.status} ${answer.text}`);
    if (answer.status < 300) this.answers.push(answer);
    return answer;
  }
}

/** @throws Lost */
export async function retryUntilServed(call: () => Promise<Answer>, onRefusal: () => void = () => undefined): Promise<Answer> {
  for (;;) {
    const answer = await call().catch((error: unknown) => {
      throw DROPPED.has((error as NodeJS.ErrnoException).code) ? new ConnectionLost('no answer', { cause: error }) : error;
    });
    const isAway = isRefusal(answer, 503, '-2');
    if (!isAway && !isRefusal(answer, 409, '-404')) return answer;
    if (isAway) onRefusal();
    await sleep(PAUSE_MS);
  }
}

function isRefusal(answer: Answer, status: number, code: string): boolean {
  return answer.status === status && answer.json<{ error?: string }>().error === code;
}
