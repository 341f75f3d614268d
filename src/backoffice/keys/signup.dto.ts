import { PickType } from '@nestjs/swagger';
import type { Environment } from '../../common/environment.js';
import { ArrayOf, Email, Required, TextUpTo } from '../../common/validation/decorators.js';
import type { KeyStatus } from '../../identity/api-key.service.js';
import { SERVICE_NAMES, type ServiceName } from '../../identity/service-name.js';
import { ApiKeyResponse } from './api-keys.dto.js';
import { ENVIRONMENT_CHECK, SERVICE_CHECK } from './key-checks.js';

const MAX_NAME = 100;
const MAX_TOKEN = 300;

/** Who wants a key, and for what. */
export class SignupRequest {
  /**
   * The person's name
   * @example "Μαρία Παπαδοπούλου"
   */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /**
   * Where the link goes that makes the key active
   * @example "maria@broker.example"
   */
  @Required()
  @Email()
  email: string;

  /**
   * What people will call the program
   * @example "Broker portal"
   */
  @Required()
  @TextUpTo(MAX_NAME)
  programName: string;

  /**
   * The services it wants to call. What they need comes with them: the tokens (auth-api), and with mtr-api and fire-api the parameters,
   * payment, receipts and documents
   * @example ["fire-api", "auth-api"]
   */
  @Required()
  @ArrayOf(SERVICE_NAMES.length, SERVICE_CHECK, 1)
  services: ServiceName[];

  /**
   * The environments it wants to call them in: the sandbox comes with the link, production is an administrator's to grant
   * @example ["production", "sandbox"]
   */
  @Required()
  @ArrayOf(2, ENVIRONMENT_CHECK, 1)
  environments: Environment[];
}

/** A key that waits for its link to be followed. */
export class SignedUpResponse {
  /**
   * The key, for the header `X-Api-Key`; it is never shown again
   * @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q"
   */
  apiKey: string;

  /**
   * unverified until the mailed link is followed
   * @example "unverified"
   */
  status: KeyStatus;

  /**
   * The services that the key is granted: those asked for and what they need
   * @example ["fire-api", "parameters-api", "collection-api", "common-api", "docs-api", "auth-api"]
   */
  services: ServiceName[];

  /**
   * Until when the link can be followed, UTC
   * @example "2026-11-22T10:30:00.000Z"
   */
  verifyBefore: string;
}

/** The token of a mailed link. */
export class VerificationQueryDto {
  /**
   * The token, as it stands in the link
   * @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw"
   */
  @Required()
  @TextUpTo(MAX_TOKEN)
  token: string;
}

/** A key whose owner's address is confirmed. */
export class VerifiedResponse extends PickType(ApiKeyResponse, ['prefix', 'status', 'environments']) {}
