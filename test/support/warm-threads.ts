import { TypeDetector } from '../../src/record/documents/content/type-detector.js';
import { PdfRenderer } from '../../src/record/documents/rendering/pdf-renderer.js';

const renderer = new PdfRenderer();
const detector = new TypeDetector();

/** Prints in threads that outlive the application: a new one takes half a second to load what it needs, and prints its first documents five times slower. */
export class WarmPdfRenderer extends PdfRenderer {
  override get queuedCount(): number {
    return renderer.queuedCount;
  }

  override render(request: Parameters<PdfRenderer['render']>[0]): Promise<Buffer> {
    return renderer.render(request);
  }
}

/** The same for the types of uploads. */
export class WarmTypeDetector extends TypeDetector {
  override detect(head: Buffer): Promise<string | null> {
    return detector.detect(head);
  }
}
