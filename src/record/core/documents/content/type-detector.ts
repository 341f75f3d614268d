import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { getHolder, type Caller } from '../../../../common/caller.js';
import { WorkerPool } from '../../../../common/threads/worker-pool.js';
import { Bulkheads } from '../../../../config/bulkheads.js';

/** Detects in threads that are ended when they take too long or too much memory. */
@Injectable()
export class TypeDetector implements OnModuleDestroy {
  private readonly pool = new WorkerPool<Uint8Array, string | null>({
    entry: new URL('./detection-worker.js', import.meta.url),
    workers: 2,
    taskLimitMs: 500,
    idleLimitMs: 10 * 60_000,
    maxHeapMb: 64,
  });

  constructor(private readonly bulkheads: Bulkheads) {}

  async detect(caller: Pick<Caller, 'environment' | 'programId'>, head: Buffer): Promise<string | null> {
    try {
      // A view would be copied with its whole buffer.
      return await this.bulkheads.fileTypes.run(getHolder(caller), () => this.pool.run(Uint8Array.from(head)));
    } catch {
      return null;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
