import type { Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';

export interface JobOptions<Place extends string> {
  /** Names the job in the log and in metrics, such as `publish events`. */
  readonly name: string;
  readonly everyMs: number;
  /** Shortest time from a failed pass to the next one of the timer. */
  readonly pauseMs?: number;
  /** Environments, or parts of the database, that have passes of their own. */
  readonly places: readonly Place[];
  /** Does what is due at the moment `at`. It ends early, but in order, once `signal` is aborted. */
  readonly pass: (place: Place, run: { readonly at: Date; readonly signal: AbortSignal }) => Promise<unknown>;
}

/** The last pass of a job in a place. */
export interface JobRun {
  readonly place: string;
  readonly endedAt: Date;
  readonly durationMs: number;
}

/** Repeats work for as long as the process runs. In each place it runs one pass at a time. */
export class Job<Place extends string = string> {
  private readonly abort = new AbortController();
  private readonly running = new Map<Place, Promise<void>>();
  private readonly requested = new Set<Place>();
  private readonly failing = new Map<Place, { readonly count: number; readonly atMs: number }>();
  private readonly lastRuns = new Map<Place, JobRun>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: JobOptions<Place>,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'log' | 'warn'>,
    private readonly onFailure: (place: Place) => void = () => undefined,
  ) {}

  get name(): string {
    return this.options.name;
  }

  get everyMs(): number {
    return this.options.everyMs;
  }

  get places(): readonly Place[] {
    return this.options.places;
  }

  get runs(): readonly JobRun[] {
    return [...this.lastRuns.values()];
  }

  /** Runs a pass in each place after each interval. */
  start(): void {
    this.timer ??= setInterval(() => this.tick(), this.options.everyMs).unref();
  }

  /** Begins no pass any more, tells the one under way to end, and waits for it. */
  async stop(): Promise<void> {
    this.abort.abort();
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  /** Begins a pass now, or right after the one under way. Resolves when it has ended; never rejects. */
  run(place: Place): Promise<void> {
    this.requested.add(place);
    const running = this.running.get(place) ?? Promise.resolve().then(() => this.runRequested(place));
    this.running.set(place, running);
    return running;
  }

  /** Logs the first failure of a period; the period ends with a pass that succeeds. */
  reportFailure(place: Place, error: unknown): void {
    const { count } = this.failing.get(place) ?? { count: 0 };
    this.failing.set(place, { count: count + 1, atMs: performance.now() });
    this.onFailure(place);
    if (count > 0) return;
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const waitMs = Math.max(this.options.everyMs, this.options.pauseMs ?? 0);
    this.logger.warn(
      `The job "${this.name}" failed in ${place}: ${reason}. It runs again within ${waitMs / 1000} s; further failures are not logged.`,
    );
  }

  private tick(): void {
    const nowMs = performance.now();
    for (const place of this.places) {
      const isPaused = nowMs - (this.failing.get(place)?.atMs ?? -Infinity) < (this.options.pauseMs ?? 0);
      if (!isPaused && !this.running.has(place)) void this.run(place);
    }
  }

  private async runRequested(place: Place): Promise<void> {
    while (this.requested.delete(place) && !this.abort.signal.aborted) await this.runPass(place);
    this.running.delete(place);
  }

  private async runPass(place: Place): Promise<void> {
    const startedMs = performance.now();
    try {
      await this.options.pass(place, { at: this.clock.now(), signal: this.abort.signal });
      this.endFailures(place);
    } catch (error) {
      this.reportFailure(place, error);
    }
    this.lastRuns.set(place, { place, endedAt: this.clock.now(), durationMs: performance.now() - startedMs });
  }

  private endFailures(place: Place): void {
    const { count } = this.failing.get(place) ?? { count: 0 };
    if (count > 0) this.logger.log(`The job "${this.name}" works again in ${place}, after ${count} failures.`);
    this.failing.delete(place);
  }
}
