const MIN_CAPACITY = 8;
const GROWTH = 1.5;
const MAX_WINDOW_MS = 2 ** 31;
const UINT32 = 2 ** 32;

/**
 * The times of admitted calls: those of the rolling window (now − window, now], and on demand the older ones back to (now − long, now].
 * Knows no limit and refuses nothing; whoever asks decides.
 *
 * A ring, oldest first, of times modulo 2^32: 4 bytes a call, less than 8 with the slack it grows by. The residues are unambiguous because
 * everything older than the longest window is gone before a difference is taken.
 */
export class RateWindow {
  private ring = new Uint32Array(MIN_CAPACITY);
  private oldest = 0;
  private size = 0;
  private recent = 0;
  private lastMs = -Infinity;

  constructor(
    private readonly windowMs: number,
    private readonly longMs = windowMs,
  ) {
    const isValid = Number.isInteger(windowMs) && windowMs >= 1 && longMs >= windowMs && longMs <= MAX_WINDOW_MS;
    if (!isValid) throw new RangeError('The window is 1 ms to 2^31 ms, and the long one no shorter.');
  }

  /** Calls within the window; like everything here as of the last `advance`. */
  get count(): number {
    return this.recent;
  }

  /** Calls held: those of the long window while it is kept. */
  get longCount(): number {
    return this.size;
  }

  /** Bytes held for the calls. */
  get bytes(): number {
    return this.ring.byteLength;
  }

  /** Lets calls age out. `nowMs` does not decrease from call to call; should it, the latest time seen counts. */
  advance(nowMs: number, keepsLong = false): void {
    const keepMs = keepsLong ? this.longMs : this.windowMs;
    const passedMs = nowMs - this.lastMs;
    if (passedMs > 0) this.lastMs = nowMs;
    if (passedMs >= this.windowMs) this.recent = 0;
    if (passedMs >= keepMs) this.size = 0;
    while (this.recent > 0 && this.ageAt(this.size - this.recent) >= this.windowMs) this.recent -= 1;
    while (this.size > this.recent && this.ageAt(0) >= keepMs) {
      this.oldest = this.oldest + 1 === this.ring.length ? 0 : this.oldest + 1;
      this.size -= 1;
    }
    if (this.size * 2 <= this.ring.length && this.ring.length > MIN_CAPACITY) this.resize();
  }

  /** Counts a call at the time of the last `advance`. */
  push(): void {
    if (this.size === this.ring.length) this.resize();
    this.ring[this.slot(this.size)] = this.lastMs % UINT32;
    this.size += 1;
    this.recent += 1;
  }

  /** Milliseconds until fewer than `limit` calls are in the window; 0 when that is so. */
  waitMs(limit: number): number {
    if (this.recent < limit) return 0;
    // The call after which fewer than `limit` are left is the one that `recent − limit` older ones precede.
    return limit < 1 ? this.windowMs : this.windowMs - this.ageAt(this.size - limit);
  }

  /** The same for the long window, which must have been kept. */
  longWaitMs(limit: number): number {
    if (this.size < limit) return 0;
    return limit < 1 ? this.longMs : this.longMs - this.ageAt(this.size - limit);
  }

  /** Milliseconds until the oldest call of the window ages out; null when there is none. */
  freedInMs(): number | null {
    return this.recent === 0 ? null : this.windowMs - this.ageAt(this.size - this.recent);
  }

  longFreedInMs(): number | null {
    return this.size === 0 ? null : this.longMs - this.ageAt(0);
  }

  /** Times of held calls in ascending order: `take` of them, beginning with the `newest`-th from the end. */
  times(newest: number, take: number): number[] {
    const from = Math.max(0, this.size - newest);
    const length = Math.max(0, Math.min(take, this.size - from));
    return Array.from({ length }, (_, index) => this.lastMs - this.ageAt(from + index));
  }

  /** How many of the held calls are later than the moment. */
  countSince(sinceMs: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lastMs - this.ageAt(middle) > sinceMs) high = middle;
      else low = middle + 1;
    }
    return this.size - low;
  }

  private ageAt(index: number): number {
    return ((this.lastMs >>> 0) - this.ring[this.slot(index)]!) >>> 0;
  }

  private slot(index: number): number {
    const slot = this.oldest + index;
    return slot < this.ring.length ? slot : slot - this.ring.length;
  }

  /** Never less than half full afterwards, and as many calls away from the next time as a part of those held: amortised O(1). */
  private resize(): void {
    const ring = new Uint32Array(Math.max(MIN_CAPACITY, Math.ceil(this.size * GROWTH)));
    for (let index = 0; index < this.size; index += 1) ring[index] = this.ring[this.slot(index)]!;
    this.ring = ring;
    this.oldest = 0;
  }
}
