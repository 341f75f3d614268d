import { jest } from '@jest/globals';
import { readPdf } from '../../../../../test/support/pdf-text.js';
import {
  buildApplicationDocument,
  buildPaymentNotification,
  buildPolicyDocument,
  buildLargePolicyDocument,
  buildReceiptDocument,
} from '../../../../../test/support/printed-documents.js';
import { ErrorCode } from '../../../../common/error-codes.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import { readConfig } from '../../../../config/config.js';
import { PdfRenderer } from './pdf-renderer.js';
import { renderDocument } from './render-document.js';

const CONFIG = readConfig({});
const HOLDER = { lane: 'production', owner: 1 } as const;

// The first document starts worker threads, which compile the sources.
jest.setTimeout(60_000);

describe('PdfRenderer', () => {
  const renderer = new PdfRenderer(CONFIG, new Bulkheads(CONFIG));
  afterAll(() => renderer.onModuleDestroy());

  it('renders each kind of document in its thread, byte for byte like the pure function', async () => {
    const rendered = await Promise.all([
      renderer.render(HOLDER, { kind: 'policy', data: buildPolicyDocument() }),
      renderer.render(HOLDER, { kind: 'application', data: buildApplicationDocument() }),
      renderer.render(HOLDER, { kind: 'paymentNotification', data: buildPaymentNotification() }),
      renderer.render(HOLDER, { kind: 'receipt', data: buildReceiptDocument() }),
    ]);
    const expected = await Promise.all([
      renderDocument({ kind: 'policy', data: buildPolicyDocument() }),
      renderDocument({ kind: 'application', data: buildApplicationDocument() }),
      renderDocument({ kind: 'paymentNotification', data: buildPaymentNotification() }),
      renderDocument({ kind: 'receipt', data: buildReceiptDocument() }),
    ]);
    rendered.forEach((pdf, index) => expect(pdf.equals(Buffer.from(expected[index]!))).toBe(true));
  });

  it('does not block the event loop while a long document is rendered', async () => {
    const rendered = renderer.render(HOLDER, { kind: 'policy', data: buildLargePolicyDocument(50) }).then(() => 'document');
    const turned = new Promise((resolve) => setImmediate(() => resolve('event loop')));
    expect(await Promise.race([rendered, turned])).toBe('event loop');
    expect(await rendered).toBe('document');
  });

  it('returns to each of many parallel callers its own document', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => `P26000${1000 + index}`);
    const pdfs = await Promise.all(
      numbers.map((policyNo) => renderer.render(HOLDER, { kind: 'policy', data: buildPolicyDocument({ policyNo }) })),
    );
    for (const [index, pdf] of pdfs.entries()) {
      const { title, text } = await readPdf(pdf);
      expect(title).toBe(`Ασφαλιστήριο ${numbers[index]}`);
      expect(text).toContain(numbers[index]);
    }
  });

  it('fails a document that cannot be rendered, and renders the next one', async () => {
    await expect(
      renderer.render(HOLDER, { kind: 'paymentNotification', data: buildPaymentNotification({ amount: 'a lot' }) }),
    ).rejects.toThrow('Invalid number');
    await expect(
      renderer.render(HOLDER, { kind: 'paymentNotification', data: buildPaymentNotification({ dueDate: '2026-02-30' }) }),
    ).rejects.toThrow('not a calendar date');
    await expect(renderer.render(HOLDER, { kind: 'paymentNotification', data: buildPaymentNotification() })).resolves.toBeInstanceOf(
      Buffer,
    );
  });

  it('refuses documents after the module is destroyed', async () => {
    const destroyed = new PdfRenderer(CONFIG, new Bulkheads(CONFIG));
    await destroyed.onModuleDestroy();
    await expect(destroyed.render(HOLDER, { kind: 'receipt', data: buildReceiptDocument() })).rejects.toMatchObject({
      code: ErrorCode.UNAVAILABLE,
    });
  });
});
