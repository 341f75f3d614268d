import { type Check, buildCheck } from '../../common/validation/checks.js';
import { CheckedText, Required } from '../../common/validation/decorators.js';

// Accepts any text: an invalid user-key is refused with 401 later, a foreign agent with 403.
const ANY_TEXT: Check = buildCheck(
  'anyText',
  { el: 'Αναμένεται κείμενο.', en: 'A text is expected.' },
  (value) => typeof value === 'string',
);

export class IssueTokenRequest {
  /**
   * Key of 40 characters by which a user lets the program act for them.
   * @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw"
   */
  @Required()
  @CheckedText(ANY_TEXT)
  'user-key': string;

  /** Agent to act for, whose records alone the token reads; the user's own when absent. @example "10002" */
  @CheckedText(ANY_TEXT)
  'agent-code'?: string | null;
}

export class TokenResponse {
  /** Token for the header `Authorization: Bearer …`. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  token: string;

  /** Copy of `token` under its OAuth name. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  access_token: string;

  /** Always `Bearer`. @example "Bearer" */
  token_type: string;

  /** Lifetime of the token in seconds. @example 1800 */
  expires_in: number;

  /** Time at which the token expires, UTC. @example "2026-11-20T10:30:00.000Z" */
  expires_at: string;

  /** Agent that the token acts for. @example "10001" */
  agent_code: string;
}
