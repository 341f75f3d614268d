import { drawAmendment } from './amendment-document.js';
import { drawApplication } from './application-document.js';
import { drawCancellation } from './cancellation-document.js';
import { drawCertificate } from './certificate-document.js';
import { drawClaimsHistory } from './claims-history.js';
import { drawCommission } from './commission-document.js';
import { drawConsolidated, drawPolicy } from './contract-document.js';
import { drawGreenCard } from './green-card.js';
import { drawPrivacyNotice, drawTermsDocument } from './information-documents.js';
import { drawIpid } from './ipid-document.js';
import { drawLegalPreview } from './legal-texts.js';
import { drawLetter } from './letter-document.js';
import { drawOffer } from './offer-document.js';
import { drawPaymentNotification } from './payment-notification.js';
import { drawReceipt } from './receipt-document.js';
import type { Pdf } from './sheet.js';
import { drawStatement } from './statement-document.js';

const DRAWINGS = {
  policy: drawPolicy,
  application: drawApplication,
  consolidated: drawConsolidated,
  certificate: drawCertificate,
  paymentNotification: drawPaymentNotification,
  receipt: drawReceipt,
  cancellation: drawCancellation,
  amendment: drawAmendment,
  greenCard: drawGreenCard,
  claimsHistory: drawClaimsHistory,
  ipid: drawIpid,
  terms: drawTermsDocument,
  privacy: drawPrivacyNotice,
  offer: drawOffer,
  legalTexts: drawLegalPreview,
  letter: drawLetter,
  statement: drawStatement,
  commission: drawCommission,
};
type Kind = keyof typeof DRAWINGS;
type DataOf<K extends Kind> = Parameters<(typeof DRAWINGS)[K]>[0];

export type RenderRequest = { readonly [K in Kind]: { readonly kind: K; readonly data: DataOf<K> } }[Kind];

export async function renderDocument({ kind, data }: RenderRequest): Promise<Pdf> {
  const draw: (data: never) => Promise<Pdf> = DRAWINGS[kind];
  return draw(data as never);
}
