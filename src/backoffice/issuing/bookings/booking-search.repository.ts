import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { toNumber } from '../../../common/money.js';
import { SELECT_BOOKINGS, type Booking } from '../../../record/contract/payments/reversal.repository.js';
import { Store } from '../../../store/store.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { BookingPageResponse, BookingQuery, BookingResponse } from './bookings.dto.js';

const OF_AGENT = `t.kind IN ('SETTLEMENT', 'SUSPENSE_SETTLEMENT') AND EXISTS (
  SELECT FROM ledger_entry e JOIN account c ON c.id = e.account_id WHERE e.transaction_id = t.id AND c.agent_code = `;

@Injectable()
export class BookingSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment }: StaffCaller, query: BookingQuery): Promise<BookingPageResponse> {
    const { reference, applicationId, agentCode, reversed } = query;
    const values: unknown[] = [];
    let select = SELECT_BOOKINGS;
    if (reference !== undefined) select += ` AND t.reference = $${values.push(reference)}`;
    if (applicationId !== undefined) select += ` AND t.application_id = $${values.push(applicationId)}`;
    if (agentCode !== undefined) select += ` AND ${OF_AGENT} $${values.push(agentCode)})`;
    if (reversed !== undefined) select += ` AND t.is_reversed = $${values.push(reversed === 'yes')}`;
    return mapPage(await findPage<Booking>(this.store, environment, { select, order: 'id DESC', values }, query), toBookingResponse);
  }
}

export function toBookingResponse(booking: Booking): BookingResponse {
  const { transactionId, kind, reference, valueDate, applicationId, policyNo, agentCode, receiptNo, suspenseId, isFromFile } = booking;
  const { reversedAt, reversedBy, reversalReason } = booking;
  return {
    transactionId,
    kind,
    at: toLocalDateTime(booking.at),
    amount: toNumber(booking.amount),
    reference,
    valueDate,
    applicationId,
    policyNo,
    agentCode,
    receiptNo,
    suspenseId,
    isFromFile,
    reversal: reversedAt && { at: toLocalDateTime(reversedAt), by: reversedBy ?? '', reason: reversalReason ?? '' },
  };
}
