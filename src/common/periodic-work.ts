/**
 * Work that is done again and again from the start of the process on, in each place (an environment, or a schema of the database) one pass at a
 * time. A pass that fails is tried again at the next tick. Nest starts and ends what extends it: a pass under way is finished before the pools close.
 */
export abstract class PeriodicWork<Place extends string> {
  private readonly running = new Map<Place, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  protected isClosing = false;

  constructor(
    private readonly intervalMs: number,
    private readonly places: readonly Place[],
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.places.forEach((place) => this.hurry(place)), this.intervalMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  /** Begins a pass now, unless one is under way there. */
  hurry(place: Place): void {
    if (this.isClosing || this.running.has(place)) return;
    const pass = this.pass(place)
      .catch((error: unknown) => this.noteFailure(place, error instanceof Error ? error.message : String(error), error))
      .finally(() => this.running.delete(place));
    this.running.set(place, pass);
  }

  protected abstract pass(place: Place): Promise<void>;

  /** Says in the log that a pass failed, and why. */
  protected abstract noteFailure(place: Place, reason: string, error: unknown): void;
}
