import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { Store } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { PendingActionService } from '../pending-actions/pending-action.service.js';
import type { PendingActionResponse } from '../pending-actions/pending-actions.dto.js';
import { FactorNoticeMailer } from './factor-notice.mailer.js';
import { deleteFactorsOf, FactorRepository, hasFactor } from './factor.repository.js';
import type { UserFactorsResponse } from './factors.dto.js';

interface FactorReset {
  readonly userId: number;
}

// Locked like every change of a user.
const LOCK_USER = 'SELECT email FROM gateway.app_user WHERE id = $1 FOR NO KEY UPDATE';
const NOTHING_TO_RESET = { el: 'Ο χρήστης δεν έχει δεύτερο παράγοντα.', en: 'The user has no second factor.' };
const WHY = {
  el: 'Ο δεύτερος παράγοντας χρήστη καταργείται μόνο από δύο διαχειριστές.',
  en: 'Only two administrators together remove the second factor of a user.',
};

@Injectable()
export class UserFactorsService {
  constructor(
    private readonly store: Store,
    private readonly factors: FactorRepository,
    private readonly actions: PendingActionService,
    private readonly audit: AuditService,
    private readonly notices: FactorNoticeMailer,
  ) {
    actions.register<FactorReset>('FACTOR_RESET', { roles: ['admin'], run: (staff, request) => this.reset(staff, request) });
  }

  async get(userId: number): Promise<UserFactorsResponse> {
    const users = await this.store.query('gateway', 'SELECT FROM app_user WHERE id = $1', [userId]);
    if (users.length === 0) throw buildNotFound();
    const { totp, passkeys, recoveryCodesLeft } = await this.factors.find(userId);
    return { hasTotp: totp !== null, passkeys: passkeys.length, recoveryCodesLeft };
  }

  requestReset(staff: StaffCaller, userId: number): Promise<PendingActionResponse> {
    const summary = {
      el: `Κατάργηση του δεύτερου παράγοντα και των κωδικών ανάκτησης του χρήστη ${userId}.`,
      en: `Removal of the second factor and the recovery codes of user ${userId}.`,
    };
    const request: FactorReset = { userId };
    return this.actions.create(staff, {
      kind: 'FACTOR_RESET',
      request,
      summary,
      why: WHY,
      amount: null,
      applicationId: null,
      agentCode: null,
    });
  }

  private async reset(staff: StaffCaller, { userId }: FactorReset): Promise<FactorReset> {
    const saved = await this.store.transaction(staff, async (tx) => {
      const [user] = await tx.query<{ email: string }>(LOCK_USER, [userId]);
      if (user === undefined) throw buildNotFound();
      if (!hasFactor(await this.factors.findIn(tx, userId)))
        throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOTHING_TO_RESET });
      await deleteFactorsOf(tx, userId);
      const details = { kind: 'reset' };
      await this.audit.record(tx, toAuditActor(staff), { action: 'delete', subject: 'second_factor', id: userId, details });
      return this.notices.save(tx, user.email, 'reset');
    });
    runAfterCommit(staff, () => void this.notices.send(saved));
    return { userId };
  }
}
