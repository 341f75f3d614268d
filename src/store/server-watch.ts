import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient } from 'pg';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { CommitWatch } from './commit-watch.js';
import type { PrimaryFinder } from './primary-finder.js';
import { getSession } from './session.js';

const CHECK_EVERY_MS = 150;
// In checks instead of milliseconds, so that responses which arrived during a pause of this process are read first.
const SUSPECT_AFTER_CHECKS = 4;
const FROZEN_AFTER_CHECKS = 6;
/** 1 s: wait after which commits may wait for a standby. */
const HELD_AFTER_CHECKS = 7;
/** 5 s: maximum wait of a call for a free connection. */
const MAX_WAIT_CHECKS = 33;
const PROBE_TIMEOUT_MS = 2_000;
const SILENCE = /timeout/i;
const FROZEN = 'The database server does not respond.';

export interface Loan {
  readonly client: PoolClient;
  readonly begun: number;
  isInTransaction: boolean;
  /** Rejects when the user of the connection must not wait for it any longer. */
  readonly abandoned: Promise<never>;
  readonly abandon: (reason: Error) => void;
}

interface Wait {
  readonly pool: Pool;
  readonly begun: number;
}

export interface Probe {
  readonly begun: number;
  hasResponse: boolean;
}

/** Refuses all calls when the server hangs: it is probed after a wait of 0.6 s, and has another 0.9 s to respond. */
export class ServerWatch {
  private readonly logger = new Logger('Store');
  private readonly loans = new Set<Loan>();
  private readonly waiting = new Map<(refusal: Error) => void, Wait>();
  private readonly timer = setInterval(() => this.look(), CHECK_EVERY_MS).unref();
  private checks = 0;
  private nextProbe = 0;
  probe: Probe | null = null;
  readonly commits: CommitWatch;
  private isFrozen = false;

  /** `askIdle` sends a trivial statement on an idle connection of this watch, if there is one. */
  constructor(
    private readonly primary: PrimaryFinder,
    private readonly askIdle: () => Promise<unknown>,
  ) {
    this.commits = new CommitWatch(primary, (pids) => this.abandonLoans(pids));
  }

  async borrow(pool: Pool): Promise<Loan> {
    if (this.isFrozen) throw unavailable(FROZEN);
    const client = await (pool.idleCount > pool.waitingCount ? pool.connect() : this.waitFor(pool));
    if (this.primary.isOutdated(getSession(client))) {
      client.connection.stream.destroy();
      client.release(true);
      return this.borrow(pool);
    }
    const loan = createLoan(client, this.checks);
    this.loans.add(loan);
    return loan;
  }

  release(loan: Loan, isBroken: boolean): void {
    this.loans.delete(loan);
    loan.client.release(isBroken);
  }

  /** Records a response to a statement that was sent during the probe `asked`, or read a check after a probe began. */
  recordResponse(asked: Probe | null): void {
    if (this.probe !== null && (asked === this.probe || this.checks > this.probe.begun)) this.probe.hasResponse = true;
  }

  recordFailure(): void {
    this.primary.suspect();
  }

  /** Ends the connections in use, because they lead to a former primary. */
  leaveServer(): void {
    this.destroyLoans();
    this.endProbe();
    this.commits.open();
  }

  close(): void {
    this.commits.close();
    clearInterval(this.timer);
  }

  private waitFor(pool: Pool): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const own = { pool, begun: this.checks };
      this.waiting.set(reject, own);
      pool.connect().then(
        (client) => (this.waiting.delete(reject) ? resolve(client) : client.release()),
        (error: Error) => {
          this.recordFailure();
          // An unreachable server refuses all waiting calls; one that is full may still serve the others.
          const isForAll = !(error instanceof pg.DatabaseError);
          this.refuse(error, (wait) => wait === own || (isForAll && wait.pool === pool));
        },
      );
    });
  }

  private look(): void {
    this.checks += 1;
    this.refuse(unavailable('No connection was free in time.'), ({ begun }) => this.checks - begun >= MAX_WAIT_CHECKS);
    if (this.probe?.hasResponse) this.endProbe();
    const longestWait = this.checks - this.findOldest();
    if (longestWait >= HELD_AFTER_CHECKS && !this.isFrozen) this.commits.check();
    if (this.probe === null) {
      if (this.checks >= this.nextProbe && (this.isFrozen || longestWait >= SUSPECT_AFTER_CHECKS)) this.startProbe();
    } else if (!this.isFrozen && this.checks - this.probe.begun >= FROZEN_AFTER_CHECKS) this.refuseAll();
  }

  private findOldest(): number {
    // The first entry of a Map or Set is the oldest.
    const [loan] = this.loans;
    const [wait] = this.waiting.values();
    return Math.min(loan?.begun ?? this.checks, wait?.begun ?? this.checks);
  }

  /** Abandons transactions too, which may wait for a lock of such a process. The pool replaces the connections. */
  private abandonLoans(pids: ReadonlySet<number>): void {
    for (const loan of this.loans)
      if (loan.isInTransaction || pids.has(getSession(loan.client).pid)) loan.abandon(unavailable('The commit waits for a standby.'));
  }

  private startProbe(): void {
    const probe = (this.probe = { begun: this.checks, hasResponse: false });
    this.askIdle().catch(() => undefined);
    void this.responds().then((responds) => {
      if (this.probe !== probe) return;
      if (responds) this.endProbe();
      else this.probe = null;
    });
  }

  private endProbe(): void {
    this.probe = null;
    this.nextProbe = this.checks + SUSPECT_AFTER_CHECKS;
    if (!this.isFrozen) return;
    this.isFrozen = false;
    this.logger.log('The database server responds again');
  }

  private refuseAll(): void {
    this.isFrozen = true;
    this.logger.error('The database server does not respond: calls that need it are refused until it does');
    this.destroyLoans();
    this.refuse(unavailable(FROZEN), () => true);
    this.recordFailure();
  }

  /** Destroys the connections in use, so that their statements fail; `end` would wait for them. */
  private destroyLoans(): void {
    for (const { client } of this.loans) client.connection.stream.destroy();
  }

  private refuse(error: Error, isAffected: (wait: Wait) => boolean): void {
    for (const [reject, wait] of this.waiting) {
      if (!isAffected(wait)) continue;
      this.waiting.delete(reject);
      reject(error);
    }
  }

  private async responds(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.primary.url,
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

function createLoan(client: PoolClient, begun: number): Loan {
  let abandon: (reason: Error) => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => (abandon = reject));
  abandoned.catch(() => undefined);
  return { client, begun, isInTransaction: false, abandoned, abandon };
}

function unavailable(reason: string): DomainError {
  return new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(reason) });
}
