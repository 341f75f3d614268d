/** Whether a call may go on, and what the caller is told about its quota (decisions §1). */
export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  /** Calls left after this one. */
  readonly remaining: number;
  /** Whole seconds until a call would be admitted; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

const MIN_CAPACITY = 16;
const MAX_WINDOW_MS = 2 ** 31;
const UINT32 = 2 ** 32;

/**
 * The exact rolling window of one program: a call at millisecond t is admitted iff fewer than `limit` calls were admitted in
 * (t − window, t]. A refused call leaves no trace.
 *
 * A ring of the admitted calls' times, oldest first, kept modulo 2^32: 4 bytes a call, at most 16 with the slack that growing by
 * doubling leaves. The residues are unambiguous because everything older than the window is gone before a difference is taken.
 */
export class RateWindow {
  private ring = new Uint32Array(MIN_CAPACITY);
  private oldest = 0;
  private size = 0;
  private lastMs = -Infinity;

  constructor(private readonly windowMs: number) {
    if (!Number.isInteger(windowMs) || windowMs < 1 || windowMs > MAX_WINDOW_MS) throw new RangeError('The window is 1 ms to 2^31 ms.');
  }

  /** Admitted calls held; exact as of the last call of `admit` or `isIdle`. */
  get count(): number {
    return this.size;
  }

  /** Bytes held for the admitted calls. */
  get bytes(): number {
    return this.ring.byteLength;
  }

  /** `nowMs` does not decrease from call to call; should it, the latest time seen counts. */
  admit(nowMs: number, limit: number): RateDecision {
    this.advance(nowMs);
    if (this.size >= limit) return { admitted: false, limit, remaining: 0, retryAfterSeconds: this.retryAfterSeconds(limit) };
    this.push(this.lastMs);
    return { admitted: true, limit, remaining: limit - this.size, retryAfterSeconds: 0 };
  }

  /** Whether no call is left in the window, so that nothing is lost by dropping it. */
  isIdle(nowMs: number): boolean {
    this.advance(nowMs);
    return this.size === 0;
  }

  /** Takes over a call admitted earlier; in ascending order, before the first `admit`. */
  restore(admittedMs: number): void {
    this.advance(admittedMs);
    this.push(this.lastMs);
  }

  /** Times of admitted calls in ascending order: `take` of them, beginning with the `newest`-th from the end. */
  times(newest: number, take: number): number[] {
    const from = Math.max(0, this.size - newest);
    const length = Math.max(0, Math.min(take, this.size - from));
    return Array.from({ length }, (_, index) => this.timeAt(from + index));
  }

  private advance(nowMs: number): void {
    const now = Math.max(nowMs, this.lastMs);
    if (now - this.lastMs >= this.windowMs) this.size = 0;
    while (this.size > 0 && this.age(now, this.oldest) >= this.windowMs) {
      this.oldest = (this.oldest + 1) % this.ring.length;
      this.size -= 1;
    }
    this.lastMs = now;
    this.shrink();
  }

  private age(nowMs: number, slot: number): number {
    return ((nowMs >>> 0) - (this.ring[slot] ?? 0)) >>> 0;
  }

  private timeAt(index: number): number {
    return this.lastMs - this.age(this.lastMs, (this.oldest + index) % this.ring.length);
  }

  /** The call after which fewer than `limit` are left is the one that `size − limit` older ones precede. */
  private retryAfterSeconds(limit: number): number {
    if (limit < 1) return Math.ceil(this.windowMs / 1000);
    const waitMs = this.timeAt(this.size - limit) + this.windowMs - this.lastMs;
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  private push(atMs: number): void {
    if (this.size === this.ring.length) this.resize(this.ring.length * 2);
    this.ring[(this.oldest + this.size) % this.ring.length] = atMs % UINT32;
    this.size += 1;
  }

  private shrink(): void {
    let capacity = this.ring.length;
    while (capacity > MIN_CAPACITY && this.size * 4 <= capacity) capacity /= 2;
    if (capacity !== this.ring.length) this.resize(capacity);
  }

  private resize(capacity: number): void {
    const ring = new Uint32Array(capacity);
    for (let index = 0; index < this.size; index += 1) ring[index] = this.ring[(this.oldest + index) % this.ring.length] ?? 0;
    this.ring = ring;
    this.oldest = 0;
  }
}
