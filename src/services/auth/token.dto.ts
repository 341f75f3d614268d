import { type Check, invalid } from '../../common/validation/checks.js';
import { CheckedText, Required } from '../../common/validation/decorators.js';

// Any text passes here: one that is no user-key is refused as such (401), and one that is no agent of the user's as that (403).
const ANY_TEXT: Check = invalid('anyText', { el: 'Αναμένεται κείμενο.', en: 'A text is expected.' }, (value) => typeof value === 'string');

/** A user-key to be exchanged for a bearer token (auth.1). */
export class IssueTokenRequest {
  /** The key, 40 characters, by which a user let the program act in their name @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @Required()
  @CheckedText(ANY_TEXT)
  'user-key': string;

  /** The agent to act for; without it the user's own. A token issued with it reads this agent's records only @example "10002" */
  @CheckedText(ANY_TEXT)
  'agent-code'?: string | null;
}

export class TokenResponse {
  /** The token, for the header `Authorization: Bearer …` of user-context calls @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  token: string;

  /** The same token under its OAuth name @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  access_token: string;

  /** Always `Bearer` @example "Bearer" */
  token_type: string;

  /** Seconds the token lives @example 1800 */
  expires_in: number;

  /** The instant it expires, UTC @example "2026-11-20T10:30:00.000Z" */
  expires_at: string;

  /** The agent it acts for @example "10001" */
  agent_code: string;
}
