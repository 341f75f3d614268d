import type { Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { startSpan, withSpan } from '../common/spans.js';

export interface JobOptions<Place extends string> {
  readonly name: string;
  readonly everyMs: number;
  readonly pauseMs?: number;
  readonly places: readonly Place[];
  /** Ends early when `signal` is aborted. */
  readonly pass: (place: Place, run: { readonly at: Date; readonly signal: AbortSignal }) => Promise<unknown>;
}

export interface JobRun {
  readonly place: string;
  readonly endedAt: Date;
  readonly durationMs: number;
}

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

  start(): void {
    this.timer ??= setInterval(() => this.tick(), this.options.everyMs).unref();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  /** Runs after a running pass. Never rejects. */
  run(place: Place): Promise<void> {
    this.requested.add(place);
    const running = this.running.get(place) ?? Promise.resolve().then(() => this.runRequested(place));
    this.running.set(place, running);
    return running;
  }

  reportFailure(place: Place, error: unknown): void {
    const { count } = this.failing.get(place) ?? { count: 0 };
    this.failing.set(place, { count: count + 1, atMs: performance.now() });
    this.onFailure(place);
    if (count > 0) return;
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const waitMs = Math.max(this.options.everyMs, this.options.pauseMs ?? 0);
    this.logger.warn(
      `The job "${this.name}" failed in ${place}: ${reason}. The next pass is within ${waitMs / 1000} s; further failures are not logged.`,
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
      const span = startSpan(`job: ${this.name}`, { root: true, attributes: { 'gateway.place': place } });
      await withSpan(span, () => this.options.pass(place, { at: this.clock.now(), signal: this.abort.signal }));
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
