import { RefundResponse } from './cancelled-application.dto.js';
import { StaffApplicationMessageResponse } from './staff-application.dto.js';
import { StaffPriceResponse } from './staff-price.dto.js';

export class DecisionPreviewResponse {
  /** Status code that it would have. @example '01' */
  status: string;
  /** That status in the language of the call. @example 'Υπολογισμένη' */
  statusTitle: string;
  /** Its price, cover by cover; null where it would have none. */
  price: StaffPriceResponse | null;
  /** What the agent would read in it. */
  messages: StaffApplicationMessageResponse[];
}

export class PlannedDocumentResponse {
  /** Category, from `documentCategories`. @example 32 */
  categoryId: number;
  /** Title of that category, in the language of the call. @example 'Πράξη ακύρωσης (παραγόμενη από το σύστημα)' */
  title: string;
  /** Name of the file. @example 'P260000042-cancellation.pdf' */
  fileName: string;
  /** The paid receipt that it gives back; null for a document of the whole policy. @example 17 */
  refundedReceiptNo: number | null;
}

export class CancellationPreviewResponse {
  /** Status code that it would have. @example '60' */
  status: string;
  /** That status in the language of the call. @example 'Ακυρωμένο' */
  statusTitle: string;
  /** What would go back; receipts have no number yet. */
  refund: RefundResponse;
  /** The documents that would be made: a receipt for each refund, and the act. */
  documents: PlannedDocumentResponse[];
}
