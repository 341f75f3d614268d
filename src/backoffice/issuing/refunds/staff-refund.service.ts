import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import { PayoutBatchService } from '../../../record/money/payouts/payout-batch.service.js';
import { RefundService, type PayoutContext } from '../../../record/money/payouts/refund.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction, type AuditSubject } from '../../access/audit/audit.service.js';
import type {
  PayoutBatchPreviewResponse,
  PayoutBatchRequest,
  PayoutBatchWithPayoutsResponse,
  PayoutConfirmationRequest,
} from './payout-batches.dto.js';
import { PayoutBatchSearchRepository } from './payout-batch-search.repository.js';
import type { AgentRefundRequest, RefundAccountRequest, OwedRefundResponse, RefundReturnRequest } from './refunds.dto.js';
import { RefundSearchRepository } from './refund-search.repository.js';

@Injectable()
export class StaffRefundService {
  constructor(
    private readonly refunds: RefundService,
    private readonly batches: PayoutBatchService,
    private readonly search: RefundSearchRepository,
    private readonly batchSearch: PayoutBatchSearchRepository,
    private readonly audit: AuditService,
    private readonly store: Store,
  ) {}

  async setAccount(staff: StaffCaller, id: number, { iban, holder }: RefundAccountRequest): Promise<OwedRefundResponse> {
    await this.refunds.setAccount(this.toPaying(staff, 'change', 'refund'), id, { iban, holder: holder.trim() });
    return this.search.get(staff, id);
  }

  async payAgent(staff: StaffCaller, agentCode: string, { amount }: AgentRefundRequest): Promise<OwedRefundResponse> {
    const id = await this.refunds.payAgent(this.toPaying(staff, 'create', 'refund'), agentCode, amount.toFixed(2));
    return this.search.get(staff, id);
  }

  async withdraw(staff: StaffCaller, id: number): Promise<OwedRefundResponse> {
    await this.refunds.withdraw(this.toPaying(staff, 'cancel', 'refund'), id);
    return this.search.get(staff, id);
  }

  async returnPayout(staff: StaffCaller, id: number, { reference, reason }: RefundReturnRequest): Promise<OwedRefundResponse> {
    const returned = { reference: reference.trim(), reason: reason.trim() };
    await this.refunds.returnPayout(this.toPaying(staff, 'return', 'refund'), id, returned);
    return this.search.get(staff, id);
  }

  async prepare(staff: StaffCaller, { refundIds, executionDate }: PayoutBatchRequest): Promise<PayoutBatchWithPayoutsResponse> {
    const selection = {
      refundIds: refundIds ? [...new Set(refundIds)] : null,
      executionDate: executionDate ? parseLocalDate(executionDate) : null,
    };
    const id = await this.batches.prepareBatch(this.toPaying(staff, 'create', 'payout_batch'), selection);
    return this.batchSearch.get(staff, id);
  }

  async preview(staff: StaffCaller, request: PayoutBatchRequest): Promise<PayoutBatchPreviewResponse> {
    const batch = await this.store.runAndRollBack((unitOfWork) => this.prepare({ ...staff, unitOfWork }, request));
    const { executionDate, count, amount, holderDiffersCount, ibanRepeatedCount, warnings, payouts } = batch;
    return { executionDate, count, amount, holderDiffersCount, ibanRepeatedCount, warnings, payouts };
  }

  writeFile(staff: StaffCaller, id: number): ReturnType<PayoutBatchService['writeFile']> {
    return this.batches.writeFile(this.toPaying(staff, 'export', 'payout_batch'), id);
  }

  async approve(staff: StaffCaller, id: number): Promise<PayoutBatchWithPayoutsResponse> {
    await this.batches.approve(this.toPaying(staff, 'approve', 'payout_batch'), id);
    return this.batchSearch.get(staff, id);
  }

  async confirm(staff: StaffCaller, id: number, { reference }: PayoutConfirmationRequest): Promise<PayoutBatchWithPayoutsResponse> {
    await this.batches.confirm(this.toPaying(staff, 'confirm', 'payout_batch'), id, reference.trim());
    return this.batchSearch.get(staff, id);
  }

  async cancel(staff: StaffCaller, id: number): Promise<PayoutBatchWithPayoutsResponse> {
    await this.batches.cancel(this.toPaying(staff, 'cancel', 'payout_batch'), id);
    return this.batchSearch.get(staff, id);
  }

  private toPaying(staff: StaffCaller, action: AuditAction, subject: AuditSubject): PayoutContext {
    const { environment, userId, name } = staff;
    return {
      writer: staff,
      userId,
      name,
      audit: (tx, id, details) => this.audit.record(tx, toAuditActor(staff), { action, subject, id, environment, details }),
    };
  }
}
