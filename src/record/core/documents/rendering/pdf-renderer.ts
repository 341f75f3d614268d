import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Holder } from '../../../../common/bulkhead.js';
import type { Environment } from '../../../../common/environment.js';
import { WorkerPool } from '../../../../common/threads/worker-pool.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import { Config } from '../../../../config/config.js';
import type { RenderRequest } from './render-request.js';

/**
 * Renders the documents of the record as PDF, in threads of their own: a page costs tens of milliseconds, which the event loop does not
 * have. Nothing is loaded before the first document.
 */
@Injectable()
export class PdfRenderer implements OnModuleDestroy {
  private readonly pool: WorkerPool<RenderRequest, Uint8Array<ArrayBuffer>>;

  constructor(
    { shared }: Config,
    private readonly bulkheads: Bulkheads,
  ) {
    this.pool = new WorkerPool({
      entry: new URL('./render-worker.js', import.meta.url),
      workers: shared.printThreads,
      maxQueued: 1_000,
      waitLimitMs: 20_000,
      taskLimitMs: 15_000,
      idleLimitMs: 3 * 60_000,
      maxHeapMb: 256,
    });
  }

  /** Documents that wait to be printed. */
  get queuedCount(): number {
    return this.bulkheads.prints.usage.reduce((count, { waiting }) => count + waiting, 0);
  }

  /**
   * Throws DomainError UNAVAILABLE when no thread can do the work in time, and a plain Error when the data cannot be printed (an amount that
   * is no number, a date that does not exist).
   */
  async render(holder: Holder<Environment | 'staff'>, request: RenderRequest): Promise<Buffer> {
    const pdf = await this.bulkheads.prints.run(holder, () => this.pool.run(request));
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
