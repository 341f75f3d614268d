import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';

/** What a worker returns for a task: its result, or the message of the error that the task raised. */
export type WorkerReply<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly message: string };

export interface WorkerPoolOptions {
  /** Module of the worker: it responds to each message, in turn, with one `WorkerReply`. */
  readonly entry: URL;
  readonly workers: number;
  /** Tasks waiting for a worker; one more is refused. */
  readonly maxQueued: number;
  /** A task that no worker took for so long is refused: its caller would not wait much longer. */
  readonly waitLimitMs: number;
  /** Time for one task from the moment a worker has it, its start included. */
  readonly taskLimitMs: number;
  /** A worker without a task for so long ends, and its memory goes back. */
  readonly idleLimitMs: number;
  /** Heap of one worker; a task that needs more ends its worker, not the process. */
  readonly maxHeapMb: number;
}

// Short-lived objects: more room saves no time here, and the process keeps a worker's peak for a while.
const YOUNG_HEAP_MB = 16;

interface Job<Task, Result> {
  readonly task: Task;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  /** Ends the wait for a worker. */
  timer?: NodeJS.Timeout;
}

interface Slot<Task, Result> {
  readonly worker: Worker;
  job: Job<Task, Result> | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs tasks in a few worker threads. Workers start when there is work for them and end when there is none; one that crashes or exceeds
 * the time limit fails its task with UNAVAILABLE and is replaced by the next task. An error that a task raises fails that task only.
 */
export class WorkerPool<Task, Result> {
  private readonly slots = new Set<Slot<Task, Result>>();
  private readonly queue: Job<Task, Result>[] = [];
  private closed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  /** Threads that are alive, busy or not. */
  get workerCount(): number {
    return this.slots.size;
  }

  /** Tasks that wait for a worker. */
  get queuedCount(): number {
    return this.queue.length;
  }

  /** @throws DomainError UNAVAILABLE when the queue is full or takes too long, the pool is closed, or the worker crashed or took too long. */
  run(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(unavailable('The worker pool is closed.'));
      const job: Job<Task, Result> = { task, resolve, reject };
      const slot = this.idleSlot();
      if (slot) return this.assign(slot, job);
      if (this.slots.size < this.options.workers) return this.begin(job);
      if (this.queue.length >= this.options.maxQueued) return reject(unavailable('Too many tasks wait for a worker.'));
      this.queue.push(job);
      job.timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(job), 1);
        reject(unavailable('No worker was free in time.'));
      }, this.options.waitLimitMs);
    });
  }

  /** Ends every worker; tasks that run or wait are refused. */
  async close(): Promise<void> {
    this.closed = true;
    const slots = [...this.slots];
    for (let job = this.takeWaiting(); job; job = this.takeWaiting()) job.reject(unavailable('The worker pool was closed.'));
    await Promise.all(slots.map((slot) => this.discard(slot, unavailable('The worker pool was closed.'))));
  }

  /** The first of the queue, whose wait is over. */
  private takeWaiting(): Job<Task, Result> | undefined {
    const job = this.queue.shift();
    clearTimeout(job?.timer);
    return job;
  }

  private idleSlot(): Slot<Task, Result> | undefined {
    for (const slot of this.slots) if (slot.job === null) return slot;
    return undefined;
  }

  private begin(job: Job<Task, Result>): void {
    try {
      this.assign(this.start(), job);
    } catch (error) {
      job.reject(unavailable('A worker could not start.', error));
    }
  }

  private start(): Slot<Task, Result> {
    const resourceLimits = { maxOldGenerationSizeMb: this.options.maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
    const worker = new Worker(this.options.entry, { resourceLimits });
    const slot: Slot<Task, Result> = { worker, job: null, timer: undefined };
    worker.on('message', (reply: WorkerReply<Result>) => this.settle(slot, reply));
    worker.on('messageerror', (error) => void this.discard(slot, unavailable('The answer of a worker was not readable.', error)));
    worker.on('error', (error) => void this.discard(slot, unavailable('A worker crashed.', error)));
    worker.on('exit', (code) => void this.discard(slot, unavailable(`A worker ended with code ${code}.`)));
    this.slots.add(slot);
    return slot;
  }

  private assign(slot: Slot<Task, Result>, job: Job<Task, Result>): void {
    try {
      slot.worker.postMessage(job.task);
    } catch (error) {
      // The task cannot be sent to a thread: its own fault, the worker is as good as before.
      job.reject(error as Error);
      return this.next(slot);
    }
    clearTimeout(slot.timer);
    slot.job = job;
    slot.worker.ref(); // a process that waits for a task does not end
    slot.timer = setTimeout(() => void this.discard(slot, unavailable('A worker took too long.')), this.options.taskLimitMs);
  }

  private settle(slot: Slot<Task, Result>, reply: WorkerReply<Result>): void {
    const { job } = slot;
    if (job === null) return;
    slot.job = null;
    if (reply.ok) job.resolve(reply.result);
    else job.reject(new Error(reply.message));
    this.next(slot);
  }

  /** Gives a free worker the next task, or lets it idle. */
  private next(slot: Slot<Task, Result>): void {
    clearTimeout(slot.timer);
    const job = this.takeWaiting();
    if (job) return this.assign(slot, job);
    slot.worker.unref();
    slot.timer = setTimeout(() => void this.discard(slot, unavailable('An idle worker was ended.')), this.options.idleLimitMs).unref();
  }

  /** Ends a worker, fails its task and starts another one when tasks wait. Safe to call again for the same worker. */
  private async discard(slot: Slot<Task, Result>, error: DomainError): Promise<void> {
    if (!this.slots.delete(slot)) return;
    clearTimeout(slot.timer);
    slot.job?.reject(error);
    slot.job = null;
    const job = this.closed ? undefined : this.takeWaiting();
    if (job) this.begin(job);
    await slot.worker.terminate();
  }
}

function unavailable(reason: string, cause?: unknown): DomainError {
  return new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(reason, { cause }) });
}
