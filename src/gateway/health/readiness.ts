import { Injectable } from '@nestjs/common';
import { Store } from '../../store/store.js';

export interface ReadyState {
  readonly status: 'ok' | 'draining' | 'unavailable';
  readonly reason?: string;
}

/**
 * Whether new calls should come here, and if not why, where that is more than a database that does not respond. A process that drains still serves
 * those that do come.
 */
@Injectable()
export class Readiness {
  private startsWith: string | null = null;
  private draining = false;

  constructor(private readonly store: Store) {}

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on every response closes its connection, so that the process can end. */
  drain(): void {
    this.draining = true;
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
    if (await this.store.isReady()) return { status: 'ok' };
    return this.store.isUnfit
      ? { status: 'unavailable', reason: 'This version of the program does not fit the database.' }
      : { status: 'unavailable' };
  }
}
