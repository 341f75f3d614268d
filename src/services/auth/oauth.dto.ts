import { ApiPropertyOptional } from '@nestjs/swagger';

/** Form of RFC 6749, section 4.4. Without HTTP Basic it also has the client's id and secret. */
export class OAuthTokenRequest {
  /** Always `client_credentials`. @example "client_credentials" */
  grant_type: string;
  /** Id of the program. @example "4" */
  @ApiPropertyOptional()
  client_id?: string;
  /** User-key of 40 characters for the program. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @ApiPropertyOptional()
  client_secret?: string;
  /** Agent to act for, whose records alone the token reads; the user's own when absent. @example "10002" */
  @ApiPropertyOptional()
  agent_code?: string;
}

export class OAuthTokenResponse {
  /** Token for the header `Authorization: Bearer …`. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  access_token: string;
  /** Always `Bearer`. @example "Bearer" */
  token_type: string;
  /** Lifetime of the token in seconds. @example 1800 */
  expires_in: number;
  /** Agent that the token acts for. @example "10001" */
  agent_code: string;
}
