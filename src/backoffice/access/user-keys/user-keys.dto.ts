import { PickType } from '@nestjs/swagger';
import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedBy, Required } from '../../../common/validation/decorators.js';
import { RequiredInteger } from '../../common/fields.js';
import { PageResponseOf } from '../../common/page.dto.js';
import { ApiKeyResponse } from '../keys/api-keys.dto.js';

const MAX_ID = 999_999_999;
const BOOLEAN = buildCheck('boolean', { el: 'true ή false.', en: 'true or false.' }, (value) => typeof value === 'boolean');

export class NewUserKeyRequest {
  /** Id of the program that may act for the user. @example 4 */
  @RequiredInteger(1, MAX_ID)
  programId: number;
}

export class UserKeyChangeRequest {
  /** Whether the program may act for the user; disabling revokes its tokens. @example true */
  @Required()
  @CheckedBy(BOOLEAN)
  enabled: boolean;
}

export class UserKeyResponse extends PickType(ApiKeyResponse, ['programId', 'programName', 'prefix', 'createdAt']) {
  /** Id of the user-key. @example 9 */
  id: number;
  /** Whether the program may act for the user. @example true */
  enabled: boolean;
}

export class IssuedUserKeyResponse extends UserKeyResponse {
  /** Secret for tokens; absent in repeated responses. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  userKey?: string;
}

export class UserKeyListResponse extends PageResponseOf(UserKeyResponse) {}
