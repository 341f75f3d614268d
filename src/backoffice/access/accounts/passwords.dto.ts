import { CheckedBy, Email, Required } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { MAX_TYPED_LENGTH, PASSWORD_CHECK } from './password-policy.js';

const MAX_TOKEN = 300;

export class PasswordChoiceRequest {
  /** Token of the mailed link; it works once. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @RequiredText(MAX_TOKEN)
  token: string;

  /** 12 to 128 characters; neither a common password nor the e-mail address. @example "four wooden horses sang" */
  @Required()
  @CheckedBy(PASSWORD_CHECK)
  password: string;
}

export class PasswordResetRequest {
  /** E-mail address of the account. @example "admin@insurer.example" */
  @Required()
  @Email()
  email: string;
}

export class PasswordChangeRequest {
  /** The current password. @example "four wooden horses sang" */
  @RequiredText(MAX_TYPED_LENGTH)
  old: string;

  /** 12 to 128 characters; neither a common password nor the e-mail address. @example "seven silver kites fell" */
  @Required()
  @CheckedBy(PASSWORD_CHECK)
  new: string;
}

export class PasswordProofRequest {
  /** The caller's current password. @example "four wooden horses sang" */
  @RequiredText(MAX_TYPED_LENGTH)
  password: string;
}

export class LinkTokenQuery {
  /** Token of the mailed link. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @RequiredText(MAX_TOKEN)
  token: string;
}

export class PasswordTokenResponse {
  /** Purpose of the link: invitation or reset. @example "invitation" */
  purpose: string;
  /** When the link expires, UTC. @example "2026-11-23T10:30:00.000Z" */
  expiresAt: string;
}
