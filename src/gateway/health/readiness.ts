import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Store } from '../../store/store.js';

export interface ReadyState {
  /** `degraded`: calls are served, but a check reports a problem. */
  readonly status: 'ok' | 'degraded' | 'draining' | 'unavailable';
  readonly reason?: string;
}

export type HealthCheck = () => Promise<string | null>;

const HELD = 'Commits wait for a standby, so writes are refused until one confirms them.';
const CHECK_TIMEOUT_MS = 1_000;

export function isServing({ status }: ReadyState): boolean {
  return status === 'ok' || status === 'degraded';
}

@Injectable()
export class Readiness {
  private startsWith: string | null = null;
  private draining = false;
  private readonly onDraining: (() => void)[] = [];
  private readonly checks = new Map<string, HealthCheck>();

  constructor(private readonly store: Store) {
    this.addCheck('database', async () => (store.isHeld ? HELD : (store.replicationProblem ?? (await this.findReadOnly()))));
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Closes the connection after every response, so the process can end. */
  drain(): void {
    this.draining = true;
    for (const run of this.onDraining) run();
  }

  onDrain(run: () => void): void {
    this.onDraining.push(run);
  }

  addCheck(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Reports `unavailable` until `release`. */
  hold(reason: string): void {
    this.startsWith = reason;
  }

  release(): void {
    this.startsWith = null;
  }

  async state(): Promise<ReadyState> {
    if (this.draining) return { status: 'draining' };
    if (this.startsWith !== null) return { status: 'unavailable', reason: this.startsWith };
    if (await this.store.isReady()) return this.runChecks();
    return this.store.isUnfit
      ? { status: 'unavailable', reason: 'This version of the program does not fit the database.' }
      : { status: 'unavailable' };
  }

  private async findReadOnly(): Promise<string | null> {
    const [row] = await this.store.query<{ setting: string }>('gateway', `SELECT current_setting('transaction_read_only') AS setting`);
    return row?.setting === 'on' ? 'It takes no writes, so only reads are served.' : null;
  }

  private async runChecks(): Promise<ReadyState> {
    const complaints = await Promise.all(Array.from(this.checks, ([name, check]) => findComplaint(name, check)));
    const reason = complaints.filter((complaint) => complaint !== null).join('; ');
    return reason === '' ? { status: 'ok' } : { status: 'degraded', reason };
  }
}

async function findComplaint(name: string, check: HealthCheck): Promise<string | null> {
  const complaint = await Promise.race([check().catch(() => null), sleep(CHECK_TIMEOUT_MS, null, { ref: false })]);
  return complaint === null ? null : `${name}: ${complaint}`;
}
