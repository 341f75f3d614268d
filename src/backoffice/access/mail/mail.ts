import type { MailAddress } from '../../../common/mail-address.js';

/** A mail to one address, in plain text. */
export interface Mail {
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
}
