import { OneOf } from '../../../common/validation/decorators.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { IntegerParameter } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;

export class StaffMessageQueryDto extends PageQueryDto {
  /** PARTY_MISMATCH, SUSPENSE, INFECTED_DOCUMENT, LETTER, RENEWAL, WITHDRAWAL; all when absent. @example 'SUSPENSE' */
  @OneOf(Object.values(MessageKind))
  kind?: string;

  /** open or resolved; both when absent. @example 'open' */
  @OneOf(['open', 'resolved'])
  state?: string;

  /** Id of the application. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;
}

export class StaffMessageResponse {
  /** Id of the message. @example 5 */
  id: number;
  /**
   * PARTY_MISMATCH (agents name a person differently), SUSPENSE (unused payment), INFECTED_DOCUMENT (virus), LETTER
   * (not mailed), RENEWAL or WITHDRAWAL (need a decision).
   * @example 'SUSPENSE'
   */
  kind: string;
  /** Text in the language of the call. @example 'Είσπραξη 300,00 € δεν αντιστοιχίστηκε.' */
  text: string;
  /** Id of the application. @example 1 */
  applicationId: number | null;
  /** Id of the party. @example 4 */
  partyId: number | null;
  /** Id of the item in suspense. @example 3 */
  suspenseId: number | null;
  /** Time of creation, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
  /** Time of resolution, Athens; null while open. @example '2026-11-22T09:00:00' */
  resolvedAt: string | null;
}

export class StaffMessageListResponse extends PageResponseOf(StaffMessageResponse) {}
