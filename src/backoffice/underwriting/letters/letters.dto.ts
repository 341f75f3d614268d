import { ApiProperty } from '@nestjs/swagger';
import { Email } from '../../../common/validation/decorators.js';
import { MAIL_RECIPIENTS, MAIL_STATES } from '../../../record/core/letters/letter.js';
import { LETTER_KINDS } from '../../../record/reference/settings/letter-texts.js';
import { RequiredOneOf, RequiredText } from '../../common/fields.js';

const MAX_REASON = 200;

export class LetterMailResponse {
  /** Id of the mail. @example 7 */
  id: number;
  /** CLIENT, AGENT, or CREDITOR for a notice to a creditor. @example 'CLIENT' */
  @ApiProperty({ enum: MAIL_RECIPIENTS })
  recipient: string;
  /** EMAIL or SMS. @example 'EMAIL' */
  channel: string;
  /** Address; null without one. @example 'maria@example.gr' */
  address: string | null;
  /** pending, sent, shown (in the sandbox, or without a mail server), failed, no_address or stopped. @example 'sent' */
  @ApiProperty({ enum: MAIL_STATES })
  state: string;
  /** Name of the user who sent the letter again; otherwise null. @example 'Νίκος Έκδοση' */
  requestedBy: string | null;
  /** Time of the request, Athens. @example '2026-11-21T10:20:00' */
  requestedAt: string;
  /** Number of attempts. @example 1 */
  attempts: number;
  /** Whether the recipient may have the mail twice, because an attempt was interrupted. @example false */
  mayBeDouble: boolean;
  /** Time of the end, Athens; null while pending. @example '2026-11-21T10:20:02' */
  endedAt: string | null;
  /** Code of the last failure; null without one. @example '550' */
  failure: string | null;
}

export class LetterResponse {
  /** Id of the letter. @example 12 */
  id: number;
  /** Kind of the letter. @example 'PAYMENT_REQUEST' */
  @ApiProperty({ enum: LETTER_KINDS })
  kind: string;
  /** Title of the kind in the language of the call. @example 'Ειδοποιητήριο πληρωμής' */
  title: string;
  /** Subject in the language of the call. @example 'Πληρωμή ασφαλίστρων P260000001' */
  subject: string;
  /** Text in the language of the call. @example 'Προς: Παπαδοπούλου Μαρία' */
  text: string;
  /** Time of the letter, Athens. @example '2026-11-21T10:20:00' */
  writtenAt: string;
  /** Mails with the letter, oldest first. */
  mails: LetterMailResponse[];
}

export class LetterStopResponse {
  /** Reason. @example 'Ζητήθηκε τηλεφωνικά από τον πελάτη.' */
  reason: string;
  /** Name of the user. @example 'Νίκος Έκδοση' */
  stoppedBy: string;
  /** Time, Athens. @example '2026-11-21T10:20:00' */
  stoppedAt: string;
}

export class LetterListResponse {
  /** Stop of mails about this policy; null without one. */
  stop: LetterStopResponse | null;
  /** Stop of mails to the client; null without one. */
  clientStop: LetterStopResponse | null;
  /** Letters, oldest first. */
  items: LetterResponse[];
}

export class LetterStopRequest {
  /** Reason, up to 200 characters. @example 'Ζητήθηκε τηλεφωνικά από τον πελάτη.' */
  @RequiredText(MAX_REASON)
  reason: string;
}

export class LetterMailRequest {
  /** CLIENT, AGENT, or CREDITOR for a notice to a creditor. @example 'CLIENT' */
  @RequiredOneOf(MAIL_RECIPIENTS)
  recipient: (typeof MAIL_RECIPIENTS)[number];

  /** Another address; absent: that of the application or the agent. @example 'maria@example.gr' */
  @Email()
  address?: string | null;
}
