import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import { toDecimal } from '../../../common/money.js';
import { ReversalService } from '../../../record/contract/payments/reversal.service.js';
import type { ReversalContext } from '../../../record/contract/payments/booking-reversal.service.js';
import type { Booking } from '../../../record/contract/payments/reversal.repository.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildAboveLimit } from '../../access/pending-actions/pending-action.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toBookingResponse } from './booking-search.repository.js';
import type { BookingResponse } from './bookings.dto.js';

interface ReversalInput {
  readonly transactionId: number;
  readonly reason: string;
}

@Injectable()
export class StaffBookingService {
  constructor(
    private readonly reversals: ReversalService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<ReversalInput>('REVERSAL', { roles: ['issuing'], run: (staff, request) => this.reverseNow(staff, request) });
  }

  async get(staff: StaffCaller, transactionId: number): Promise<BookingResponse> {
    return toBookingResponse(await this.reversals.get(this.toContext(staff, transactionId).actor, transactionId));
  }

  /** @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, CHANGED_MEANWHILE */
  async reverse(staff: StaffCaller, transactionId: number, reason: string): Promise<BookingResponse | PendingActionResponse> {
    const request = { transactionId, reason };
    const [booking, { secondPersonAbove: limit }] = await Promise.all([
      this.reversals.get(this.toContext(staff, transactionId).actor, transactionId),
      this.settings.get(staff),
    ]);
    if (booking.isReversed || toDecimal(booking.amount).lte(limit)) return this.reverseNow(staff, request);
    const { amount, applicationId, agentCode } = booking;
    const about = { amount, applicationId, agentCode };
    return this.actions.create(staff, { kind: 'REVERSAL', request, summary: toSummary(booking), why: buildAboveLimit(limit), ...about });
  }

  private async reverseNow(staff: StaffCaller, { transactionId, reason }: ReversalInput): Promise<BookingResponse> {
    const context = this.toContext(staff, transactionId);
    await this.reversals.reverse(context, transactionId, reason);
    const { reversal, ...booking } = toBookingResponse(await this.reversals.get(context.actor, transactionId));
    return { ...booking, reversal };
  }

  private toContext(staff: StaffCaller, id: number): ReversalContext {
    const { environment, at, name, userId, unitOfWork } = staff;
    return {
      actor: { environment, at, unitOfWork, role: 'staff', name, keyPrefix: null, agentCode: null },
      userId,
      audit: (tx, details) =>
        this.audit.record(tx, toAuditActor(staff), { action: 'reverse', subject: 'booking', id, environment, details }),
    };
  }
}

function toSummary({ transactionId, amount, reference, policyNo, agentCode }: Booking): { el: string; en: string } {
  const sum = formatEuro(amount);
  const of = policyNo ?? agentCode ?? '';
  return {
    el: `Αντιλογισμός της εγγραφής ${transactionId}: ${sum.el}, αναφορά ${reference} ${of}`.trim(),
    en: `Reversal of booking ${transactionId}: ${sum.en}, reference ${reference} ${of}`.trim(),
  };
}
