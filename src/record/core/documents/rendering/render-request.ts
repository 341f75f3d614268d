import type { ClaimsHistoryDocument } from './claims-history.types.js';
import type {
  ApplicationDocument,
  CancellationDocument,
  GreenCardDocument,
  LegalTextsDocument,
  PaymentNotification,
  PolicyDocument,
  ReceiptDocument,
} from './documents.types.js';
import type { StatementDocument } from './statement.types.js';

/** One document to render: what it is, and its data. */
export type RenderRequest =
  | { readonly kind: 'policy'; readonly data: PolicyDocument }
  | { readonly kind: 'application'; readonly data: ApplicationDocument }
  | { readonly kind: 'paymentNotification'; readonly data: PaymentNotification }
  | { readonly kind: 'receipt'; readonly data: ReceiptDocument }
  | { readonly kind: 'cancellation'; readonly data: CancellationDocument }
  | { readonly kind: 'greenCard'; readonly data: GreenCardDocument }
  | { readonly kind: 'claimsHistory'; readonly data: ClaimsHistoryDocument }
  | { readonly kind: 'legalTexts'; readonly data: LegalTextsDocument }
  | { readonly kind: 'statement'; readonly data: StatementDocument };
