import { Injectable } from '@nestjs/common';
import { Store } from '../../store/store.js';
import { Edge } from '../edge/edge.js';

export interface ReadyState {
  readonly status: 'ok' | 'draining' | 'unavailable';
  readonly reason?: string;
}

/**
 * Whether new calls should come here, and if not why, where that is more than a database that does not answer. A process that drains still answers
 * those that do come.
 */
@Injectable()
export class Readiness {
  private startsWith: string | null = null;

  constructor(
    private readonly store: Store,
    private readonly edge: Edge,
  ) {}

  /** Not ready yet, whatever else holds, until `release`. */
  hold(reason: string): void {
    this.startsWith = reason;
  }

  release(): void {
    this.startsWith = null;
  }

  async state(): Promise<ReadyState> {
    if (this.edge.isDraining) return { status: 'draining' };
    if (this.startsWith !== null) return { status: 'unavailable', reason: this.startsWith };
    if (await this.store.isReady()) return { status: 'ok' };
    return this.store.isUnfit
      ? { status: 'unavailable', reason: 'This version of the program does not fit the database.' }
      : { status: 'unavailable' };
  }
}
