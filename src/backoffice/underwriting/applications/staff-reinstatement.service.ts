import { Injectable } from '@nestjs/common';
import { parseObjectId } from '../../../common/identifiers.js';
import type { Text } from '../../../common/language.js';
import { ReinstatementService } from '../../../record/contract/cancellation/reinstatement.service.js';
import { BankAdviceService } from '../../../record/contract/payments/bank-advice.service.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { Store, type Transaction } from '../../../store/store.js';
import { toAuditActor, AuditService, type AuditSubject } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { ReinstatementRequest } from './staff-application-input.dto.js';
import type { StaffApplicationResponse } from './staff-application.dto.js';
import { toStaffResponse } from './staff-application.mapper.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { toRecordActor } from './staff-applications.service.js';

interface ReinstatementInput {
  readonly applicationId: number;
  readonly reason: string;
}

const IN_ERROR: Text = {
  el: 'Αναιρείται ακύρωση συμβολαίου, μαζί με την επιστροφή των ασφαλίστρων.',
  en: 'The cancellation of a policy is undone together with its refund.',
};

@Injectable()
export class StaffReinstatementService {
  constructor(
    private readonly reader: StaffApplicationReader,
    private readonly reinstatements: ReinstatementService,
    private readonly advices: BankAdviceService,
    private readonly audit: AuditService,
    private readonly store: Store,
    private readonly actions: PendingActionService,
  ) {
    actions.register<ReinstatementInput>('REINSTATEMENT', {
      roles: ['issuing'],
      run: async (staff, { applicationId, reason }) => {
        await this.apply(staff, String(applicationId), reason);
        return { applicationId };
      },
    });
  }

  async reinstate(
    staff: StaffCaller,
    id: string,
    { reason, suspenseId = null }: ReinstatementRequest,
  ): Promise<StaffApplicationResponse | PendingActionResponse> {
    if (suspenseId === null) return this.createPending(staff, id, reason);
    const booker = {
      actor: { ...toRecordActor(staff), role: 'bank' } as const,
      audit: this.buildAuditWriter(staff, 'suspense', suspenseId),
    };
    await this.advices.reinstateFromSuspense(booker, suspenseId, parseObjectId(id) ?? 0, reason);
    return toStaffResponse(await this.reader.get(staff, id), staff);
  }

  private async createPending(staff: StaffCaller, id: string, reason: string): Promise<PendingActionResponse> {
    const result = this.store.runAndRollBack((unitOfWork) => this.apply({ ...staff, unitOfWork }, id, reason));
    const { id: applicationId, policyNo, agentCode } = await result;
    const summary = {
      el: `Επαναφορά του συμβολαίου ${policyNo} σε ισχύ χωρίς διακοπή της κάλυψης.`,
      en: `Reinstatement of policy ${policyNo} without a gap in its cover.`,
    };
    const request: ReinstatementInput = { applicationId, reason };
    return this.actions.create(staff, { kind: 'REINSTATEMENT', request, summary, why: IN_ERROR, amount: null, applicationId, agentCode });
  }

  private apply(staff: StaffCaller, id: string, reason: string): Promise<ApplicationRecord> {
    const context = { actor: toRecordActor(staff), userId: staff.userId, audit: this.buildAuditWriter(staff, 'application', id) };
    return this.reinstatements.reinstate(context, id, reason);
  }

  private buildAuditWriter(staff: StaffCaller, subject: AuditSubject, id: string | number) {
    const { environment } = staff;
    return (tx: Transaction, details: Readonly<Record<string, unknown>>): Promise<void> =>
      this.audit.record(tx, toAuditActor(staff), { action: 'reinstate', subject, id, environment, details });
  }
}
