import { ApiProperty } from '@nestjs/swagger';
import { LinkResponse } from '../../record/core/lines/application.dto.js';
import { LETTER_KINDS } from '../../record/reference/settings/letter-texts.js';

export class AgentLetterResponse {
  /** Id of the letter. @example 12 */
  id: number;
  /** Kind of the letter. @example 'PAYMENT_REQUEST' */
  @ApiProperty({ enum: LETTER_KINDS })
  kind: string;
  /** Title of the kind in the language of the call. @example 'Ειδοποιητήριο πληρωμής' */
  title: string;
  /** Subject in the language of the call. @example 'Πληρωμή ασφαλίστρων P260000001' */
  subject: string;
  /** Time of the letter, local time in Athens. @example '2026-11-21T10:20:00' */
  written_at: string;
  /** State of the last mail to the client; null without one. @example 'sent' */
  mail_state: string | null;
  /** Address of the printed letter. */
  links: LinkResponse[];
}
