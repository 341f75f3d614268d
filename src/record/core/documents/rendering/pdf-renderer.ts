import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Holder } from '../../../../common/bulkhead.js';
import type { Environment } from '../../../../common/environment.js';
import { WorkerPool } from '../../../../common/threads/worker-pool.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import { Config } from '../../../../config/config.js';
import type { RenderRequest } from './render-document.js';
import type { Pdf } from './sheet.js';

/** Renders PDFs in threads, because a page takes tens of milliseconds. The first one loads fonts and libraries. */
@Injectable()
export class PdfRenderer implements OnModuleDestroy {
  private readonly pool: WorkerPool<RenderRequest, Pdf>;

  constructor(
    { shared }: Config,
    private readonly bulkheads: Bulkheads,
  ) {
    this.pool = new WorkerPool({
      entry: new URL('./render-worker.js', import.meta.url),
      workers: shared.printThreads,
      taskLimitMs: 15_000,
      idleLimitMs: 3 * 60_000,
      maxHeapMb: 256,
    });
  }

  get queuedCount(): number {
    return this.bulkheads.prints.usage.reduce((count, { waiting }) => count + waiting, 0);
  }

  /** @throws DomainError UNAVAILABLE when no thread is free in time; Error when the data cannot be printed */
  async render(holder: Holder<Environment | 'staff'>, request: RenderRequest): Promise<Buffer> {
    const pdf = await this.bulkheads.prints.run(holder, () => this.pool.run(request));
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
