import { CheckedBy, Email, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { MAX_TYPED_LENGTH, PASSWORD_CHECK } from './password-policy.js';

const MAX_TOKEN = 300;

/** A first or a new password, by the token that was mailed. */
export class PasswordChoiceRequest {
  /** The token of the mailed link; it works once @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @Required()
  @TextUpTo(MAX_TOKEN)
  token: string;

  /** 12 to 128 characters, none of the common ones, not the e-mail address @example "four wooden horses sang" */
  @Required()
  @CheckedBy(PASSWORD_CHECK)
  password: string;
}

/** Whose password is to be reset. */
export class PasswordResetRequest {
  /** The account's e-mail address @example "admin@insurer.example" */
  @Required()
  @Email()
  email: string;
}

/** A new password in place of the old one. */
export class PasswordChangeRequest {
  /** The password until now @example "four wooden horses sang" */
  @Required()
  @TextUpTo(MAX_TYPED_LENGTH)
  old: string;

  /** 12 to 128 characters, none of the common ones, not the e-mail address @example "seven silver kites fell" */
  @Required()
  @CheckedBy(PASSWORD_CHECK)
  new: string;
}

/** The token of a mailed link. */
export class LinkTokenQuery {
  /** The token, as it stands in the link @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @Required()
  @TextUpTo(MAX_TOKEN)
  token: string;
}

/** What a mailed link is good for. */
export class PasswordTokenResponse {
  /** Why it was mailed: invitation or reset @example "invitation" */
  purpose: string;

  /** Until when it can be used, UTC @example "2026-11-23T10:30:00.000Z" */
  expiresAt: string;
}
