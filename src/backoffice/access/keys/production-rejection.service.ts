import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Store, toGatewayWriter } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PRODUCTION_REQUESTS } from '../accounts/production-request.service.js';
import { AuditService, toAuditActor } from '../audit/audit.service.js';
import { AccountMailer } from '../mail/account-mailer.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { assertShownKey, lockKey } from './api-key-administration.service.js';

const DECLINE = `
  UPDATE signup SET production_declined_at = $2, production_decline_reason = $3
  WHERE api_key_id = $1 AND api_key_id IN (${PRODUCTION_REQUESTS}) RETURNING id, email`;

const NOT_REQUESTED = {
  el: 'Δεν εκκρεμεί αίτημα πρόσβασης στην παραγωγή για αυτό το κλειδί.',
  en: 'No request for production waits for this key.',
};

interface DeclinedSignup {
  readonly id: number;
  readonly email: string;
}

@Injectable()
export class ProductionRejectionService {
  constructor(
    private readonly store: Store,
    private readonly texts: MailTextService,
    private readonly mails: AccountMailer,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND, CHANGED_MEANWHILE; NOT_ALLOWED_IN_STATUS without an open request */
  async reject(caller: StaffCaller, keyId: number, reason: string): Promise<void> {
    const saved = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await lockKey(tx, caller, keyId);
      await assertShownKey(tx, caller, key);
      const [signup] = await tx.query<DeclinedSignup>(DECLINE, [keyId, caller.at, reason]);
      if (signup === undefined) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_REQUESTED });
      const details = { programId: key.programId, reason };
      await this.audit.record(tx, toAuditActor(caller), { action: 'reject', subject: 'signup', id: signup.id, details });
      // A program that signed up is shown in the sandbox, where its user signs in.
      const environment = key.program.consoleUserId === null ? 'sandbox' : 'production';
      return this.mails.save(tx, this.texts.productionDeclined(signup.email, reason, environment));
    });
    await this.mails.sendAfterCommit(caller, saved);
  }
}
