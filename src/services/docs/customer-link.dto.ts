import { ApiProperty } from '@nestjs/swagger';
import { IsoDate, OneOf, Required, TrueFalse } from '../../common/validation/decorators.js';
import { LINK_PURPOSES, LINK_STATES } from '../../record/contract/customer/customer-link.js';

export class CustomerLinkRequest {
  /** accept (answer an offer), pay, policy (download its documents) or withdraw. @example 'accept' */
  @Required()
  @OneOf(LINK_PURPOSES)
  purpose: string;

  /** Last day of the link, at most 30 days ahead; 7 days from now when absent. @example '2026-12-04' */
  @IsoDate()
  expires?: string | null;

  /** Whether to mail the link to the policyholder; in the sandbox nothing is mailed. @example true */
  @TrueFalse()
  mail?: boolean | null;
}

export class CustomerLinkResponse {
  /** Id of the link. @example 7 */
  id: number;
  /** accept, pay, policy or withdraw. @example 'accept' */
  @ApiProperty({ enum: LINK_PURPOSES })
  purpose: string;
  /** open, expired, withdrawn, or locked by wrong attempts. @example 'open' */
  @ApiProperty({ enum: LINK_STATES })
  state: string;
  /** Time at which it ends, local time in Athens. @example '2026-12-04T10:00:00' */
  expires_at: string;
  /** Name of who made it. @example 'Μαρία Γεωργίου' */
  created_by: string;
  /** Time of its creation, local time in Athens. @example '2026-11-27T10:00:00' */
  created_at: string;
  /** Time of its withdrawal, local time in Athens; null without one. @example '2026-11-28T09:00:00' */
  withdrawn_at: string | null;
}

export class NewCustomerLinkResponse extends CustomerLinkResponse {
  /** Address of the page, shown only here. @example 'https://example.gr/c/4fK2w9XbT7mQ1zR8yL5pN3vH6jD0sGcAeUiOkWtB' */
  url: string;
  /** Address, in part, to which it was mailed; null when it was not. @example 'm…@example.gr' */
  sent_to: string | null;
}
