import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Environment } from '../../../common/environment.js';
import { textCheck } from '../../../common/validation/checks.js';
import {
  ArrayOf,
  CheckedBy,
  CheckedText,
  FromNumericText,
  IntegerBetween,
  OneOf,
  Required,
  TextUpTo,
} from '../../../common/validation/decorators.js';
import type { KeyStatus } from '../../../identity/api-key.service.js';
import { SERVICE_NAMES, type ServiceName } from '../../../identity/service-name.js';
import { NotEmptied } from '../../common/fields.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';
import { ADDRESS_CHECK, ENVIRONMENT_CHECK, MAX_RATE, SERVICE_CHECK, SERVICE_RATES_CHECK } from './key-checks.js';

const STATUSES = ['active', 'disabled', 'unverified'] as const;
const MAX_ID = 999_999_999;
const MAX_NAME = 100;
const MAX_ADDRESSES = 100;
const MAX_OVERLAP_HOURS = 720;

/** Changes to an API key: what is left out stays as it is. */
export class ApiKeyChangeRequest {
  /** What people call the key @example "Portal, production" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** active, disabled or unverified. Disabling kills the key's tokens @example "active" */
  @NotEmptied()
  @OneOf(STATUSES)
  status?: KeyStatus;

  /** The services it may call @example ["fire-api", "auth-api"] */
  @NotEmptied()
  @ArrayOf(SERVICE_NAMES.length, SERVICE_CHECK)
  services?: ServiceName[];

  /** The environments it may call them in @example ["sandbox"] */
  @NotEmptied()
  @ArrayOf(2, ENVIRONMENT_CHECK)
  environments?: Environment[];

  /** Addresses and CIDR blocks it may be used from; none: from anywhere @example ["192.0.2.10", "2001:db8::/32"] */
  @NotEmptied()
  @ArrayOf(MAX_ADDRESSES, ADDRESS_CHECK)
  ipAddresses?: string[];

  /** Calls per rolling hour; null: the default @example 5000 */
  @IntegerBetween(1, MAX_RATE)
  ratePerHour?: number | null;

  /** Calls per rolling day; null: no limit @example 50000 */
  @IntegerBetween(1, MAX_RATE)
  ratePerDay?: number | null;

  /** Calls per rolling hour by service name @example {"fire-api": 500} */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'integer' } })
  @NotEmptied()
  @CheckedBy(SERVICE_RATES_CHECK)
  serviceRates?: Partial<Record<ServiceName, number>>;
}

/** A new API key. */
export class NewApiKeyRequest extends ApiKeyChangeRequest {
  @Required()
  @TextUpTo(MAX_NAME)
  declare name: string;

  /** The program it belongs to; without it a new program of the key's name @example 4 */
  @IntegerBetween(1, MAX_ID)
  programId?: number | null;

  @Required()
  @ArrayOf(SERVICE_NAMES.length, SERVICE_CHECK)
  declare services: ServiceName[];

  @Required()
  @ArrayOf(2, ENVIRONMENT_CHECK)
  declare environments: Environment[];
}

/** How a key is exchanged for a new one. */
export class RotationRequest {
  /** Hours for which the old key goes on; 24 when it is not given @example 24 */
  @IntegerBetween(0, MAX_OVERLAP_HOURS)
  overlapHours?: number | null;
}

/** Which keys. */
export class ApiKeyQueryDto extends PageQueryDto {
  /** Keys of this program only @example 4 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  programId?: number;

  /** active, disabled or unverified @example "unverified" */
  @OneOf(STATUSES)
  status?: KeyStatus;

  /** The first six characters, as logs show them @example "Vd81uL" */
  @CheckedText(textCheck(6, 6))
  prefix?: string;
}

/** Who made the key for themselves, and what they asked for. */
export class SignupResponse {
  /** Their name @example "Μαρία Παπαδοπούλου" */
  name: string;

  /** Their e-mail address @example "maria@broker.example" */
  email: string;

  /** The environments they asked for; production is an administrator's to grant @example ["production", "sandbox"] */
  environments: Environment[];

  /** When the address was confirmed, UTC; null: not yet @example "2026-11-20T10:30:00.000Z" */
  verifiedAt: string | null;
}

/** An API key; never the key itself. */
export class ApiKeyResponse {
  /** Its number @example 12 */
  id: number;

  /** The program it belongs to: its keys share user-keys, tokens and the rate limit @example 4 */
  programId: number;

  /** The program's name @example "Broker portal" */
  programName: string;

  /** What people call the key @example "Portal, production" */
  name: string;

  /** The first six characters, as logs show them @example "Vd81uL" */
  prefix: string;

  /** active, disabled or unverified @example "active" */
  status: KeyStatus;

  /** The services it may call @example ["fire-api", "auth-api"] */
  services: ServiceName[];

  /** The environments it may call them in @example ["sandbox"] */
  environments: Environment[];

  /** Addresses and CIDR blocks it may be used from; none: from anywhere @example ["192.0.2.10"] */
  ipAddresses: string[];

  /** Calls per rolling hour; null: the default @example 5000 */
  ratePerHour: number | null;

  /** Calls per rolling day; null: no limit @example 50000 */
  ratePerDay: number | null;

  /** Calls per rolling hour by service name @example {"fire-api": 500} */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  serviceRates: Partial<Record<ServiceName, number>>;

  /** End of the overlap after a rotation, UTC; null while it is not rotated out @example "2026-11-21T10:30:00.000Z" */
  expiresAt: string | null;

  /** When it was made, UTC @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;

  /** When it was last changed, UTC @example "2026-11-20T10:30:00.000Z" */
  updatedAt: string;

  /** Who made the key for themselves; null for keys that an administrator made */
  signup: SignupResponse | null;
}

/** A new API key, in full this once. */
export class IssuedApiKeyResponse extends ApiKeyResponse {
  /**
   * The key, for the header `X-Api-Key`; it is never shown again. A call that is repeated by its `Idempotency-Key` gets the response without it.
   * @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q"
   */
  apiKey?: string;
}

/** API keys, newest first. */
export class ApiKeyListResponse extends PageDto {
  /** The part asked for */
  items: ApiKeyResponse[];
}
