import { Required, TextUpTo } from '../../common/validation/decorators.js';
import type { Role } from '../../identity/user.service.js';
import { MAX_TYPED_LENGTH } from './password-policy.js';

const MAX_EMAIL = 300;

/** Who signs in. */
export class CredentialsRequest {
  /**
   * The account's e-mail address
   * @example "admin@insurer.example"
   */
  @Required()
  @TextUpTo(MAX_EMAIL)
  email: string;

  /**
   * Its password
   * @example "four wooden horses sang"
   */
  @Required()
  @TextUpTo(MAX_TYPED_LENGTH)
  password: string;
}

/** A session of the back office. */
export class SessionResponse {
  /**
   * For the header `Authorization: Bearer …` of every call
   * @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q"
   */
  token: string;

  /**
   * What its user may do: admin, underwriter, issuing or agent
   * @example "admin"
   */
  role: Role;

  /**
   * When it ends, UTC
   * @example "2026-11-20T18:30:00.000Z"
   */
  expiresAt: string;
}
