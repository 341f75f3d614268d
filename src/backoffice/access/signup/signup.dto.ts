import type { Environment } from '../../../common/environment.js';
import { ArrayOf, Email, Required } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { ENVIRONMENT_CHECK } from '../keys/key-checks.js';

const MAX_NAME = 100;

export class SignupRequest {
  /** Name of the person. @example "Μαρία Παπαδοπούλου" */
  @RequiredText(MAX_NAME)
  name: string;

  /** E-mail address to which the confirmation link is sent. @example "maria@broker.example" */
  @Required()
  @Email()
  email: string;

  /** Name of the program. @example "Broker portal" */
  @RequiredText(MAX_NAME)
  programName: string;

  /** Requested environments, sandbox when absent; production needs a grant. @example ["production", "sandbox"] */
  @ArrayOf(2, ENVIRONMENT_CHECK, 1)
  environments?: Environment[] | null;
}

export class SignedUpResponse {
  /** E-mail address to which the link was sent. @example "maria@broker.example" */
  email: string;
  /** When the link expires, UTC. @example "2026-11-22T10:30:00.000Z" */
  verifyBefore: string;
}

export class SignupLinkResponse extends SignedUpResponse {
  /** Name of the program. @example "Broker portal" */
  programName: string;
}

export class FirstCallResponse {
  /** Language of the call: curl, TypeScript or Python. @example "curl" */
  language: string;
  /** Program or command with the keys filled in. @example "curl -sS https://gateway.insurer.example/dev/…" */
  text: string;
}

export class SandboxAccessResponse {
  /** Secret for `X-Api-Key`, for all services of the sandbox. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  apiKey: string;
  /** Secret that is exchanged for tokens. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  userKey: string;
  /** Code of the agent that the program acts for. @example "sbx-204" */
  agentCode: string;
  /** Beginning of the address of every call. @example "https://gateway.insurer.example/dev" */
  sandboxUrl: string;
  /** Address of the first call. @example "https://gateway.insurer.example/dev/auth-api/resources/tokens" */
  tokensUrl: string;
  /** Address of the API documentation. @example "https://gateway.insurer.example/docs" */
  documentationUrl: string;
  /** A first call in several languages, with the keys filled in. */
  firstCalls: FirstCallResponse[];
}
