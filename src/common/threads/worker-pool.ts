import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';

export type WorkerReply<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly message: string };

export interface WorkerPoolOptions {
  readonly entry: URL;
  readonly workers: number;
  /** Time for one task, including the start of its worker. */
  readonly taskLimitMs: number;
  readonly idleLimitMs: number;
  /** Heap of one worker. A task that needs more ends its worker. */
  readonly maxHeapMb: number;
}

const YOUNG_HEAP_MB = 16;

interface Job<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

interface Slot<Result> {
  readonly worker: Worker;
  job: Job<Result> | null;
  timer: NodeJS.Timeout | undefined;
}

/** Tasks wait in the bulkhead of their caller, never here. */
export class WorkerPool<Task, Result> {
  private readonly slots = new Set<Slot<Result>>();
  private closed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  get workerCount(): number {
    return this.slots.size;
  }

  run(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(buildUnavailable('The worker pool is closed.'));
      try {
        this.assign(this.findIdle() ?? this.start(), task, { resolve, reject });
      } catch (error) {
        reject(buildUnavailable('A worker could not start.', error));
      }
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.slots].map((slot) => this.discard(slot, buildUnavailable('The worker pool was closed.'))));
  }

  private findIdle(): Slot<Result> | undefined {
    return [...this.slots].find(({ job }) => job === null);
  }

  private start(): Slot<Result> {
    const { entry, workers, maxHeapMb } = this.options;
    if (this.slots.size >= workers) throw new Error('No worker is free.');
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB } });
    const slot: Slot<Result> = { worker, job: null, timer: undefined };
    worker.on('message', (reply: WorkerReply<Result>) => this.settle(slot, reply));
    worker.on('messageerror', (error) => void this.discard(slot, buildUnavailable('The reply of a worker was not readable.', error)));
    worker.on('error', (error) => void this.discard(slot, buildUnavailable('A worker crashed.', error)));
    worker.on('exit', (code) => void this.discard(slot, buildUnavailable(`A worker ended with code ${code}.`)));
    this.slots.add(slot);
    return slot;
  }

  private assign(slot: Slot<Result>, task: Task, job: Job<Result>): void {
    try {
      slot.worker.postMessage(task);
    } catch (error) {
      // The task cannot be sent to a thread. The worker is still usable.
      job.reject(error as Error);
      return this.idle(slot);
    }
    clearTimeout(slot.timer);
    slot.job = job;
    slot.worker.ref();
    slot.timer = setTimeout(() => void this.discard(slot, buildUnavailable('A worker took too long.')), this.options.taskLimitMs);
  }

  private settle(slot: Slot<Result>, reply: WorkerReply<Result>): void {
    const { job } = slot;
    if (job === null) return;
    slot.job = null;
    this.idle(slot);
    if (reply.ok) job.resolve(reply.result);
    else job.reject(new Error(reply.message));
  }

  private idle(slot: Slot<Result>): void {
    clearTimeout(slot.timer);
    slot.worker.unref();
    slot.timer = setTimeout(() => void this.discard(slot, buildUnavailable('An idle worker was ended.')), this.options.idleLimitMs).unref();
  }

  private async discard(slot: Slot<Result>, error: DomainError): Promise<void> {
    if (!this.slots.delete(slot)) return;
    clearTimeout(slot.timer);
    slot.job?.reject(error);
    slot.job = null;
    await slot.worker.terminate();
  }
}

function buildUnavailable(reason: string, cause?: unknown): DomainError {
  return new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(reason, { cause }) });
}
