import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Environment } from '../../../common/environment.js';
import { buildTextCheck } from '../../../common/validation/checks.js';
import {
  ArrayOf,
  CheckedBy,
  CheckedText,
  Email,
  Instant,
  IntegerBetween,
  OneOf,
  Required,
  TextUpTo,
} from '../../../common/validation/decorators.js';
import type { KeyStatus } from '../../../identity/api-key.service.js';
import { SERVICE_NAMES, type ServiceName } from '../../../identity/service-name.js';
import { IntegerParameter, NotEmptied, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { ADDRESS_CHECK, ENVIRONMENT_CHECK, FINGERPRINT_CHECK, MAX_RATE, SERVICE_CHECK, SERVICE_RATES_CHECK } from './key-checks.js';

const STATUSES = ['active', 'disabled', 'unverified'] as const;
const MAX_ID = 999_999_999;
const MAX_NAME = 100;
const MAX_REASON = 500;
const MAX_ADDRESSES = 100;
const MAX_OVERLAP_HOURS = 720;

/** Changes to an API key; absent fields stay unchanged. */
export class ApiKeyChangeRequest {
  /** Name of the key. @example "Portal, production" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** active, disabled or unverified; disabling revokes the key's tokens. @example "active" */
  @NotEmptied()
  @OneOf(STATUSES)
  status?: KeyStatus;

  /** Services that the key may call. @example ["fire-api", "auth-api"] */
  @NotEmptied()
  @ArrayOf(SERVICE_NAMES.length, SERVICE_CHECK)
  services?: ServiceName[];

  /** Environments that the key may call. @example ["sandbox"] */
  @NotEmptied()
  @ArrayOf(2, ENVIRONMENT_CHECK)
  environments?: Environment[];

  /** IP addresses and CIDR blocks that may use the key; empty: all. @example ["192.0.2.10", "2001:db8::/32"] */
  @NotEmptied()
  @ArrayOf(MAX_ADDRESSES, ADDRESS_CHECK)
  ipAddresses?: string[];

  /** Calls per rolling hour; null: the default limit. @example 5000 */
  @IntegerBetween(1, MAX_RATE)
  ratePerHour?: number | null;

  /** Calls per rolling day; null: no limit. @example 50000 */
  @IntegerBetween(1, MAX_RATE)
  ratePerDay?: number | null;

  /** Calls per rolling hour, by name of the service. @example {"fire-api": 500} */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'integer' } })
  @NotEmptied()
  @CheckedBy(SERVICE_RATES_CHECK)
  serviceRates?: Partial<Record<ServiceName, number>>;

  /** When the key expires: an instant, or a date in Greece; null: never. @example "2027-11-20T10:30:00Z" */
  @Instant()
  expiresAt?: string | null;

  /** E-mail address for notices; null: of the user who signed up, or the owner. @example "portal@broker.example" */
  @Email()
  contact?: string | null;

  /**
   * SHA-256 of the client certificate that calls need, 64 hex digits; null: none.
   * @example "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
   */
  @CheckedText(FINGERPRINT_CHECK)
  certificateSha256?: string | null;
}

export class NewApiKeyRequest extends ApiKeyChangeRequest {
  @RequiredText(MAX_NAME)
  declare name: string;

  /** Program of the key; when absent, a new program with the key's name is created. @example 4 */
  @IntegerBetween(1, MAX_ID)
  programId?: number | null;

  @Required()
  @ArrayOf(SERVICE_NAMES.length, SERVICE_CHECK)
  declare services: ServiceName[];

  @Required()
  @ArrayOf(2, ENVIRONMENT_CHECK)
  declare environments: Environment[];
}

export class RotationRequest {
  /** Hours for which the old key stays valid; 24 when absent. @example 24 */
  @IntegerBetween(0, MAX_OVERLAP_HOURS)
  overlapHours?: number | null;
}

