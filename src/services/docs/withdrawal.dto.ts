import { ApiProperty } from '@nestjs/swagger';
import { TextUpTo } from '../../common/validation/decorators.js';
import { ACT_CHANNELS } from '../../record/core/customer-acts/customer-act.js';
import { WITHDRAWAL_STATES } from '../../record/contract/customer/withdrawal.repository.js';

const MAX_REASON = 500;

export class AgentWithdrawalRequest {
  /** Reason, which nobody has to give. @example 'Άλλαξε γνώμη.' */
  @TextUpTo(MAX_REASON)
  reason?: string | null;
}

export class AgentWithdrawalResponse {
  /** Id of the withdrawal. @example 4 */
  id: number;
  /** LINK (the customer's page), AGENT (a program), STAFF or SANDBOX. @example 'AGENT' */
  @ApiProperty({ enum: ACT_CHANNELS })
  channel: string;
  /** Time at which it was received, local time in Athens. @example '2026-11-27T14:05:10' */
  received_at: string;
  /** The declaration. @example 'Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση P260000001.' */
  statement: string;
  /** CANCELLED, OPEN (a claim is recorded, so staff decide) or CLOSED. @example 'CANCELLED' */
  @ApiProperty({ enum: WITHDRAWAL_STATES })
  state: string;
  /** Refunded premium, euro; null unless the policy was cancelled. @example 332.64 */
  refund: number | null;
  /** Decision of the insurer; null without one. @example 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.' */
  decision: string | null;
}
