import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { holderOf, type Caller } from '../../../../common/caller.js';
import { WorkerPool } from '../../../../common/threads/worker-pool.js';
import { Bulkheads } from '../../../../config/bulkheads.js';

/** How long an upload waits for a thread, and then for what it says. */
const LIMIT_MS = 500;

/**
 * Finds the type of a file by its head, with a library that reads many formats and is not trusted with all input: in threads of their own, which
 * are ended when they take too long or too much memory. Nothing is loaded before the first upload.
 */
@Injectable()
export class TypeDetector implements OnModuleDestroy {
  private readonly pool = new WorkerPool<Uint8Array, string | null>({
    entry: new URL('./detection-worker.js', import.meta.url),
    workers: 2,
    maxQueued: 100,
    waitLimitMs: LIMIT_MS,
    taskLimitMs: LIMIT_MS,
    idleLimitMs: 10 * 60_000,
    maxHeapMb: 64,
  });

  constructor(private readonly bulkheads: Bulkheads) {}

  /** The media type; null when the library does not know it, fails, or does not respond in time. */
  async detect(caller: Pick<Caller, 'environment' | 'programId'>, head: Buffer): Promise<string | null> {
    try {
      // A view would be sent with its whole buffer.
      return await this.bulkheads.fileTypes.run(holderOf(caller), () => this.pool.run(Uint8Array.from(head)));
    } catch {
      return null;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