export class ProductionRejectionRequest {
  /** Why, for the user who asked. @example "Λείπει η σύμβαση συνεργασίας." */
  @RequiredText(MAX_REASON)
  reason: string;
}

export class ApiKeyQueryDto extends PageQueryDto {
  /** Program of the keys. @example 4 */
  @IntegerParameter(1, MAX_ID)
  programId?: number;

  /** active, disabled or unverified. @example "unverified" */
  @OneOf(STATUSES)
  status?: KeyStatus;

  /** First six characters of the key, as logs show them. @example "Vd81uL" */
  @CheckedText(buildTextCheck(6, 6))
  prefix?: string;

  /** `yes`: only keys of programs that requested production and have not been granted it. @example "yes" */
  @OneOf(['yes'])
  productionRequested?: string;
}

export class SignupResponse {
  /** Name of the person. @example "Μαρία Παπαδοπούλου" */
  name: string;
  /** E-mail address of the person. @example "maria@broker.example" */
  email: string;
  /** Requested environments; production needs an administrator's grant. @example ["production", "sandbox"] */
  environments: Environment[];
  /** When the address was confirmed, UTC; null before. @example "2026-11-20T10:30:00.000Z" */
  verifiedAt: string | null;
  /** When the request for production was declined, UTC; null unless it was. @example "2026-11-21T09:00:00.000Z" */
  productionDeclinedAt: string | null;
}

export class ApiKeyResponse {
  /** Id of the key. @example 12 */
  id: number;
  /** Id of its program, whose keys share user-keys, tokens and the rate limit. @example 4 */
  programId: number;
  /** Name of the program. @example "Broker portal" */
  programName: string;
  /** Person, company or e-mail address responsible for it; hidden from agents. @example "portal@broker.example" */
  owner?: string;
  /** Agent of the user who signed up for it; null for others. @example "sbx-12" */
  agentCode: string | null;
  /** Name of the key. @example "Portal, production" */
  name: string;
  /** First six characters of the key, as logs show them. @example "Vd81uL" */
  prefix: string;
  /** active, disabled or unverified. @example "active" */
  status: KeyStatus;
  /** Services that the key may call. @example ["fire-api", "auth-api"] */
  services: ServiceName[];
  /** Environments that the key may call. @example ["sandbox"] */
  environments: Environment[];
  /** IP addresses and CIDR blocks that may use the key; empty: all. @example ["192.0.2.10"] */
  ipAddresses: string[];
  /** Calls per rolling hour; null: the default limit. @example 5000 */
  ratePerHour: number | null;
  /** Calls per rolling day; null: no limit. @example 50000 */
  ratePerDay: number | null;
  /** Calls per rolling hour, by name of the service. @example {"fire-api": 500} */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  serviceRates: Partial<Record<ServiceName, number>>;
  /** E-mail address for notices; null: of the user who signed up, or the owner. @example "portal@broker.example" */
  contact: string | null;
  /**
   * SHA-256 of the client certificate that calls need; null: none.
   * @example "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
   */
  certificateSha256: string | null;
  /** When the key stops working, UTC; null: it does not expire. @example "2027-11-20T10:30:00.000Z" */
  expiresAt: string | null;
  /** When another key replaced it, UTC; null for the current key. @example "2026-11-20T10:30:00.000Z" */
  rotatedAt: string | null;
  /** Beginning of the hour of its last use, UTC; null: not used yet. @example "2026-11-20T10:00:00.000Z" */
  lastUsedAt: string | null;
  /** Time of creation, UTC. @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
  /** Time of the last change, UTC. @example "2026-11-20T10:30:00.000Z" */
  updatedAt: string;
  /** The sign-up that created the key; null for a key of an administrator. */
  signup: SignupResponse | null;
}

export class IssuedApiKeyResponse extends ApiKeyResponse {
  /** Secret for `X-Api-Key`; absent in repeated responses. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  apiKey?: string;
}

export class ApiKeyListResponse extends PageResponseOf(ApiKeyResponse) {}
