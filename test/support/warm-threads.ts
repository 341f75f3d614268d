import { Bulkheads } from '../../src/config/bulkheads.js';
import { readConfig } from '../../src/config/config.js';
import { TypeDetector } from '../../src/record/core/documents/content/type-detector.js';
import { PdfRenderer } from '../../src/record/core/documents/rendering/pdf-renderer.js';

const config = readConfig({});
const renderer = new PdfRenderer(config, new Bulkheads(config));
const detector = new TypeDetector(new Bulkheads(config));

/** Renders in threads that outlive the application, because new threads take half a second to load. */
export class WarmPdfRenderer extends PdfRenderer {
  override get queuedCount(): number {
    return renderer.queuedCount;
  }

  override render(...printed: Parameters<PdfRenderer['render']>): Promise<Buffer> {
    return renderer.render(...printed);
  }
}

/** Type detector whose threads outlive the application. */
export class WarmTypeDetector extends TypeDetector {
  override detect(...asked: Parameters<TypeDetector['detect']>): Promise<string | null> {
    return detector.detect(...asked);
  }
}
