import type { Environment } from '../../../common/environment.js';
import { ArrayOf, Email, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { ENVIRONMENT_CHECK } from '../keys/key-checks.js';

const MAX_NAME = 100;

/** Who wants to try the sandbox, and with what. */
export class SignupRequest {
  /** The person's name @example "Μαρία Παπαδοπούλου" */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /** Where the link goes that gives the keys @example "maria@broker.example" */
  @Required()
  @Email()
  email: string;

  /** What people will call the program @example "Broker portal" */
  @Required()
  @TextUpTo(MAX_NAME)
  programName: string;

  /**
   * The environments it will want to call: the sandbox comes with the link, production is an administrator's to grant; the sandbox when not given
   * @example ["production", "sandbox"]
   */
  @ArrayOf(2, ENVIRONMENT_CHECK, 1)
  environments?: Environment[] | null;
}

/** A mail was sent. */
export class SignedUpResponse {
  /** Where it went @example "maria@broker.example" */
  email: string;

  /** Until when its link can be confirmed, UTC @example "2026-11-22T10:30:00.000Z" */
  verifyBefore: string;
}

/** What a link confirms. */
export class SignupLinkResponse extends SignedUpResponse {
  /** What the program will be called @example "Broker portal" */
  programName: string;
}

/** All that a first call needs, in full this once. */
export class SandboxAccessResponse {
  /** For the header `X-Api-Key`; it may call every service, in the sandbox @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  apiKey: string;

  /** To be exchanged for tokens @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  userKey: string;

  /** The agent in whose name the program acts; nobody else does @example "sbx-204" */
  agentCode: string;

  /** What the address of every call begins with @example "https://gateway.insurer.example/dev" */
  sandboxUrl: string;

  /** The first call: `POST {"user-key": …}` gives a token @example "https://gateway.insurer.example/dev/auth-api/resources/tokens" */
  tokensUrl: string;

  /** Every other call @example "https://gateway.insurer.example/docs" */
  documentationUrl: string;
}
