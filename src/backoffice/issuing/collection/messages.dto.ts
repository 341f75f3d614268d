import { FromNumericText, IntegerBetween, OneOf } from '../../../common/validation/decorators.js';
import { MessageKind } from '../../../record/reference/settings/message-kind.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;

export class StaffMessageQueryDto extends PageQueryDto {
  /** PARTY_MISMATCH, SUSPENSE or INFECTED_DOCUMENT; all when absent @example 'SUSPENSE' */
  @OneOf(Object.values(MessageKind))
  kind?: string;

  /** open or resolved; all when absent @example 'open' */
  @OneOf(['open', 'resolved'])
  state?: string;

  /** Application that it is about @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  applicationId?: number;
}

export class StaffMessageResponse {
  /** Id @example 5 */
  id: number;

  /**
   * PARTY_MISMATCH: agents send another last name or birth date for one AFM, SUSPENSE: a payment paid nothing, INFECTED_DOCUMENT: a virus was found in a file
   * @example 'SUSPENSE'
   */
  kind: string;

  /** In the language of the call @example 'Πληρωμή 300.00 € με κωδικό RF23912344000000000100017 δεν καταχωρίστηκε: Λανθασμένο ποσό.' */
  text: string;

  /** Application that it is about @example 1 */
  applicationId: number | null;

  /** Party that it is about @example 4 */
  partyId: number | null;

  /** Item in suspense that it is about @example 3 */
  suspenseId: number | null;

  /** When it was written, Athens @example '2026-11-21T10:20:00' */
  createdAt: string;

  /** When it was dealt with, Athens @example '2026-11-22T09:00:00' */
  resolvedAt: string | null;
}

export class StaffMessageListResponse extends PageDto {
  /** The requested part */
  items: StaffMessageResponse[];
}
