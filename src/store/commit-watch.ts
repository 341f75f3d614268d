import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { PrimaryFinder } from './primary-finder.js';
import { readSession } from './session.js';

/** Time in which a standby confirms a small write. With the wait before the probe, a commit has waited for 2 s. */
const PROBE_MS = 900;
/** While commits are held, a probe waits longer, so that it ends as soon as a standby confirms it. */
const HELD_PROBE_MS = 5_000;
const PAUSE_MS = 200;
export const STANDBY_ROUTINE = 'SyncRepWaitForLSN';
const READ_STANDBYS = `SELECT current_setting('synchronous_standby_names') AS names`;
const WRITE = `SELECT pg_logical_emit_message(true, 'insurance-gateway', '')`;
const FIND_WAITING = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
const CANCEL = 'SELECT pg_cancel_backend($1)';

/** Refuses writes while commits wait for a lost standby: each would hold a process of the server (gateway.82). */
export class CommitWatch {
  private readonly logger = new Logger('Store');
  private held = false;
  private isChecking = false;
  private isClosed = false;

  constructor(
    private readonly primary: PrimaryFinder,
    private readonly abandon: (pids: ReadonlySet<number>) => void,
  ) {}

  get isHeld(): boolean {
    return this.held;
  }

  assertOpen(): void {
    if (this.held) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error('Commits wait for a standby.') });
  }

  check(): void {
    if (this.isChecking || this.isClosed) return;
    this.isChecking = true;
    void this.checkUntilOpen().finally(() => (this.isChecking = false));
  }

  /** Allows writes, because they go to another server. */
  open(): void {
    if (this.held) this.logger.log('A standby confirms commits again: writes are served');
    this.held = false;
  }

  close(): void {
    this.isClosed = true;
  }

  private async checkUntilOpen(): Promise<void> {
    do {
      const waiting = await this.findWaiting().catch(() => null);
      if (waiting?.size === 0) this.open();
      else if (waiting !== null) this.hold(waiting);
      await sleep(PAUSE_MS, undefined, { ref: false });
    } while (this.held && !this.isClosed);
  }

  private hold(waiting: ReadonlySet<number>): void {
    if (!this.held) this.logger.error('Commits wait for a standby: writes are refused until one confirms them');
    this.held = true;
    this.abandon(waiting);
  }

  /** Returns none when the write was confirmed, null if in doubt. */
  private async findWaiting(): Promise<ReadonlySet<number> | null> {
    const [reader, writer] = [this.createClient(), this.createClient()];
    try {
      await reader.connect();
      const { rows } = await reader.query<{ names: string }>(READ_STANDBYS);
      if (rows[0]?.names === '') return new Set();
      await writer.connect();
      const { pid: writerPid } = await readSession(writer);
      if (await isConfirmed(writer, this.held ? HELD_PROBE_MS : PROBE_MS)) return new Set();
      const waiting = await reader.query<{ pid: number }>(FIND_WAITING);
      // The process would wait on after the connection has ended.
      await reader.query(CANCEL, [writerPid]);
      const pids = new Set(waiting.rows.map(({ pid }) => pid));
      return pids.has(writerPid) ? pids : null;
    } finally {
      for (const client of [reader, writer]) void client.end().catch(() => undefined);
    }
  }

  private createClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.primary.url,
      application_name: 'insurance-gateway commits',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: 2 * HELD_PROBE_MS,
    });
    client.on('error', () => undefined);
    return client;
  }
}

async function isConfirmed(writer: pg.Client, waitMs: number): Promise<boolean> {
  let isCancelled = false;
  writer.on('notice', ({ routine }) => (isCancelled ||= routine === STANDBY_ROUTINE));
  const written = writer.query(WRITE).then(() => !isCancelled);
  return Promise.race([written, sleep(waitMs, false, { ref: false })]);
}
