import { buildOneOfCheck } from '../../../common/validation/checks.js';
import { ArrayOf } from '../../../common/validation/decorators.js';
import { ROLES, type Role } from '../../../identity/user.service.js';
import { NotEmptied } from '../../common/fields.js';

export class SignInSettingsDto {
  /** Roles whose users must have a second factor for their password. @example ["admin", "issuing"] */
  @NotEmptied()
  @ArrayOf(ROLES.length, buildOneOfCheck(ROLES))
  secondFactorRoles?: Role[];
}
