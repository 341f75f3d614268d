import { Bulkheads } from '../../src/config/bulkheads.js';
import { readConfig } from '../../src/config/config.js';
import { TypeDetector } from '../../src/record/core/documents/content/type-detector.js';
import { PdfRenderer } from '../../src/record/core/documents/rendering/pdf-renderer.js';

const config = readConfig({});
const renderer = new PdfRenderer(config, new Bulkheads(config));
const detector = new TypeDetector(new Bulkheads(config));

/** Prints in threads that outlive the application: a new one takes half a second to load what it needs, and prints its first documents five times slower. */
export class WarmPdfRenderer extends PdfRenderer {
  override get queuedCount(): number {
    return renderer.queuedCount;
  }

  override render(...printed: Parameters<PdfRenderer['render']>): Promise<Buffer> {
    return renderer.render(...printed);
  }
}

/** Type detector whose threads are kept between spec files. */
export class WarmTypeDetector extends TypeDetector {
  override detect(...asked: Parameters<TypeDetector['detect']>): Promise<string | null> {
    return detector.detect(...asked);
  }
}
