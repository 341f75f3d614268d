import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { CancellationReason } from '../../../pricing/refund.js';
import type { PolicyCancellationRequest } from '../../../record/contract/cancellation/cancellation.dto.js';
import type { ScheduledCancellation } from '../../../record/contract/cancellation/cancellation.repository.js';
import { CancellationService, type Cancellation } from '../../../record/contract/cancellation/cancellation.service.js';
import { parseCancellation, type RequestedCancellation } from '../../../record/contract/cancellation/cancellation-terms.js';
import { WithdrawalWriter } from '../../../record/contract/customer/withdrawal-writer.service.js';
import type { AuditWriter } from '../../../record/core/applications/application.js';
import { Store } from '../../../store/store.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { CancelledApplicationResponse } from './staff-application.dto.js';
import { toRefund, toStaffResponse } from './staff-application.mapper.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { toRecordActor } from './staff-applications.service.js';

type CancellationInput = RequestedCancellation & { readonly applicationId: number };

const IN_ERROR: Text = {
  el: 'Το συμβόλαιο ακυρώνεται από την έναρξή του ως εκδοθέν εκ παραδρομής.',
  en: 'The policy is cancelled from its start as issued in error.',
};
const LATE_WITHDRAWAL: Text = {
  el: 'Η υπαναχώρηση καταχωρίζεται μετά την προθεσμία των 14 ημερών, με προγενέστερη ημερομηνία παραλαβής.',
  en: 'The withdrawal is entered after the period of 14 days, with an earlier day of receipt.',
};

@Injectable()
export class StaffCancellationService {
  constructor(
    private readonly reader: StaffApplicationReader,
    private readonly cancellations: CancellationService,
    private readonly audit: AuditService,
    private readonly store: Store,
    private readonly actions: PendingActionService,
    private readonly withdrawals: WithdrawalWriter,
  ) {
    actions.register<CancellationInput>('CANCELLATION', {
      roles: ['issuing'],
      run: async (staff, { applicationId, ...request }) => {
        const { refund, receipts } = await this.apply(staff, String(applicationId), request);
        return { applicationId, refund, receiptNos: receipts.flatMap(({ receiptNo }) => receiptNo ?? []) };
      },
    });
  }

  async cancel(
    staff: StaffCaller,
    id: string,
    body: PolicyCancellationRequest,
  ): Promise<CancelledApplicationResponse | PendingActionResponse> {
    const request = parseCancellation(body);
    const { needsSecondPerson } = await this.cancellations.getTerms(toRecordActor(staff), id, request);
    if (needsSecondPerson) return this.createPending(staff, id, request);
    const cancellation = await this.apply(staff, id, request);
    return { ...toStaffResponse(await this.reader.get(staff, id), staff), refund: toRefund(cancellation) };
  }

  preview(staff: StaffCaller, id: string, body: PolicyCancellationRequest): Promise<Cancellation> {
    return this.dryRun(staff, id, parseCancellation(body));
  }

  getScheduled(staff: StaffCaller, id: string): Promise<ScheduledCancellation> {
    return this.cancellations.getScheduled(staff, id);
  }

  /** @throws DomainError as `getScheduled`, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CHANGED_MEANWHILE */
  async deleteScheduled(staff: StaffCaller, id: string): Promise<void> {
    await this.cancellations.unschedule(toRecordActor(staff), id, this.buildAuditWriter(staff, 'unschedule', id));
  }

  private async createPending(staff: StaffCaller, id: string, request: RequestedCancellation): Promise<PendingActionResponse> {
    const { application, refund, reasonTitle } = await this.dryRun(staff, id, request);
    const { id: applicationId, policyNo, agentCode } = application;
    const sum = formatEuro(refund);
    const summary = {
      el: `Ακύρωση του συμβολαίου ${policyNo} (${reasonTitle.el}) με επιστροφή ${sum.el}.`,
      en: `Cancellation of policy ${policyNo} (${reasonTitle.en}) with a refund of ${sum.en}.`,
    };
    const why = request.reasonCode === CancellationReason.IN_ERROR ? IN_ERROR : LATE_WITHDRAWAL;
    const input: CancellationInput = { ...request, applicationId };
    return this.actions.create(staff, { kind: 'CANCELLATION', request: input, summary, why, amount: refund, applicationId, agentCode });
  }

  private dryRun(staff: StaffCaller, id: string, request: RequestedCancellation): Promise<Cancellation> {
    return this.store.runAndRollBack((unitOfWork) => this.apply({ ...staff, unitOfWork }, id, request));
  }

  private apply(staff: StaffCaller, id: string, request: RequestedCancellation): Promise<Cancellation> {
    const audit = this.withdrawals.toStaffAudit(this.buildAuditWriter(staff, 'cancel', id));
    return this.cancellations.cancel(toRecordActor(staff), id, request, audit);
  }

  private buildAuditWriter(staff: StaffCaller, action: AuditAction, id: string): AuditWriter {
    const { environment } = staff;
    return (tx, details) => this.audit.record(tx, toAuditActor(staff), { action, subject: 'application', id, environment, details });
  }
}
