import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient } from 'pg';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';

const LOOK_EVERY_MS = 150;
// Counted in looks, not in milliseconds: when this process itself was held up, what the server said meanwhile is read
// before the next look.
const SUSPECT_AFTER_LOOKS = 4;
const FROZEN_AFTER_LOOKS = 6;
/** 5 s: longer than a call should take that has waited its turn. */
const LONGEST_WAIT_LOOKS = 33;
const PROBE_TIMEOUT_MS = 2_000;
const SILENCE = /timeout/i;
const FROZEN = 'The database server does not answer.';

interface Wait {
  readonly pool: Pool;
  readonly begun: number;
}

export interface Probe {
  readonly begun: number;
  /** Whether the server has responded to anything since. */
  hasAnswer: boolean;
}

/**
 * Lends the connections. Calls wait for a free one in order, for 5 s; when the server cannot be reached, all that wait
 * fail at once.
 *
 * Finds out within 1.5 s that the server hangs as a whole, without hitting statements that take their time. When
 * something has waited for 0.6 s, the server is asked something trivial on a connection of its own, and on an idle one.
 * If for 0.9 s neither has a reply, nor anything else, all that wait are refused, and so is every new call until the
 * server responds again.
 */
export class ServerWatch {
  private readonly logger = new Logger('Store');
  private readonly loans = new Map<PoolClient, number>();
  private readonly waiting = new Map<(refusal: Error) => void, Wait>();
  private readonly timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  private looks = 0;
  private nextProbe = 0;
  /** What is being asked now because something waits for long. */
  probe: Probe | null = null;
  private isFrozen = false;

  /** `askIdle` asks something trivial on an idle connection, where there is one, on loan from this watch. */
  constructor(
    private readonly url: string,
    private readonly askIdle: () => Promise<unknown>,
  ) {}

  /** A connection of the pool, to be given back. */
  async borrow(pool: Pool): Promise<PoolClient> {
    if (this.isFrozen) throw unavailable(FROZEN);
    const client = await (pool.idleCount > pool.waitingCount ? pool.connect() : this.waitFor(pool));
    this.loans.set(client, this.looks);
    return client;
  }

  giveBack(client: PoolClient, isBroken: boolean): void {
    this.loans.delete(client);
    client.release(isBroken);
  }

  /**
   * The server answered a statement; `asked` is the probe that was under way when it was sent. A connection that is
   * only given back proves nothing. Nor does what is read right after a probe began, unless it was asked since: it may
   * have been said before. Whatever the server said until one look is read before the next.
   */
  noteAnswer(asked: Probe | null): void {
    if (this.probe !== null && (asked === this.probe || this.looks > this.probe.begun)) this.probe.hasAnswer = true;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private waitFor(pool: Pool): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const own = { pool, begun: this.looks };
      this.waiting.set(reject, own);
      pool.connect().then(
        (client) => (this.waiting.delete(reject) ? resolve(client) : client.release()),
        (error: Error) => {
          // A server that cannot be reached: the others would find out the same, one after the other. One that lets no
          // more in may serve them still.
          const isForAll = !(error instanceof pg.DatabaseError);
          this.refuse(error, (wait) => wait === own || (isForAll && wait.pool === pool));
        },
      );
    });
  }

  private look(): void {
    this.looks += 1;
    this.refuse(unavailable('No connection was free in time.'), ({ begun }) => this.looks - begun >= LONGEST_WAIT_LOOKS);
    if (this.probe?.hasAnswer) this.endProbe();
    if (this.probe === null) {
      if (this.looks >= this.nextProbe && (this.isFrozen || this.isSuspect())) this.startProbe();
    } else if (!this.isFrozen && this.looks - this.probe.begun >= FROZEN_AFTER_LOOKS) this.refuseAll();
  }

  private isSuspect(): boolean {
    // Maps keep the order of insertion: the first waits longest.
    const [loan = this.looks] = this.loans.values();
    const [wait] = this.waiting.values();
    return this.looks - Math.min(loan, wait?.begun ?? this.looks) >= SUSPECT_AFTER_LOOKS;
  }

  private startProbe(): void {
    const probe = (this.probe = { begun: this.looks, hasAnswer: false });
    this.askIdle().catch(() => undefined);
    void this.hasAnswer().then((hasAnswer) => {
      if (this.probe !== probe) return;
      if (hasAnswer) this.endProbe();
      else this.probe = null;
    });
  }

  private endProbe(): void {
    this.probe = null;
    this.nextProbe = this.looks + SUSPECT_AFTER_LOOKS;
    if (!this.isFrozen) return;
    this.isFrozen = false;
    this.logger.log('The database server responds again');
  }

  private refuseAll(): void {
    this.isFrozen = true;
    this.logger.error('The database server does not respond: calls that need it are refused until it does');
    // Cuts the connections, so that the statements under way fail: an `end` would wait for them.
    for (const client of this.loans.keys()) client.connection.stream.destroy();
    this.refuse(unavailable(FROZEN), () => true);
  }

  private refuse(error: Error, isMeant: (wait: Wait) => boolean): void {
    for (const [reject, wait] of this.waiting) {
      if (!isMeant(wait)) continue;
      this.waiting.delete(reject);
      reject(error);
    }
  }

  /** Whether a connection of its own gets a reply in time; a refusal is one, too. */
  private async hasAnswer(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'insurance-gateway watch',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      return !SILENCE.test((error as Error).message);
    } finally {
      void client.end();
    }
  }
}

function unavailable(reason: string): DomainError {
  return new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(reason) });
}
