import { drawCancellation } from './cancellation-document.js';
import { drawApplication, drawPolicy } from './contract-document.js';
import { drawClaimsHistory } from './claims-history.js';
import type { RenderRequest } from './render-request.js';
import { drawGreenCard } from './green-card.js';
import { drawLegalPreview } from './legal-texts.js';
import { drawPaymentNotification } from './payment-notification.js';
import { drawReceipt } from './receipt-document.js';
import { drawStatement } from './statement-document.js';

/** Data in, PDF out: no clock, no state, no thread. The same request gives the same bytes. */
export async function renderDocument(request: RenderRequest): Promise<Uint8Array<ArrayBuffer>> {
  switch (request.kind) {
    case 'policy':
      return drawPolicy(request.data);
    case 'application':
      return drawApplication(request.data);
    case 'paymentNotification':
      return drawPaymentNotification(request.data);
    case 'receipt':
      return drawReceipt(request.data);
    case 'cancellation':
      return drawCancellation(request.data);
    case 'greenCard':
      return drawGreenCard(request.data);
    case 'claimsHistory':
      return drawClaimsHistory(request.data);
    case 'legalTexts':
      return drawLegalPreview(request.data);
    case 'statement':
      return drawStatement(request.data);
  }
}
