import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import { PayoutBatchService } from '../../../record/money/payouts/payout-batch.service.js';
import { RefundService, type Paying } from '../../../record/money/payouts/refund.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService, type AuditAction, type AuditSubject } from '../../access/audit/audit.service.js';
import { idOf } from '../../common/not-found.js';
import { KnownAgents } from './known-agents.js';
import type { PayoutBatchRequest, PayoutBatchWithPayoutsResponse, PayoutConfirmationRequest } from './payout-batches.dto.js';
import { PayoutBatchSearchRepository } from './payout-batch-search.repository.js';
import type { AgentRefundRequest, RefundAccountRequest, OwedRefundResponse, RefundReturnRequest } from './refunds.dto.js';
import { RefundSearchRepository } from './refund-search.repository.js';

/** Money that the issuing department pays out. */
@Injectable()
export class StaffRefundService {
  constructor(
    private readonly refunds: RefundService,
    private readonly batches: PayoutBatchService,
    private readonly search: RefundSearchRepository,
    private readonly batchSearch: PayoutBatchSearchRepository,
    private readonly audit: AuditService,
    private readonly known: KnownAgents,
  ) {}

  get(staff: StaffCaller, id: string): Promise<OwedRefundResponse> {
    return this.search.get(staff, idOf(id));
  }

  async setAccount(staff: StaffCaller, idText: string, { iban, holder }: RefundAccountRequest): Promise<OwedRefundResponse> {
    const id = idOf(idText);
    await this.refunds.setAccount(this.payingOf(staff, 'change', 'refund'), id, { iban, holder: holder.trim() });
    return this.search.get(staff, id);
  }

  async payAgent(staff: StaffCaller, agentCode: string, { amount }: AgentRefundRequest): Promise<OwedRefundResponse> {
    const dated = await this.known.dated(staff, agentCode);
    const id = await this.refunds.payAgent(this.payingOf(dated, 'create', 'refund'), agentCode, amount.toFixed(2));
    return this.search.get(staff, id);
  }

  async withdraw(staff: StaffCaller, idText: string): Promise<OwedRefundResponse> {
    const id = idOf(idText);
    await this.refunds.withdraw(this.payingOf(staff, 'cancel', 'refund'), id);
    return this.search.get(staff, id);
  }

  async takeBack(staff: StaffCaller, idText: string, { reference, reason }: RefundReturnRequest): Promise<OwedRefundResponse> {
    const id = idOf(idText);
    const returned = { reference: reference.trim(), reason: reason.trim() };
    await this.refunds.takeBack(this.payingOf(staff, 'return', 'refund'), id, returned);
    return this.search.get(staff, id);
  }

  async prepare(staff: StaffCaller, { refundIds, executionDate }: PayoutBatchRequest): Promise<PayoutBatchWithPayoutsResponse> {
    const selection = {
      refundIds: refundIds ? [...new Set(refundIds)] : null,
      executionDate: executionDate ? parseLocalDate(executionDate) : null,
    };
    const id = await this.batches.prepare(this.payingOf(staff, 'create', 'payout_batch'), selection);
    return this.batchSearch.get(staff, id);
  }

  getBatch(staff: StaffCaller, id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.batchSearch.get(staff, idOf(id));
  }

  fileOf(staff: StaffCaller, idText: string): ReturnType<PayoutBatchService['file']> {
    const id = idOf(idText);
    return this.batches.file(this.payingOf(staff, 'export', 'payout_batch'), id);
  }

  async approve(staff: StaffCaller, idText: string): Promise<PayoutBatchWithPayoutsResponse> {
    const id = idOf(idText);
    await this.batches.approve(this.payingOf(staff, 'approve', 'payout_batch'), id);
    return this.batchSearch.get(staff, id);
  }

  async confirm(staff: StaffCaller, idText: string, { reference }: PayoutConfirmationRequest): Promise<PayoutBatchWithPayoutsResponse> {
    const id = idOf(idText);
    await this.batches.confirm(this.payingOf(staff, 'confirm', 'payout_batch'), id, reference.trim());
    return this.batchSearch.get(staff, id);
  }

  async cancel(staff: StaffCaller, idText: string): Promise<PayoutBatchWithPayoutsResponse> {
    const id = idOf(idText);
    await this.batches.cancel(this.payingOf(staff, 'cancel', 'payout_batch'), id);
    return this.batchSearch.get(staff, id);
  }

  private payingOf(staff: StaffCaller, action: AuditAction, subject: AuditSubject): Paying {
    const { environment, userId, name } = staff;
    return {
      writer: staff,
      userId,
      name,
      audit: (tx, id, details) => this.audit.record(tx, actorOf(staff), { action, subject, id, environment, details }),
    };
  }
}
