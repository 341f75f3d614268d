import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Store } from '../../store/store.js';

export interface ReadyState {
  /** `degraded`: calls are served, but something beside them is not as it should be. */
  readonly status: 'ok' | 'degraded' | 'draining' | 'unavailable';
  readonly reason?: string;
}

/** What is not as it should be; null when nothing is. */
export type HealthCheck = () => Promise<string | null>;

const CHECK_TIMEOUT_MS = 1_000;

/** Whether calls should come here. */
export function isServing({ status }: ReadyState): boolean {
  return status === 'ok' || status === 'degraded';
}

/**
 * Whether new calls should come here, and if not why, where that is more than a database that does not respond. A process that drains still serves
 * those that do come.
 */
@Injectable()
export class Readiness {
  private startsWith: string | null = null;
  private draining = false;
  private readonly onDraining: (() => void)[] = [];
  private readonly checks = new Map<string, HealthCheck>();

  constructor(private readonly store: Store) {}

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on every response closes its connection, so that the process can end. */
  drain(): void {
    this.draining = true;
    for (const run of this.onDraining) run();
  }

  /** Runs it when the process begins to end: calls that are held for their own sake must not be waited for. */
  onDrain(run: () => void): void {
    this.onDraining.push(run);
  }

  /** Something beside the calls that an operator is told of by its name. */
  addCheck(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Not ready yet, whatever else holds, until `release`. */
  hold(reason: string): void {
    this.startsWith = reason;
  }

  release(): void {
    this.startsWith = null;
  }

  async state(): Promise<ReadyState> {
    if (this.draining) return { status: 'draining' };
    if (this.startsWith !== null) return { status: 'unavailable', reason: this.startsWith };
    if (await this.store.isReady()) return this.lookClosely();
    return this.store.isUnfit
      ? { status: 'unavailable', reason: 'This version of the program does not fit the database.' }
      : { status: 'unavailable' };
  }

  private async lookClosely(): Promise<ReadyState> {
    const complaints = await Promise.all(Array.from(this.checks, ([name, check]) => complaintOf(name, check)));
    const reason = complaints.filter((complaint) => complaint !== null).join('; ');
    return reason === '' ? { status: 'ok' } : { status: 'degraded', reason };
  }
}

/** A check that fails, or takes too long, says nothing. */
async function complaintOf(name: string, check: HealthCheck): Promise<string | null> {
  const complaint = await Promise.race([check().catch(() => null), sleep(CHECK_TIMEOUT_MS, null, { ref: false })]);
  return complaint === null ? null : `${name}: ${complaint}`;
}
