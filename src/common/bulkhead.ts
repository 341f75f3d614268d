import { DomainError } from './domain-error.js';
import type { Environment } from './environment.js';
import { ErrorCode } from './error-codes.js';
import type { Text } from './language.js';

/** Parts of a resource, which never lend to each other (gateway.71). */
export type Lane = Environment | 'staff' | 'visitors';

export interface Holder<Name extends string = Lane> {
  readonly lane: Name;
  readonly owner: string | number;
}

export interface BulkheadOptions<Name extends string> {
  readonly lanes: Readonly<Partial<Record<Name, number>>>;
  readonly ownerShare: number;
  readonly waitMs?: number;
}

interface LaneState {
  readonly size: number;
  readonly perOwner: number;
  used: number;
  readonly owners: Map<string | number, number>;
  /** Waiting calls by owner. The next owner is first. */
  readonly waiting: Map<string | number, Set<() => void>>;
}

export class Bulkhead<Name extends string = Lane> {
  private readonly lanes: ReadonlyMap<string, LaneState>;
  private readonly waitMs: number;
  private refused = 0;

  constructor({ lanes, ownerShare, waitMs = 0 }: BulkheadOptions<Name>) {
    const states = Object.entries<number | undefined>(lanes).map(([name, size = 0]) => {
      const perOwner = Math.max(1, Math.floor(size * ownerShare));
      return [name, { size, perOwner, used: 0, owners: new Map(), waiting: new Map() }] as const;
    });
    this.lanes = new Map(states);
    this.waitMs = waitMs;
  }

  get usage(): readonly { readonly lane: string; readonly size: number; readonly used: number; readonly waiting: number }[] {
    return Array.from(this.lanes, ([lane, { size, used, waiting }]) => {
      return { lane, size, used, waiting: [...waiting.values()].reduce((count, { size: calls }) => count + calls, 0) };
    });
  }

  get refusedCount(): number {
    return this.refused;
  }

  getOwnerShare(lane: Name): number {
    return this.getLane(lane).perOwner;
  }

  getRoom(lane: Name): number {
    const { size, used } = this.getLane(lane);
    return size - used;
  }

  /** Returns the release function. Null without room. */
  tryEnter(holder: Holder<Name>, units = 1): (() => void) | null {
    const lane = this.getLane(holder.lane);
    if (!this.hasRoom(lane, holder.owner, units)) return null;
    return this.addHolder(lane, holder.owner, units);
  }

  enter(holder: Holder<Name>, units = 1): () => void {
    const leave = this.tryEnter(holder, units);
    if (leave === null) throw this.refuse(holder);
    return leave;
  }

  /** Owners wait in turn. Returns the release function. @throws DomainError UNAVAILABLE */
  async acquire(holder: Holder<Name>): Promise<() => void> {
    const { owner } = holder;
    const lane = this.getLane(holder.lane);
    if (this.hasRoom(lane, owner, 1)) return this.addHolder(lane, owner, 1);
    return new Promise((resolve, reject) => {
      const calls = lane.waiting.get(owner) ?? new Set();
      lane.waiting.set(owner, calls);
      const leave = (): void => {
        clearTimeout(timer);
        calls.delete(proceed);
        if (calls.size === 0) lane.waiting.delete(owner);
      };
      const proceed = (): void => {
        leave();
        resolve(this.addHolder(lane, owner, 1));
      };
      const timer = setTimeout(() => {
        leave();
        reject(this.refuse(holder));
      }, this.waitMs);
      calls.add(proceed);
    });
  }

  async run<T>(holder: Holder<Name>, work: () => Promise<T>): Promise<T> {
    const leave = this.tryEnter(holder) ?? (await this.acquire(holder));
    try {
      return await work();
    } finally {
      leave();
    }
  }

  refuse(holder: Holder<Name>): DomainError {
    this.refused += 1;
    const { used, size } = this.getLane(holder.lane);
    return new DomainError(ErrorCode.UNAVAILABLE, { text: used < size ? OWN_SHARE_IN_USE : LANE_IN_USE });
  }

  private hasRoom({ used, size, owners, perOwner }: LaneState, owner: string | number, units: number): boolean {
    return used + units <= size && (owners.get(owner) ?? 0) + units <= perOwner;
  }

  private addHolder(lane: LaneState, owner: string | number, units: number): () => void {
    lane.used += units;
    lane.owners.set(owner, (lane.owners.get(owner) ?? 0) + units);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      lane.used -= units;
      const left = (lane.owners.get(owner) ?? 0) - units;
      if (left > 0) lane.owners.set(owner, left);
      else lane.owners.delete(owner);
      moveToEnd(lane.waiting, owner);
      this.admitWaiting(lane);
    };
  }

  private admitWaiting(lane: LaneState): void {
    for (const [owner, [proceed]] of lane.waiting) {
      if (lane.used >= lane.size) return;
      if (!this.hasRoom(lane, owner, 1)) continue;
      moveToEnd(lane.waiting, owner);
      proceed?.();
    }
  }

  private getLane(lane: Name): LaneState {
    const state = this.lanes.get(lane);
    if (state === undefined) throw new Error(`The resource has no lane ${lane}.`);
    return state;
  }
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

export function divide<Name extends Lane>(total: number, ...lanes: readonly Name[]): Record<Name, number> {
  const sum = lanes.reduce((weights, lane) => weights + WEIGHTS[lane], 0);
  const shares = lanes.map((lane) => [lane, Math.max(1, Math.floor((total * WEIGHTS[lane]) / sum))]);
  return Object.fromEntries(shares) as Record<Name, number>;
}

const WEIGHTS: Readonly<Record<Lane, number>> = { production: 2, sandbox: 1, staff: 1, visitors: 1 };

const OWN_SHARE_IN_USE: Text = {
  el: 'Συμπληρώθηκε το όριο ταυτόχρονων κλήσεων αυτού του είδους. Δοκιμάστε ξανά όταν ολοκληρωθεί μία.',
  en: 'You already have as many calls of this kind under way as you may have at once. Try again when one has ended.',
};
const LANE_IN_USE: Text = {
  el: 'Η υπηρεσία δεν μπορεί να εξυπηρετήσει άλλες κλήσεις αυτού του είδους αυτή τη στιγμή. Δοκιμάστε ξανά σε λίγο.',
  en: 'The service is already handling as many calls of this kind as it can. Try again shortly.',
};
