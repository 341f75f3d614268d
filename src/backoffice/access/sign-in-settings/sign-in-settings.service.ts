import { Injectable } from '@nestjs/common';
import { ROLES } from '../../../identity/user.service.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { Store, toGatewayWriter } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../audit/audit.service.js';
import { lockSecondFactorRoles, readSecondFactorRoles, saveSecondFactorRoles } from './access-setting.repository.js';
import type { SignInSettingsDto } from './sign-in-settings.dto.js';

/** Both environments share the settings, because they share the users. */
@Injectable()
export class SignInSettingsService {
  constructor(
    private readonly store: Store,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<SignInSettingsDto> {
    return { secondFactorRoles: await readSecondFactorRoles(this.store.withoutTransaction('gateway')) };
  }

  /** @throws DomainError CHANGED_MEANWHILE; UNAVAILABLE if a role is added, but no secret of an app could be stored */
  change(staff: StaffCaller, given: SignInSettingsDto): Promise<SignInSettingsDto> {
    return this.store.transaction(toGatewayWriter(staff), async (tx) => {
      const before = { secondFactorRoles: await lockSecondFactorRoles(tx) };
      assertShown(staff, () => before);
      const { secondFactorRoles = before.secondFactorRoles } = given;
      const after = { secondFactorRoles: ROLES.filter((role) => secondFactorRoles.includes(role)) };
      const changes = findChangedFields(before, after);
      if (changes === null) return before;
      if (after.secondFactorRoles.some((role) => !before.secondFactorRoles.includes(role))) this.box.requireKey();
      await saveSecondFactorRoles(tx, after.secondFactorRoles, staff.at);
      await this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'settings', id: 'sign-in', details: { changes } });
      return after;
    });
  }
}
