import { ApiProperty } from '@nestjs/swagger';
import { IsoDate, TrueFalse } from '../../../common/validation/decorators.js';
import { LINK_PURPOSES, LINK_STATES } from '../../../record/contract/customer/customer-link.js';
import { RequiredOneOf } from '../../common/fields.js';

export class StaffCustomerLinkRequest {
  /** accept (answer an offer), pay, policy (download its documents) or withdraw. @example 'withdraw' */
  @RequiredOneOf(LINK_PURPOSES)
  purpose: (typeof LINK_PURPOSES)[number];

  /** Last day of the link, at most 30 days ahead; 7 days from now when absent. @example '2026-12-04' */
  @IsoDate()
  expires?: string | null;

  /** Whether to mail the link to the policyholder; in the sandbox nothing is mailed. @example true */
  @TrueFalse()
  mail?: boolean | null;
}

export class StaffCustomerLinkResponse {
  /** Id of the link. @example 7 */
  id: number;
  /** accept, pay, policy or withdraw. @example 'withdraw' */
  @ApiProperty({ enum: LINK_PURPOSES })
  purpose: string;
  /** open, expired, withdrawn, or locked by wrong attempts. @example 'open' */
  @ApiProperty({ enum: LINK_STATES })
  state: string;
  /** Time at which it ends, Athens. @example '2026-12-04T10:00:00' */
  expiresAt: string;
  /** Name of who made it. @example 'Μαρία Γεωργίου' */
  createdBy: string;
  /** Time of its creation, Athens. @example '2026-11-27T10:00:00' */
  createdAt: string;
  /** Name of who withdrew it; null without a withdrawal. @example 'Νίκος Έκδοση' */
  withdrawnBy: string | null;
  /** Time of its withdrawal, Athens; null without one. @example '2026-11-28T09:00:00' */
  withdrawnAt: string | null;
}

export class StaffCustomerLinkListResponse {
  /** Links, newest first, up to 100. */
  items: StaffCustomerLinkResponse[];
}

export class StaffNewCustomerLinkResponse extends StaffCustomerLinkResponse {
  /** Address of the page, shown only here. @example 'https://example.gr/c/4fK2w9XbT7mQ1zR8yL5pN3vH6jD0sGcAeUiOkWtB' */
  url: string;
  /** Address, in part, to which it was mailed; null when it was not. @example 'm…@example.gr' */
  sentTo: string | null;
}
