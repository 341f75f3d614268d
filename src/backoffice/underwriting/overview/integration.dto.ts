import { ApiProperty } from '@nestjs/swagger';
import { CONSOLE_ACCESS, type ConsoleAccess } from '../../access/accounts/sessions.dto.js';

/** Situations that `npm run certify` plays, in its order. */
export const INTEGRATION_CASES = ['cut', 'limit', 'outage', 'referral', 'short', 'lapse', 'renewal'] as const;
export type IntegrationCase = (typeof INTEGRATION_CASES)[number];

export class IntegrationResponse {
  /** Whether the program has an active key. @example true */
  hasKey: boolean;
  /** Whether a key of the program was used. @example true */
  hasCalled: boolean;
  /** Whether a webhook of the agent received a delivery or a test. @example false */
  hasReceived: boolean;
  /**
   * Situations of the insurer's checks that the program handled: cut, limit, outage, referral, short, lapse, renewal.
   * @example ["limit", "referral"]
   */
  @ApiProperty({ enum: INTEGRATION_CASES, isArray: true })
  handled: IntegrationCase[];
  /** Access of the program to production: granted, requested or none. @example "none" */
  @ApiProperty({ enum: CONSOLE_ACCESS })
  production: ConsoleAccess;
  /** Why access to production was declined; null unless it was. @example "Λείπει η σύμβαση συνεργασίας." */
  declineReason: string | null;
}
