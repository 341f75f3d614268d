import { invalid } from '../../../common/validation/checks.js';
import { CheckedBy, IntegerBetween, Required } from '../../../common/validation/decorators.js';
import { PageDto } from '../../common/page.dto.js';

const MAX_ID = 999_999_999;
const BOOLEAN = invalid('boolean', { el: 'true ή false.', en: 'true or false.' }, (value) => typeof value === 'boolean');

/** A consent to be given. */
export class NewUserKeyRequest {
  /** The program that may act in the user's name @example 4 */
  @Required()
  @IntegerBetween(1, MAX_ID)
  programId: number;
}

/** A consent to be suspended or resumed. */
export class UserKeyChangeRequest {
  /** Whether the program may act in the user's name. Disabling kills its tokens @example true */
  @Required()
  @CheckedBy(BOOLEAN)
  enabled: boolean;
}

/** A user's consent that a program acts in their name; never the key itself. */
export class UserKeyResponse {
  /** Its number @example 9 */
  id: number;

  /** Number of the program @example 4 */
  programId: number;

  /** The program's name @example "Broker portal" */
  programName: string;

  /** The first six characters of the key @example "k3Jq8Z" */
  prefix: string;

  /** Whether the program may act in the user's name @example true */
  enabled: boolean;

  /** When it was made, UTC @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
}

/** A new user-key, in full this once. */
export class IssuedUserKeyResponse extends UserKeyResponse {
  /**
   * The key, for the program to exchange for tokens; it is never shown again. A call that is repeated by its `Idempotency-Key` gets the response
   * without it.
   * @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw"
   */
  userKey?: string;
}

/** The user's keys, newest first. */
export class UserKeyListResponse extends PageDto {
  /** The part asked for */
  items: UserKeyResponse[];
}
